# A Homebrew formula; `.ci/release finish` fills in addresses and checksums.
class Undercard < Formula
  desc "Monte Carlo balance simulator for fighting card games"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@URL@/undercard-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL@/undercard-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/undercard-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@URL@/undercard-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "undercard"
    generate_completions_from_executable(bin/"undercard", "completions")
  end

  test do
    system bin/"undercard", "run", "knife-fight", "--games", "1000"
  end
end
