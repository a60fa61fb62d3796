# A bot that plays the first move. With an argument, it fails at the 20th batch in the way that the argument names.
read -r hello
# A child that keeps the output open, and that nobody waits for.
[ -n "$CHILD" ] && { sleep 1000 & echo $! >> "$CHILD"; }
[ "$1" = early ] && exit 3
[ "$1" = silent ] && exec sleep 100
[ "$1" = wrong ] && echo 'hello' && exit
seconds=60
[ "$1" = hangs ] && seconds=1
echo '{"undercard": 1, "wants": [], "repeatable": '"${2:-true}"', "seconds": '$seconds'}'
while read -r line; do
    case $line in '{"batch":'*) ;; *) continue ;; esac
    batch=${line#'{"batch":'}
    batch=${batch%%,*}
    moves=
    rest=$line
    while case $rest in *'"seat":'*) true ;; *) false ;; esac; do
        rest=${rest#*'"seat":'}
        moves=$moves,0
    done
    moves=${moves#,}
    if [ "$batch" -ge 20 ]; then
        case $1 in
            ends) exit 3 ;;
            hangs) exec sleep 100 ;;
            floods) exec yes | tr -d '\n' ;;
            illegal) moves=${moves%0}99 ;;
            negative) moves=${moves%0}-1 ;;
            few) moves=${moves%0} moves=${moves%,} ;;
            other) batch=7 ;;
            binary) printf '\377\376\n' ;;
            twice) echo "{\"batch\": $batch, \"moves\": [$moves]}" ;;
        esac
    fi
    echo "{\"batch\": $batch, \"moves\": [$moves]}"
done
[ "$1" = stays ] && exec sleep 100
