extension Decision {
  /// Enters on both sides which person has become a responder, or is one no longer.
  mutating func recordResponders(
    from old: (Relation?, Relation?), to new: (Relation?, Relation?), at moment: Moment
  ) {
    for (before, after) in [(old.0, new.0), (old.1, new.1)] {
      guard let side = after ?? before else { continue }
      let was = before?.isResponder ?? false
      let isNow = after?.isResponder ?? false
      guard was != isNow else { continue }
      record(
        isNow ? .responderAdded : .responderRemoved, of: side.owner, with: side.peer, at: moment)
    }
  }
}
