public import Foundation

/// A place in the app that an address names: `/responders`, `/dependents/4711`, `/check-in` …
///
/// ``Place/all`` is the one table of them.
public struct DeepLink: Equatable, Sendable {
  let place: Place
  /// The part of the address that identifies, for example, the person of a sheet; empty for most.
  let parameter: String

  init(_ place: Place, _ parameter: String = "") {
    self.place = place
    self.parameter = parameter
  }

  public static func tab(_ tab: MainTabFeature.Tab) -> DeepLink {
    // Every tab is a place, and comes before whatever is above it.
    DeepLink(Place.all.first { $0.tab == tab }!)
  }

  public static let notifications = DeepLink(Place.all.first { $0.path == "notifications" }!)

  /// The token of an invitation's link.
  public var invitation: String? { place == .join ? parameter : nil }

  /// Reads the path of an address. An unknown place stands for the known one above it; nil if there
  /// is none. Addresses of the former first page lead to where its parts are now.
  public init?(_ url: URL) {
    var components = url.pathComponents.filter { $0 != "/" }
    let isFormer = components.first == "home"
    if isFormer {
      components.removeFirst()
      if components.first == "code" { components = ["share"] }
    }
    if components.isEmpty { components = ["check-in"] }
    if components[0] == "checkIn" { components[0] = "check-in" }
    while !components.isEmpty {
      for place in Place.all {
        guard let parameter = place.parameter(in: components) else { continue }
        self.init(place, parameter)
        return
      }
      components.removeLast()
    }
    guard isFormer else { return nil }
    self = .tab(.checkIn)
  }

  /// The address without scheme and host, as in `/dependents/4711`.
  public var path: String {
    "/"
      + place.components
      .map { $0.hasPrefix(":") ? parameter : $0 }
      .joined(separator: "/")
  }

  /// Whether it is above a tab and can be closed, rather than a tab itself.
  public var isAbove: Bool { place.close != nil }

  public var url: URL {
    // Made from our own words and from parts of a URL or an id.
    URL(string: path) ?? URL(filePath: "/")
  }

  /// The prefixes of the addresses of all places.
  public static var roots: [String] {
    Place.all.reduce(into: []) { roots, place in
      if let root = place.components.first, !roots.contains(root) { roots.append(root) }
    }
  }
}
