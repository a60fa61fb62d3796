# Writes the comment of review.sh: at most $limit lines, the worst first.

def decimals($n):
  (. * pow(10; $n) | round) as $i
  | (if $i < 0 then -$i else $i + 0 end | tostring) as $s
  | (if ($s | length) <= $n then "0" * ($n + 1 - ($s | length)) + $s else $s end) as $d
  | (if $i < 0 then "-" else "" end) + $d[:-$n] + "." + $d[-$n:];
def number($unit): if . == null then "?" elif $unit == "share" then . * 100 | decimals(2) else decimals(4) end;
def percent($unit): if $unit == "share" then " %" else "" end;
def difference($unit): (if . != null and . >= 0 then "+" else "" end) + number($unit);
def interval(f; $low; $high):
  if $low == null and $high == null then "" else " (" + ([$low, $high] | map(f) | join(" to ")) + ")" end;
def band($row):
  [$row.target_low, $row.target_high] | map(if . == null then null else number($row.unit) end)
  | (if .[0] == null then "at most \(.[1])" elif .[1] == null then "at least \(.[0])" else join(" to ") end)
    + percent($row.unit);
def cell: gsub("[|`\n]"; " ");
def code: "`\(cell)`";
def thousands: tostring | [while(length > 0; .[:-3]) | .[-3:]] | reverse | join(",");
# The summary of a job has room for all.
def few($n): if $limit > 100 then 1000000 else $n end;
def changes:
  if . == [] then "nothing"
  else few(6) as $n | (.[:$n] | map(code) | join(", ")) + (if length > $n then " and \(length - $n) more" else "" end) end;
def plural($n; $noun): "\($n) \($noun)\(if $n == 1 then "" else "s" end)";

