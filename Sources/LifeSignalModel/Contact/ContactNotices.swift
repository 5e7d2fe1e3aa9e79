import Foundation

/// Notices about relations and roles. `other` is the person the notice is about.
enum ContactNotices {
  /// To the person asked. Names the requested role, and nothing else about the sender.
  /// - Parameters:
  ///   - relation: the roles of the person asked, as the asker wants them.
  ///   - isSent: whether a message also goes to their channels: see ``RequestMessages``.
  static func requested(
    by other: Person, asks relation: Relation, isSent: Bool, at now: Date
  ) -> Notice {
    let (wish, message): (Phrase, Phrase) =
      switch (relation.isResponder, relation.isDependent) {
      case (true, true):
        (
          "\(other.name) wants the two of you to be each other's responders.",
          "\(other.name) wants you to look out for each other. Open LifeSignal to accept or decline."
        )
      case (true, false):
        (
          "\(other.name) would like you to be their responder.",
          "\(other.name) asks you to be their responder. Open LifeSignal to accept or decline."
        )
      default:
        (
          "\(other.name) would like to be your responder.",
          "\(other.name) asks to be your responder. Open LifeSignal to accept or decline."
        )
      }
    var notice = notice(.contactAddedYou, "Contact request", wish, other, RequestMessages.step, now)
    notice.pushBody = message
    notice.push = isSent ? .unlessMuted(.information) : .never
    return notice
  }

  /// To the person who asked: the other one is their responder from now on.
  static func agreed(
    _ other: Person, from old: Relation, to new: Relation, at now: Date
  ) -> Notice {
    var notice = rolesChanged(of: other, from: old, to: new, at: now)
    notice.pushTitle = "Contact request accepted"
    notice.pushBody = "\(other.name) has accepted your request."
    notice.push = .unlessMuted(.information)
    return notice
  }

  static func added(_ other: Person, at now: Date) -> Notice {
    notice(
      .contactAdded, "Contact added", "You have added \(other.name) to your contacts.", other,
      "added", now)
  }

  /// To the side that had asked.
  static func accepted(by other: Person, at now: Date) -> Notice {
    var notice = notice(
      .contactAdded, "Contact added", "You have added \(other.name) to your contacts.", other,
      "accepted", now)
    notice.pushTitle = "Contact request accepted"
    notice.pushBody = "\(other.name) has accepted your request."
    notice.push = .unlessMuted(.information)
    return notice
  }

  /// To the person who has granted a wish.
  static func granted(_ wish: Invitation.Wish, of other: Person, at now: Date) -> Notice {
    notice(
      .contactAdded, "Contact added",
      wish == .watchOverMe
        ? "You now watch over \(other.name)." : "\(other.name) now watches over you.",
      other, "granted", now)
  }

  /// To the member who made the invitation. They learn only now who has accepted it, so it also goes to
  /// their channels.
  static func granted(_ wish: Invitation.Wish, by other: Person, at now: Date) -> Notice {
    var notice = notice(
      .contactAdded, "Invitation accepted",
      wish == .watchOverMe
        ? "\(other.name) has accepted your invitation and now watches over you."
        : "\(other.name) has accepted your invitation. You now watch over them.",
      other, "granted", now)
    notice.push = .unlessMuted(.information)
    return notice
  }

  static func addedYou(_ other: Person, at now: Date) -> Notice {
    notice(
      .contactAddedYou, "New contact", "\(other.name) has added you as a contact.", other,
      "added", now)
  }

  static func removed(_ other: Person, at now: Date) -> Notice {
    notice(
      .contactRemoved, "Contact removed", "You have removed \(other.name) from your contacts.",
      other, "removed", now)
  }

  static func removedYou(_ other: Person, at now: Date) -> Notice {
    notice(
      .contactRemovedYou, "Contact removed", "\(other.name) has removed you as a contact.", other,
      "removed", now)
  }

  static func rolesChanged(of other: Person, from old: Relation, to new: Relation, at now: Date)
    -> Notice
  {
    let (title, message) = roleTexts(other.name, from: old, to: new)
    return notice(.roleChangedByYou, title, message, other, "roles", now)
  }

  static func roleUpdate(by other: Person, at now: Date) -> Notice {
    notice(
      .roleChangedByOther, "Role update",
      "\(other.name) has changed your role.", other, "roles", now)
  }

  private static func roleTexts(_ name: String, from old: Relation, to new: Relation) -> (
    Phrase, Phrase
  ) {
    let responderChanged = old.isResponder != new.isResponder
    let dependentChanged = old.isDependent != new.isDependent
    if responderChanged, dependentChanged {
      return ("Contact role updated", "\(name)'s roles have been updated.")
    }
    if responderChanged, new.isResponder, new.isDependent {
      return ("Contact role updated", "\(name) is now both a responder and a dependent.")
    }
    if responderChanged {
      return new.isResponder
        ? ("Responder added", "\(name) can now respond to your alerts.")
        : ("Responder removed", "\(name) will no longer respond to your alerts.")
    }
    return new.isDependent
      ? ("Dependent added", "You can now check on \(name).")
      : ("Dependent removed", "You will no longer check on \(name).")
  }

  private static func notice(
    _ event: NotificationEvent, _ title: Phrase, _ message: Phrase, _ other: Person,
    _ step: String, _ now: Date
  ) -> Notice {
    var notice = Notice(
      event, title, message, subject: "\(step):\(other.id):\(now.milliseconds)")
    notice.relatedContact = other.id
    return notice
  }
}

extension Notice {
  /// The same notice, sent also to the channels of a person who loses a responder. If it was their last one, it
  /// goes also to those who have switched such messages off, and is tried for a day; see
  /// ``Delivery/Premise/withoutResponders``.
  func losingResponder(_ message: Phrase, isLast: Bool) -> Notice {
    var notice = self
    notice.pushTitle = "Responder removed"
    guard isLast else {
      notice.pushBody = message
      notice.push = .unlessMuted(.information)
      return notice
    }
    notice.pushBody = "\(message) You have no responders, so no one will be contacted."
    notice.push = .always(.recovery)
    notice.subject += ":\(Delivery.lastResponder)"
    return notice
  }
}
