import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// Lists in parts, which no page of the app needs.
extension SessionClients {
  /// At most 100.
  func notifications(_ page: APIPage) async throws -> ItemList<NotificationData> {
    try await answering {
      ItemList(
        try await engine.notifications(
          of: person(), before: page.before, limit: min(100, page.limit?.value ?? 100)))
    }
  }

  /// At most ``APILimit/longest``; older ones follow with `next`.
  func alerts(_ page: APIPage) async throws -> ItemList<AlertRecord> {
    try await answering {
      ItemList(
        try await engine.alerts(
          of: person(), before: page.before,
          limit: min(APILimit.longest, page.limit?.value ?? APILimit.longest)))
    }
  }
}

extension ItemList {
  fileprivate init(_ page: Page<Item>) {
    self.init(page.items, next: page.next)
  }
}
