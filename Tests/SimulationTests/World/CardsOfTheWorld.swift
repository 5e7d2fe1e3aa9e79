import Foundation
import LifeSignalEngine
import LifeSignalModel

/// One watched person has a card of codes, printed for some of their responders. They type a code
/// anywhere, now and then because someone forces them; again when no answer came, and long after it
/// is used up.
struct CardsOfTheWorld: Sendable {
  let world: Simulation

  private var chance: Chance { world.chance }

  func live() async {
    let person = chance.one(of: Template.watched)
    var card: NewCheckInSheet?
    var places = 0
    await world.clock.wait(chance.number(in: 0...600))
    while !Task.isCancelled {
      if let sheet = card, chance.happens(0.9) {
        places += 1
        await type(from: sheet, at: "place \(places)")
      } else {
        card = await printed(for: person) ?? card
      }
      await world.clock.wait(chance.number(in: 60...1_200))
    }
  }

  private func printed(for person: Person.ID) async -> NewCheckInSheet? {
    var told = Template.responders(of: person)
    if chance.happens(0.5) { told = [chance.one(of: told)] }
    return await world.ask(MakeCheckInCodes(told: told), by: person, "card")
  }

  private func type(from sheet: NewCheckInSheet, at place: String) async {
    let isSilent = chance.happens(0.3)
    let groups = sheet.groups.enumerated()
      .filter { ($0.offset == sheet.silentGroup) == isSilent }.map(\.element)
    let code = chance.one(of: groups.flatMap { $0 })
    for _ in 0..<4 where !Task.isCancelled {
      // Somewhere else each time: wrong ones are counted, and this is not what is tried here.
      let typed = await world.type(code, at: place, isSilent ? "silent code" : "code")
      if let typed { return world.acknowledge(typed) }
      await world.clock.wait(chance.number(in: 0.5...30))
    }
  }
}
