public import Foundation

extension Channel {
  /// The channel as it appears to people who may not know of a duress alert that its person has
  /// known of since `date`: nil if it did not exist by then, or was off.
  ///
  /// An address found dead since is shown as working, and a browser or phone added since is hidden,
  /// as it may have been added because of the alert. If the new one only replaced another, the
  /// other is still shown.
  public func asBefore(_ date: Date) -> Channel? {
    if kind.isPush, createdAt >= date { return nil }
    guard let disabledAt else { return self }
    guard off == nil, disabledAt >= date else { return nil }
    var channel = self
    channel.disabledAt = nil
    return channel
  }
}
