import HTTPTypes
public import LifeSignalModel

/// A person's own channels.
extension APITable {
  /// Only people themselves may add channels for alerts.
  public static let sendChannelCode = APIRoute<ChannelCodeRequest, SendCodeAnswer>(
    "sendChannelCode", .post, "/channels/codes",
    "Sends a code to an address. Nothing else is sent there before it is verified.",
    by: .session)
  public static let verifyChannel = APIRoute<CodeRequest, Empty>(
    "verifyChannel", .post, "/channels",
    "Adds the channel the code was sent to. From then on messages go there.",
    by: .session)

  static let channels = [sendChannelCode.description, verifyChannel.description]
}
