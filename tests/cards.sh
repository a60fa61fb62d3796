#!/bin/sh
# Cards in LibreOffice: the real program, in English and in German, opens the tables of every game, changes a value, adds a
# column, and saves them as a workbook and as CSV. The value changes, and nothing else does. Needs LibreOffice Calc.
#   sh tests/cards.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
fail() {
    echo "cards: $*" >&2
    exit 1
}
package=libreoffice-calc-nogui
command -v soffice >/dev/null ||
    { apt-get install -qy --no-install-recommends $package || sudo -n apt-get install -qy --no-install-recommends $package; } >/dev/null 2>&1 || true
command -v soffice >/dev/null || {
    echo "cards: found no soffice; install LibreOffice, such as with: apt-get install $package" >&2
    exit 77
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

# A profile with a macro that does what a designer does.
# $1: the language, such as de-DE.
profile() {
    mkdir -p "$1/user"
    cat >"$1/user/registrymodifications.xcu" <<END
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>$1</value></prop></item>
</oor:items>
END
    # Its first start adds the libraries of macros.
    timeout 100 soffice "-env:UserInstallation=file://$place/$1" --headless --terminate_after_init >log 2>&1 || true
    [ -d "$1/user/basic/Standard" ] || fail "LibreOffice made no profile: $(cat log)"
    cat >"$1/user/basic/Standard/Module1.xba" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Function Property(title, content)
    Dim made As New com.sun.star.beans.PropertyValue
    made.Name = title
    made.Value = content
    Property = made
End Function

Function FindRow(sheet, id)
    Dim row
    row = 0
    Do Until sheet.getCellByPosition(1, row).String = id
        row = row + 1
    Loop
    FindRow = row
End Function

Function FindColumn(sheet, title)
    Dim index
    index = 0
    Do Until sheet.getCellByPosition(index, 0).String = title
        index = index + 1
    Loop
    FindColumn = index
End Function

Sub Change(source, reading, id, column, content, target, writing, options)
    Dim book, sheet, row, index, cell, language As New com.sun.star.lang.Locale
    book = StarDesktop.loadComponentFromURL(ConvertToURL(source), "_blank", 0, Array(Property("Hidden", True), Property("FilterName", reading), Property("FilterOptions", options)))
    sheet = book.Sheets.getByIndex(0)
    row = FindRow(sheet, id)
    index = FindColumn(sheet, column)
    cell = sheet.getCellByPosition(index, row)
    cell.FormulaLocal = content
    If cell.Type = com.sun.star.table.CellContentType.VALUE And cell.String &lt;&gt; content Then
        &apos; Two decimals in the default language.
        cell.NumberFormat = book.NumberFormats.queryKey("0" &amp; Mid(content, 2, 1) &amp; "00", language, False)
    End If
    sheet.Columns.insertByIndex(0, 1)
    sheet.getCellByPosition(0, 0).String = "Bild"
    sheet.getCellByPosition(0, row).String = "gr" &amp; Chr(246) &amp; "sser; ""so"", " &amp; Chr(10) &amp; "7,5"
    book.storeToURL(ConvertToURL(target), Array(Property("FilterName", writing), Property("FilterOptions", options)))
    book.close(True)
End Sub

Sub Main(jobs)
    Dim handle, text, job
    On Error Goto Failed
    handle = FreeFile
    Open jobs For Input As #handle
    Do While Not Eof(handle)
        Line Input #handle, text
        job = Split(text, "|")
        Change(job(0), job(1), job(2), job(3), job(4), job(5), job(6), job(7))
    Loop
    Close #handle
    StarDesktop.terminate()
    Exit Sub
Failed:
    Open jobs &amp; ".failed" For Output As #9
    Print #9, text &amp; ": " &amp; Error$ &amp; " in line " &amp; Erl
    Close #9
    StarDesktop.terminate()
End Sub
</script:module>
END
}

book='Calc MS Excel 2007 XML'
csv='Text - txt - csv (StarCalc)'
# The entry, the column, the new value, and the value as it is typed in English and in German.
changes='knife-fight cards ten damage 9 9.00 9,00
fight warriors poacher power 7 7.00 7,00
fight warriors hunter family robot robot robot
stabby-jack cards king value 9 9.00 9,00
stupid-fight cards legs-ostrich copies 2 2.00 2,00
taunt moves run-1 guard all all all
taunt moves run-1 lock_attacks true TRUE WAHR'
n=0
for language in en-US de-DE; do
    profile $language
    # Separator, quote, UTF-8, first line, formats, language, quotes around text, values as they are shown.
    case $language in
    en-US) options='44,34,76,1,,1033,false,true' ;;
    de-DE) options='59,34,76,1,,1031,false,true' ;;
    esac
    opened=$(echo "$options" | sed 's/^59/44/')
    : >jobs
    echo "$changes" | while read -r game table id column value english german; do
        typed=$english
        [ $language = en-US ] || typed=$german
        name=$language-$game-$id-$column
        "$undercard" cards "$game" "$table" --out "$name.xlsx" 2>/dev/null
        "$undercard" cards "$game" "$table" --out "$name.csv" 2>/dev/null
        for target in xlsx csv; do
            filter=$book
            [ $target = xlsx ] || filter=$csv
            echo "$place/$name.xlsx|$book|$id|$column|$typed|$place/$name-of-xlsx.$target|$filter|$options" >>jobs
        done
        echo "$place/$name.csv|$csv|$id|$column|$typed|$place/$name-of-csv.xlsx|$book|$opened" >>jobs
    done
    timeout 120 soffice "-env:UserInstallation=file://$place/$language" --headless \
        "macro:///Standard.Module1.Main(\"$place/jobs\")" >log 2>&1 || fail "LibreOffice: $(cat log)"
    [ ! -e jobs.failed ] || fail "LibreOffice: $(cat jobs.failed)"
    echo "$changes" >changes
    while read -r game table id column value english german; do
        key=$table.$id.$(echo "$column" | tr _ -)
        "$undercard" compare "$game" --set-b "$key=$value" --dry-run >expected
        [ "$(wc -l <expected)" = 2 ] || fail "$key=$value changes nothing: $(cat expected)"
        for file in of-xlsx.xlsx of-xlsx.csv of-csv.xlsx; do
            file=$language-$game-$id-$column-$file
            [ -s "$file" ] || fail "LibreOffice did not write $file: $(cat log)"
            "$undercard" compare "$game" --cards-b "$file" --dry-run >found 2>errors || fail "$file: $(cat errors)"
            cmp -s expected found || fail "$file: found $(cat found), expected $(cat expected)"
            ! grep "$file" errors | grep -qv ': Bild$' || fail "$file: $(cat errors)"
            "$undercard" cards "$game" "$table" --cards "$file" | head -1 | grep -q '^Bild,' || fail "$file lost its new column"
            n=$((n + 1))
        done
    done <changes
