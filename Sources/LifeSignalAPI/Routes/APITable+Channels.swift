import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// A person's own channels.
extension APITable {
  public static let getChannels = APIRoute<Empty, ChannelList>(
    .get, "/channels", by: .token(.read))
  /// Where alarms go to is for people alone to add, to remove and to silence.
  public static let sendChannelCode = APIRoute<ChannelCodeRequest, SendCodeAnswer>(
    .post, "/channels/codes", by: .session)
  public static let verifyChannel = APIRoute<CodeRequest, Empty>(
    .post, "/channels", by: .session)
  public static let moveChannel = APIRoute<MoveChannelRequest, Empty>(
    .post, "/channels/{id}/move", by: .token(.account))
  public static let setChannelOn = APIRoute<SwitchChannelRequest, Empty>(
    .put, "/channels/{id}/on", by: .session)
  public static let setChannelQuiet = APIRoute<QuietChannelRequest, Empty>(
    .put, "/channels/{id}/quiet", by: .session)
  public static let testChannel = APIRoute<ChannelReference, Empty>(
    .post, "/channels/{id}/test", by: .token(.account))
  public static let removeChannel = APIRoute<ChannelReference, Empty>(
    .delete, "/channels/{id}", by: .session)
  public static let setQuietHours = APIRoute<QuietHoursRequest, Empty>(
    .put, "/user/quiet-hours", by: .token(.account))

  static let channels = [
    getChannels.description, sendChannelCode.description, verifyChannel.description,
    moveChannel.description, setChannelOn.description, setChannelQuiet.description,
    testChannel.description, removeChannel.description, setQuietHours.description,
  ]
}
