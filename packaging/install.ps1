# Installs a released Undercard on Windows.
#   UNDERCARD_INSTALL_DIR   the folder of the program (default: %LOCALAPPDATA%\undercard)
#   UNDERCARD_URL           where the archives are (default: the release of this script)
# In a block of its own, so that no variable stays in the window.
& {
    $ErrorActionPreference = 'Stop'
    $ProgressPreference = 'SilentlyContinue'

    $url = if ($env:UNDERCARD_URL) { $env:UNDERCARD_URL } else { '@URL@' }
    $folder = if ($env:UNDERCARD_INSTALL_DIR) { $env:UNDERCARD_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA 'undercard' }
    $name = 'undercard-x86_64-pc-windows-msvc'
    $work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        $archive = Join-Path $work "$name.zip"
        $sums = Join-Path $work 'SHA256SUMS'
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip" -OutFile $archive
        Invoke-WebRequest -UseBasicParsing -Uri "$url/SHA256SUMS" -OutFile $sums
        $found = (Get-FileHash -Algorithm SHA256 -Path $archive).Hash.ToLower()
        if (-not (Select-String -Path $sums -SimpleMatch -Quiet -Pattern "$found  $name.zip")) {
            throw "install: the checksum of $name.zip is wrong; download it again"
        }
        Expand-Archive -Path $archive -DestinationPath $work
        New-Item -ItemType Directory -Force -Path $folder | Out-Null
        Copy-Item -Force -Path (Join-Path $work "$name\undercard.exe") -Destination $folder
    } finally {
        Remove-Item -Recurse -Force -Path $work
    }
    Write-Output "$(& (Join-Path $folder 'undercard.exe') --version) is in $folder"
    # Other entries of the path may have variables, which are kept as they are.
    $path = (Get-Item 'HKCU:\Environment').GetValue('Path', '', 'DoNotExpandEnvironmentNames')
    if (($path -split ';') -notcontains $folder) {
        Set-ItemProperty -Path 'HKCU:\Environment' -Name 'Path' -Type ExpandString -Value "$folder;$path"
        # Windows learns of a new path when a variable is set.
        [Environment]::SetEnvironmentVariable('UNDERCARD_INSTALLED', $null, 'User')
        Write-Output 'It is on the path of every new window.'
    }
}
