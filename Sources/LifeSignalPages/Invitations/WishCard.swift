import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// What granting the wish of an invitation means, in three lines.
struct WishCard: HTML {
  let offer: InvitationOffer

  var body: some HTML {
    let name = offer.inviterName
    ul(id: "wish-meaning", .class("card list")) {
      if offer.wish == .watchOverYou {
        line(
          .clock, "You check in as often as you choose",
          "If you miss a check-in, we contact \(name).")
        line(
          .phone, "\(name) calls you, or comes and looks",
          "They see your phone number and your status.")
        line(.shield, "You can stop at any time", "\(name) will know that you have stopped.")
      } else {
        line(.clock, "\(name) will check in regularly", howOften)
        line(
          .phone, "You call \(name), or go and look",
          "You see their phone number and their status.")
        line(.shield, "You can stop at any time", "\(name) will know that you have stopped.")
      }
    }
  }

  private var howOften: Phrase {
    guard let interval = offer.interval else {
      return "At the times of day they choose. If they miss one, we contact you."
    }
    return "At most \(Countdown.interval(interval)) apart. If they miss one, we contact you."
  }

  private func line(_ icon: Glyph, _ title: Phrase, _ more: Phrase) -> some HTML {
    li(.class("row tall")) {
      div(.class("row-main")) {
        span(.class("kind look")) { Icon(icon) }
        span(.class("grow")) {
          b { title }
          span(.class("when")) { more }
        }
      }
    }
  }
}

extension InvitationOffer {
  var inviterName: Phrase { inviter.map { Phrase(verbatim: $0) } ?? "This person" }

  /// The wish as its maker would say it.
  var question: Phrase {
    wish == .watchOverYou
      ? "\(inviterName) asks: may I watch over you?"
      : "\(inviterName) asks: will you watch over me?"
  }

  /// The button that grants it.
  var agreement: Phrase {
    wish == .watchOverYou
      ? "Yes, \(inviterName) may watch over me" : "Yes, I’ll watch over \(inviterName)"
  }
}
