public import Foundation

extension Channel {
  /// As it shows to those who may not know of a silent alarm that its person has known of since `date`:
  /// nil where it was not there by then, or off.
  ///
  /// An address found dead since is not dead yet, and a browser or phone that has come since may have
  /// come because of it. Where that one has only taken another's place, the other is there still.
  public func asBefore(_ date: Date) -> Channel? {
    if kind.isPush, createdAt >= date { return nil }
    guard let disabledAt else { return self }
    guard off == nil, disabledAt >= date else { return nil }
    var channel = self
    channel.disabledAt = nil
    return channel
  }
}
