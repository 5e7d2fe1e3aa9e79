import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func things(_ table: APIAnswers) {
    table.answer(APITable.getThings) { call, _ in try await call.clients.things.getThings() }
    table.answer(APITable.addThing) { call, input in
      try await call.clients.things.add(input)
    }
    table.do(APITable.editThing) { call, input in
      try await call.clients.things.edit(input.id, input.settings)
    }
    table.answer(APITable.rotateThing) { call, input in
      try await call.clients.things.rotate(input.id)
    }
    table.do(APITable.removeThing) { call, input in
      try await call.clients.things.remove(input.id)
    }
    table.do(APITable.setEvidenceRule) { call, input in
      try await call.clients.things.setRule(input)
    }
  }
}
