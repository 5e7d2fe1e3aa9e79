import HTTPTypes
public import LifeSignalModel

/// A person's own channels.
extension APITable {
  public static let getChannels = APIRoute<Empty, ChannelList>(
    "getChannels", .get, "/channels",
    "Lists how the person is reached, in order, with quiet hours and readiness.",
    by: .token(.read))
  /// Only people themselves may add, remove and silence the channels for alerts.
  public static let sendChannelCode = APIRoute<ChannelCodeRequest, SendCodeAnswer>(
    "sendChannelCode", .post, "/channels/codes",
    "Sends a code to an address. Nothing else is sent there before it is verified.",
    by: .session)
  public static let verifyChannel = APIRoute<CodeRequest, Empty>(
    "verifyChannel", .post, "/channels",
    "Adds the channel the code was sent to. From then on messages go there.",
    by: .session)
  public static let moveChannel = APIRoute<MoveChannelRequest, Empty>(
    "moveChannel", .post, "/channels/{id}/move",
    "Moves a channel one place earlier or later.",
    by: .token(.account))
  public static let setChannelOn = APIRoute<SwitchChannelRequest, Empty>(
    "setChannelOn", .put, "/channels/{id}/on",
    "Switches a channel off, or on again.",
    by: .session)
  public static let setChannelQuiet = APIRoute<QuietChannelRequest, Empty>(
    "setChannelQuiet", .put, "/channels/{id}/quiet",
    "Sets what quiet hours mean for a channel.",
    by: .session)
  public static let testChannel = APIRoute<ChannelReference, Empty>(
    "testChannel", .post, "/channels/{id}/test",
    "Sends a message to one channel alone. How far it has come is in the list.",
    by: .token(.account))
  public static let removeChannel = APIRoute<ChannelReference, Empty>(
    "removeChannel", .delete, "/channels/{id}",
    "Removes a channel for good; never the last one an alarm can come by.",
    by: .session)
  public static let setQuietHours = APIRoute<QuietHoursRequest, Empty>(
    "setQuietHours", .put, "/user/quiet-hours",
    "Sets the quiet hours, at most 16 hours of every day; null for none.",
    by: .token(.account))

  static let channels = [
    getChannels.description, sendChannelCode.description, verifyChannel.description,
    moveChannel.description, setChannelOn.description, setChannelQuiet.description,
    testChannel.description, removeChannel.description, setQuietHours.description,
  ]
}
