# A Homebrew formula for a tap of your own; url and sha256 are to be yours. Only its syntax is checked here: there is no
# Homebrew and no Mac.
class SessionBridge < Formula
  desc "Runs the handoff of a Firebase session from an iOS app to its web view"
  homepage "https://example.com/session-bridge"
  url "https://example.com/session-bridge-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "curl"
  depends_on "libpsl"
  depends_on "libxml2"
  depends_on macos: :sequoia

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "session-bridge"
    bin.install ".build/release/session-bridge"
    # Looked for in share/session-bridge beside the program's bin.
    (share/"session-bridge/web").install "web/app"
    (share/"session-bridge").install "Scenarios" => "scenarios"
    generate_completions_from_executable(bin/"session-bridge", "--generate-completion-script")
  end

  test do
    ENV["SESSION_BRIDGE_STATE"] = testpath.to_s
    assert_match "Verdict: signed-in", shell_output("#{bin}/session-bridge demo")
  end
end
