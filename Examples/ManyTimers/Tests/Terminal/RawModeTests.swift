import ManyTimersTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct RawModeTests {
  #if os(Linux)
    @Test func `a terminal is given back as it was`() throws {
      let (master, terminal) = try openTerminal()
      defer {
        close(terminal)
        close(master)
      }
      let before = flags(of: terminal)
      let keyboard = tcflag_t(ECHO | ICANON | ISIG)
      #expect(before.local & keyboard == keyboard)
      let raw = try #require(RawMode(terminal))
      #expect(flags(of: terminal).local & keyboard == 0)
      raw.restore()
      #expect(flags(of: terminal) == before)
    }

    /// Both ends of a new terminal. (Swift does not import the functions of POSIX for it.)
    private func openTerminal() throws -> (master: Int32, terminal: Int32) {
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(master >= 0)
      // TIOCSPTLCK and TIOCGPTN: unlock it, and ask for its number.
      var (isLocked, number): (Int32, UInt32) = (0, 0)
      let isReady =
        ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0
      try #require(isReady)
      let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(terminal >= 0)
      return (master, terminal)
    }
  #endif

  @Test func `what is no terminal is left alone`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(RawMode(ends[0]) == nil)
  }

  private struct Flags: Equatable {
    var local: tcflag_t
    var input: tcflag_t
  }

  private func flags(of terminal: Int32) -> Flags {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return Flags(local: settings.c_lflag, input: settings.c_iflag)
  }
}
