//! `undercard completions`: scripts that let a shell ask this program for completions.

use super::{CliResult, parser, print_for_file};
use clap_complete::{Shell, generate};

/// Print shell completions.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  undercard completions bash > /etc/bash_completion.d/undercard
  undercard completions zsh > \"${fpath[1]}/_undercard\"
  undercard completions fish > ~/.config/fish/completions/undercard.fish

For bash, zsh and fish, the script asks undercard for games, configs, results,
bots, settings with their values, and figures. The other shells complete
commands and options only.";

/// Bash splits words at `=` and `:`, so the words are taken from the line, and a candidate is cut after the last sign.
/// Backslashes of the line are removed, and candidates with blanks or signs of the shell get them again. In quotes, bash
/// completes files.
const BASH: &str = r#"_undercard() {
    local line="${COMP_LINE:0:COMP_POINT}" breaks="${COMP_WORDBREAKS//[^=:]/}" prefix="" candidate
    local -a words
    COMPREPLY=()
    if [[ "$line" == *[\"\']* ]]; then return; fi
    # shellcheck disable=SC2162 # a backslash keeps a blank in a word
    read -a words <<< "$line"
    if [[ "$line" == *[!\\][[:space:]] ]]; then words+=(""); fi
    local current="${words[${#words[@]}-1]}"
    if [[ -n "$breaks" ]]; then prefix="${current%"${current##*[$breaks]}"}"; fi
    while IFS=$'\t' read -r candidate _; do
        candidate="${candidate#"$prefix"}"
        if [[ "$candidate" == *[!A-Za-z0-9_./=:,@%+-]* ]]; then printf -v candidate %q "$candidate"; fi
        COMPREPLY+=("$candidate")
    done < <("$1" complete -- "${words[@]:1}" 2> /dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=/] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o default -F _undercard undercard
"#;

const ZSH: &str = r#"#compdef undercard
_undercard() {
    local line word
    local -a open closed
    for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}"; do
        word="${line%%$'\t'*}"
        case "$word" in
            "") ;;
            *[=/]) open+=("$word") ;;
            *) closed+=("$word") ;;
        esac
    done
    compadd -S "" -a open
    compadd -a closed
}
if [ "$funcstack[1]" = "_undercard" ]; then _undercard "$@"; else compdef _undercard undercard; fi
"#;

const FISH: &str = r#"function __undercard_complete
    set -l words (commandline -opc) (commandline -ct)
    command $words[1] complete -- $words[2..-1] 2> /dev/null
end
complete -c undercard -f -a '(__undercard_complete)'
"#;

pub(crate) fn run(args: &Args) -> CliResult {
    let text = match args.shell {
        Shell::Bash => BASH.to_owned(),
        Shell::Zsh => ZSH.to_owned(),
        Shell::Fish => FISH.to_owned(),
        other => {
            let mut text = Vec::new();
            generate(other, &mut parser(), "undercard", &mut text);
            String::from_utf8_lossy(&text).into_owned()
        }
    };
    print_for_file(&text, "undercard-completions")
}
