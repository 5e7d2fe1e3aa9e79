import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func thing(_ id: Thing.ID) -> Thing? { tables.things.first { $0.id == id } }

  func thing(tokenHash: Data) -> Thing? { tables.things.first { $0.tokenHash == tokenHash } }

  func things(of person: Person.ID) -> [Thing] {
    tables.things.filter { $0.person == person }.sorted { $0.id < $1.id }
  }

  func evidenceRule(of person: Person.ID) -> EvidenceRule? { tables.evidenceRules[person] }

  func insert(_ thing: Thing) -> Bool {
    guard self.thing(thing.id) == nil, self.thing(tokenHash: thing.tokenHash) == nil else {
      return false
    }
    tables.things.append(thing)
    return true
  }

  func update(_ thing: Thing, from old: Thing) -> Bool {
    guard thing.id == old.id, thing.person == old.person else { return false }
    return change(&tables.things, { $0.id == old.id && $0.gen == old.gen }) { $0 = thing }
  }

  func deleteThing(_ id: Thing.ID, of person: Person.ID) -> Bool {
    let before = tables.things.count
    tables.things.removeAll { $0.id == id && $0.person == person }
    return tables.things.count < before
  }

  func setEvidenceRule(_ rule: EvidenceRule, of person: Person.ID) {
    tables.evidenceRules[person] = rule
  }
}
