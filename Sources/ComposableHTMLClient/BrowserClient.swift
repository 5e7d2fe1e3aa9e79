public import Foundation

/// The browser's half of a live page, as files for a server to serve.
///
/// A page loads `client.js` as a module; the others are imported by it from beside it. The server
/// has to answer for all three under one path, as `text/javascript`. `client.js` needs no more than
/// `script-src 'self'; connect-src 'self'` from the page's content policy.
public enum BrowserClient {
  /// Where the files are: `client.js` (stream and events), `morph.js` (changes of the page) and
  /// `clock.js` (texts of time).
  ///
  /// Without its resources the process stops here, as every use of a missing resource bundle does.
  public static var folder: URL { Bundle.module.bundleURL.appending(path: "Public") }
}
