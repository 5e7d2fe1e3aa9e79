#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal that hands over every key at once and shows none of them, until it is put back.
public final class RawMode: Sendable {
  private let descriptor: Int32
  private let before: termios

  /// Nil when the file is no terminal.
  public init?(_ descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
    // Keys one by one and unseen; Control-C is a key, so that it ends the app cleanly. Output is
    // processed as before: a line feed still begins a new line.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    guard tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else { return nil }
  }

  /// As it was. May be done more than once.
  public func restore() {
    var settings = before
    _ = tcsetattr(descriptor, TCSAFLUSH, &settings)
  }

  deinit { restore() }

  /// How large a terminal is; nil when it does not say.
  static func size(of descriptor: Int32) -> Screen.Size? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Screen.Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
