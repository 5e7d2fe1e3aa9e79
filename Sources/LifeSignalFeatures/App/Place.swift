import Composable
import Foundation
import LifeSignalModel

/// One row of the table of places: its name, whether it is shown, how to get there and how to leave
/// it.
///
/// The topmost open place names where the person is: the address bar, the back button, links and a
/// reloaded page all use it. To give a sheet an address, add its row to ``all``.
///
/// An object, because links are part of the state and this is half a kilobyte.
final class Place: Sendable {
  typealias State = AppFeature.State
  typealias Action = AppFeature.Action
  typealias Tabs = MainTabFeature.State

  /// Words, and perhaps one `:parameter`: `dependents/:id`.
  let path: String
  /// The tab it is on; nil for a place above all tabs.
  let tab: MainTabFeature.Tab?
  /// The parameter of the place while it is open, empty for places without one; nil while it is not.
  let shown: @Sendable (State) -> String?
  /// Opens it, once its tab is selected; nil if there is nothing to open.
  let open: @Sendable (_ parameter: String, State) -> Action?
  /// Nil for a tab, which is left by going to another.
  let close: Action?

  init(
    path: String, tab: MainTabFeature.Tab?, shown: @escaping @Sendable (State) -> String?,
    open: @escaping @Sendable (_ parameter: String, State) -> Action?, close: Action?
  ) {
    self.path = path
    self.tab = tab
    self.shown = shown
    self.open = open
    self.close = close
  }

  var components: [String] { path.split(separator: "/").map(String.init) }

  /// The parameter, when these are this place's components.
  func parameter(in components: [String]) -> String? {
    let own = self.components
    guard own.count == components.count else { return nil }
    var parameter = ""
    for (mine, theirs) in zip(own, components) {
      if mine.hasPrefix(":") {
        parameter = theirs
      } else if mine != theirs {
        return nil
      }
    }
    return parameter
  }
}

extension Place: Equatable {
  /// Paths name places.
  static func == (left: Place, right: Place) -> Bool { left.path == right.path }
}

extension Place {
  static func tab(_ path: String, _ tab: MainTabFeature.Tab) -> Place {
    Place(
      path: path, tab: tab, shown: { _ in "" }, open: { _, _ in .mainTab(.tabSelected(tab)) },
      close: nil)
  }

  /// A sheet of a tab, or above whichever is selected.
  static func sheet(
    _ path: String, on tab: MainTabFeature.Tab?, shown: @escaping @Sendable (Tabs) -> Bool,
    open: MainTabFeature.Action, close: MainTabFeature.Action
  ) -> Place {
    Place(
      path: path, tab: tab, shown: { $0.mainTab.map(shown) == true ? "" : nil },
      open: { _, _ in .mainTab(open) }, close: .mainTab(close))
  }

  /// The same about something that has an id.
  static func sheet(
    _ path: String, on tab: MainTabFeature.Tab?, shown: @escaping @Sendable (Tabs) -> String?,
    open: @escaping @Sendable (_ id: String, Tabs) -> MainTabFeature.Action?,
    close: MainTabFeature.Action
  ) -> Place {
    Place(
      path: path, tab: tab, shown: { $0.mainTab.flatMap(shown) },
      open: { id, state in state.mainTab.flatMap { open(id, $0) }.map { .mainTab($0) } },
      close: .mainTab(close))
  }
}

extension AppFeature.State {
  /// Where the person is: the topmost open place. Nil before sign-in.
  public var deepLink: DeepLink? {
    guard let mainTab else { return pendingDeepLink }
    for place in Place.all.reversed() where place.tab == nil || place.tab == mainTab.selectedTab {
      if let parameter = place.shown(self) { return DeepLink(place, parameter) }
    }
    return nil
  }
}

extension AppFeature {
  /// Goes to a place: closes the places above it, selects its tab, then opens it.
  func open(_ link: DeepLink, _ state: inout State) -> Effect<Action> {
    guard state.deepLink != link, let mainTab = state.mainTab else { return .none }
    let above = Place.all.reversed().filter { place in
      place != link.place && place.close != nil && place.shown(state) != nil
    }
    let isOpen = link.place.shown(state) == link.parameter && link.place.close != nil
    var steps = above.compactMap(\.close)
    if let tab = link.place.tab, tab != mainTab.selectedTab {
      steps.append(.mainTab(.tabSelected(tab)))
    }
    if !isOpen, link.place.close != nil {
      if let opening = link.place.open(link.parameter, state) {
        steps.append(opening)
      } else if !state.contacts.hasLoaded {
        // Perhaps it comes with the list.
        state.pendingDeepLink = link
      } else {
        state.error = .dataNotFound
      }
    }
    return .concatenate(steps.map { .send($0) })
  }
}