done
# A first line that names the separator, which LibreOffice keeps in quotes, or makes a row of.
printf 'sep=;\ncard_table;id;damage\ncards;ten;9\n' >sep.csv
"$undercard" compare knife-fight --set-b cards.ten.damage=9 --dry-run >expected
for target in csv xlsx; do
    timeout 100 soffice "-env:UserInstallation=file://$place/en-US" --headless --infilter=CSV:59,34,76,1 \
        --convert-to $target --outdir sep sep.csv >log 2>&1 || fail "LibreOffice: $(cat log)"
    "$undercard" compare knife-fight --cards-b sep/sep.$target --dry-run >found 2>errors || fail "sep.$target: $(cat errors)"
    cmp -s expected found || fail "sep.$target: found $(cat found), expected $(cat expected)"
done
# What is tested.
grep -q '^"sep=;"' sep/sep.csv || fail "LibreOffice kept no first line: $(cat sep/sep.csv)"
grep -q ';9,00$' de-DE-knife-fight-ten-damage-of-xlsx.csv || fail "German CSV has no decimal comma"
grep -q WAHR de-DE-taunt-run-1-lock_attacks-of-xlsx.csv || fail "German CSV has no WAHR"
echo "cards: $n tables of $(soffice --version | cut -d' ' -f1,2), in English and German, changed one value each"
