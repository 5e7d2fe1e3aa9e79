public import LifeSignalModel

extension LedgerTransaction {
  /// Updates everything but its owner, its kind and its address. False if there is none with this
  /// id.
  public func update(_ channel: Channel) throws -> Bool { try update(channel, from: channel) }

  public func deleteChannel(_ id: Channel.ID) throws -> Bool { try delete(Channel.self, id) }

  /// Stores another end; false when there is no such pause.
  public func update(_ pause: PauseRecord) throws -> Bool { try update(pause, from: pause) }
}
