/// A person's phones that receive push messages, through the app on them.
public enum DeviceRules {
  /// Adds the phone, or enables it again, as ``PushRules`` does with a browser.
  ///
  /// An app is signed in for one person at a time, so a person who had the phone before receives
  /// nothing there any more, and their other channels notify them: their alerts are not for other
  /// people's eyes, and they must not believe that they are reached there.
  ///
  /// A token is no secret, though, and a stranger who knows it must not silence a phone. While the
  /// session in which the other person's app registered it is good, both keep it: that person is
  /// notified, and can end the session or remove the channel.
  /// - Parameters:
  ///   - former: the row of this very token, disabled or not.
  ///   - others: the other people who use this token.
  ///   - bound: channels of those others that belong to a good session.
  ///   - session: the session in which the app is signed in; the registration ends with it. Nil for
  ///     a program.
  /// - Throws: ``Refusal/tooManyPushSubscriptions``.
  public static func register(
    _ token: DeviceToken, _ me: Recipient, former: Channel?, others: [Recipient],
    bound: Set<Channel.ID> = [], session: SessionID? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    var decision = try PushRules.add(
      token.text, .apns, me, former: former, session: session, moment: moment)
    for other in others where other.person.id != me.person.id {
      for channel in PushRules.enabled(other, .apns) where channel.address == token.text {
        if bound.contains(channel.id) {
          // Only once: the app sends its token at each start.
          if former == nil { decision.tell(other, shared(channel.id, moment), at: moment) }
          continue
        }
        end(channel, of: other, &decision, moment)
        var rest = other
        rest.channels.removeAll { $0.id == channel.id }
        decision.tell(rest, notice(of: channel.id, moment), at: moment)
      }
    }
    return decision
  }

  /// Sends nothing more to any phone of the caller. A phone cannot identify itself once its token
  /// is gone. The next start of the app restores a phone that was removed wrongly; a phone kept
  /// wrongly would show the person's alerts after it was given away.
  public static func forget(_ me: Recipient, moment: Moment) -> Decision {
    var decision = Decision()
    for channel in PushRules.enabled(me, .apns) { end(channel, of: me, &decision, moment) }
    return decision
  }

  private static func end(
    _ channel: Channel, of owner: Recipient, _ decision: inout Decision, _ moment: Moment
  ) {
    let person = owner.person.id
    decision.events.append(.pushUnsubscribed(person))
    decision.mutations += [
      .disableChannel(channel.id, at: moment.now.storable),
      .withdrawFromChannel(channel.id, person, keepsNotices: false, at: moment.now.storable),
    ]
    decision.touch(person, .channels)
  }

  private static func shared(_ channel: Channel.ID, _ moment: Moment) -> Notice {
    Notice(
      .system, "Another account on your device",
      "Another account receives its messages on one of your devices. Yours still go there too. If you no longer have that device, sign it out.",
      push: .unlessMuted(.information),
      subject: "device:\(channel):shared:\(moment.now.milliseconds)")
  }

  private static func notice(of channel: Channel.ID, _ moment: Moment) -> Notice {
    Notice(
      .system, "Device disconnected",
      "Someone else has signed in on one of your devices. Your messages no longer go there.",
      push: .unlessMuted(.information), subject: "device:\(channel):\(moment.now.milliseconds)")
  }
}
