import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  static var channels: ChannelsFeature.State {
    var state = ChannelsFeature.State()
    state.list = ChannelList(
      channels: [
        ChannelData(
          id: "81", kind: .webPush, address: "https://push.example.org", quiet: .ignored,
          createdAt: now, test: .init(sentAt: now, stage: .shown)),
        ChannelData(id: "82", kind: .sms, address: "+12125550142", createdAt: now),
        ChannelData(
          id: "83", kind: .email, address: "sarah@example.org", state: .unverified, createdAt: now),
        ChannelData(
          id: "84", kind: .voice, address: "+12125550142", state: .off, createdAt: now),
        ChannelData(id: "85", kind: .ntfy, address: "sarah-alarms", state: .dead, createdAt: now),
      ],
      quietHours: QuietHours(
        from: TimeOfDay(minutes: 1_320)!, until: TimeOfDay(minutes: 420)!,
        zone: Zone("America/New_York")!),
      offered: [.sms, .email, .webhook],
      readiness: Readiness(score: 80, weakest: .oneResponder, drilledAt: now))
    return state
  }

  static var addingChannel: ChannelsFeature.State {
    var state = channels
    state.adding = .init(kind: .email, address: "sarah@")
    state.adding?.problem = "Please enter a valid e-mail address."
    return state
  }

  static var verifyingChannel: ChannelsFeature.State {
    var state = channels
    state.adding = .init(kind: .email, address: "sarah@example.org")
    state.adding?.verificationID = "v"
    state.adding?.code = "123-4"
    return state
  }

  static var removingChannel: ChannelsFeature.State {
    var state = channels
    state.removing = state.list?.channels.last
    return state
  }
}
