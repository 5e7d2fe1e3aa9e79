import HTTPTypes
import Hummingbird

/// The name by which a person recognizes a session in a list: "Firefox on Android".
enum BrowserName {
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
  ]

  /// The first match of each list wins: browsers name their ancestors after themselves.
  static func of(_ request: Request) -> String {
    let agent = request.header(.userAgent) ?? ""
    func name(in names: [(mark: String, name: String)]) -> String? {
      names.first { agent.contains($0.mark) }?.name
    }
    switch (name(in: browsers), name(in: systems)) {
    case (let browser?, let system?): return "\(browser) on \(system)"
    case (let browser?, nil): return browser
    case (nil, let system?): return system
    case (nil, nil): return "Unknown browser"
    }
  }
}