($check[0] // {}) as $check
| ($check.tables.check.rows // []) as $targets
| [$compared[] | select(.state == "changed")] as $changed

| def change($r):
    if $r.delta == null then ""
    else ($r.delta | difference($r.unit)) + (if $r.unit == "share" then " pp" else "" end)
      + interval(difference($r.unit); $r.delta_low; $r.delta_high) end;
def name($config; $figure): (if $configs > 1 then "\($config | code) " else "" end) + ($figure | cell);

# The targets are the worst first. A group is followed by its targets, which are not listed if it passes.
( [ $targets[] | . as $t
    | ([ $targets[] | select(.config == $t.config and .target == $t.target_group) ][0] // $t) as $unit
    | select($unit.verdict != "pass" and .verdict != "pass" and .lineup_verdict != "pass") ]
  | map(. as $t
      | ([ $changed[] | select(.config == $t.config) | .result
           | select(.configs[1].bots | join(",") == $t.bots)
           | .tables.compare.rows[] | select(.figure == $t.target) ][0] // {}) as $c
      | ([ $targets[] | select(.config == $t.config and .target_group == $t.target) ] | unique_by(.target) | length) as $members
      | (if [ $targets[] | select(.config == $t.config and .target == $t.target) ] | length > 1 then " with \($t.bots | cell)" else "" end) as $with
      | (if $t.target_group == "" then "" else " (\($t.target_group | cell))" end) as $of
      | (if $t.value == null then "" else "\($t.value | number($t.unit))\(percent($t.unit))\(interval(number($t.unit); $t.low; $t.high))" end) as $now
      | (if $members > 0 then "\($t.rule) of \($members)" else band($t) end) as $target
      | { key: [$t.config, $t.target],
          line: "| **\($t.verdict)** | \(name($t.config; $t.target))\($of)\($with) | \($now) | \(change($c)) | \($target) |" })
) as $bad
| ( [ $changed[] | .config as $config | (1 - .result.level) as $p
      | .result.tables.compare.rows[]
      | select(.p_holm != null and .p_holm < $p and .delta != 0) + {config: $config} ]
    | map(. as $r | $r + {target: ([$targets[] | select(.config == $r.config and .target == $r.figure)][0])})
    | sort_by([.target == null, .p_holm, -((.delta | fabs) / ((.delta_high // 0) - (.delta_low // 0) | fabs + 1e-12))])
    # Seat 0 and side black are often the same figure.
    | reduce .[] as $r ([]; if any(.[]; .config == $r.config and .a == $r.a and .b == $r.b and .delta_low == $r.delta_low) then . else . + [$r] end)
    | map(select([.config, .figure] as $key | all($bad[]; .key != $key)))
    | map(. as $r | {line: "| changed | \(name(.config; .figure)) | \(.b | number($r.unit))\(percent(.unit)) | \(change(.)) | \(if .target then band(.target) else "" end) |"})
  ) as $moved

| ($check.details.lock // []) as $lock
| [ $lock[] | select(.state | IN("changed", "not comparable")) ] as $unlocked
| [ $compared[] | . as $c
    | ($unlocked | map(select(.config == $c.config)) | .[0].message) as $message
    | [ (if .state == "new" then "new config, which differs from the printed rules in " + (.result.details.differences | changes) else empty end),
        (if .state == "error" and all($check.details.errors // [] | .[]; startswith($c.config + ":") | not) then "not compared: " + (.error | split("\n")[0] | ltrimstr("error: compare: ") | cell | .[:200]) else empty end),
        (if .state == "changed" then .result.details.differences | changes else empty end),
        ($message // empty | ltrimstr($c.config + " ")
            | gsub("`--update`"; "undercard check \($c.config | cell) --update") | split("`") | join("")) ]
    | select(length > 0)
    | { order: [$c.state != "error", $message == null, $c.state == "new"], line: "- \($c.config | code): \(join("; "))" } ]
| (sort_by(.order) | map(.line)) as $news
| ($check.details.errors // [] | map("- " + cell)) as $errors
| ($check.details.stale_lock_entries // [] | map("- " + gsub("`"; ""))) as $stale

| ( if $check == {} then "error, nothing was checked"
    elif $errors != [] then "error"
    elif $code == 0 or $code == 10 or $code == 11 then $check.details.verdict
    else "exit code \($code)" end ) as $verdict
| ($targets | map(select(.target_group == "")) | unique_by([.config, .target])) as $unique
| ( if $check == {} then ""
    else ", " + "\($unique | map(select(.verdict == "pass")) | length) of " + plural($unique | length; "target") + " pass"
      + (if $unlocked == [] then "" else ", " + plural($unlocked | length; "config") + " not as in undercard.lock" end) end ) as $count

| ["<!-- undercard \($job) -->", "### Balance: \($verdict)\($count)"] as $head
| if $check == {} then
    # Annotations are for the runner.
    ($messages | split("\n") | map(select(. != "" and (startswith("::") | not)) | gsub("```"; ""))) as $lines
    | ([ $compared[] | select(.state | IN("changed", "new"))
         | "- \(.config | code): \(.result.details.differences | changes)" ]) as $others
    | (if $others == [] then [] else [""] + $others[:few(3)] end) as $others
    | ($limit - 6 - ($others | length)) as $room
    | $head + ["", "```text"] + $lines[:$room]
      + (if ($lines | length) > $room then ["… and \(($lines | length) - $room) more"] else [] end) + ["```"] + $others
  else
    few(3) as $n
    | ((if ($errors | length) > $n + 1 then $errors[:$n] + ["- and \(($errors | length) - $n) more errors"] else $errors end)
      + (if ($news | length) > $n + 1 then $news[:$n] + ["- and \(($news | length) - $n) more configs"] else $news end)
      + (if ($stale | length) > few(2) then $stale[:1] + ["- and \(($stale | length) - 1) more lock files with such entries"] else $stale end)
      ) as $news
    | ($bad + $moved | map(.line)) as $rows
    | ([$limit - 7 - ($news | length), 0] | max) as $room
    | ([$changed[].result.played] | max) as $played
    | ( (if $rows[$room:] != [] then [plural($rows[$room:] | length; "more row") + " in the summary of the job."] else [] end)
      + (if $played then ["Changes: \($played | thousands) pairs of games on the same deals, \($changed[0].result.level * 100) % intervals."] else [] end)
      ) as $notes
    | $head + $news
      + (if $rows == [] then []
         else ["", "| | figure | now | change | target |", "| --- | --- | ---: | ---: | --- |"] + $rows[:$room] end)
      + (if $notes == [] then [] else ["", ($notes | join(" "))] end)
  end
| .[]
