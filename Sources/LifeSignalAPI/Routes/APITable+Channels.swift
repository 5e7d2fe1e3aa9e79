import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// A person's own channels.
extension APITable {
  public static let getChannels = APIRoute<Empty, ChannelList>(.get, "/channels")
  public static let sendChannelCode = APIRoute<ChannelCodeRequest, SendCodeAnswer>(
    .post, "/channels/codes")
  public static let verifyChannel = APIRoute<CodeRequest, Empty>(.post, "/channels")
  public static let moveChannel = APIRoute<MoveChannelRequest, Empty>(.post, "/channels/{id}/move")
  public static let setChannelOn = APIRoute<SwitchChannelRequest, Empty>(.put, "/channels/{id}/on")
  public static let setChannelQuiet = APIRoute<QuietChannelRequest, Empty>(
    .put, "/channels/{id}/quiet")
  public static let testChannel = APIRoute<ChannelReference, Empty>(.post, "/channels/{id}/test")
  public static let removeChannel = APIRoute<ChannelReference, Empty>(.delete, "/channels/{id}")
  public static let setQuietHours = APIRoute<QuietHoursRequest, Empty>(.put, "/user/quiet-hours")

  static let channels = [
    getChannels.description, sendChannelCode.description, verifyChannel.description,
    moveChannel.description, setChannelOn.description, setChannelQuiet.description,
    testChannel.description, removeChannel.description, setQuietHours.description,
  ]
}
