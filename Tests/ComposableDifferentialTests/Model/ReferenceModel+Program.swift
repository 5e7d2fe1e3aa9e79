extension ReferenceModel {
  static func trace(of program: Program) -> Trace {
    let model = ReferenceModel()
    for step in program.steps {
      model.perform(step.kind)
      if step.settles { model.settle() }
      model.record(withState: true)
    }
    if program.releasesStore { model.release() } else { model.cancelAll() }
    repeat {
      model.openAll()
      model.settle()
    } while !model.waiting.isEmpty
    model.record(withState: true)
    return model.trace
  }

  private func perform(_ kind: Step.Kind) {
    switch kind {
    case .send(let address, let content): send(address, content)
    case .open(let index): open(index)
    case .cancel(let task, let cascade): cancel(task: task, cascade: cascade)
    case .awaitFinish(let task): awaitFinish(task: task)
    case .cancelAwaiting(let index): cancelAwaiting(index)
    case .cancelAll: cancelAll()
    }
  }
}
