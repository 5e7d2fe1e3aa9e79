extension Reads {
  public func alertFacts(of id: Person.ID) throws -> AlertFacts {
    let open = try openAlert(of: id, kind: .manual)
    return AlertFacts(
      me: try recipient(id), open: open,
      last: try alerts(of: id, kind: .manual, limit: 1).first,
      responders: try responders(of: id), peers: try peers(of: id),
      escalation: try open.flatMap { try readableEscalation($0.id) })
  }
}
