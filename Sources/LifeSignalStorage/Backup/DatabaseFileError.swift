/// Why a database file cannot be copied, put in place or changed as a whole. Shown to an operator.
public enum DatabaseFileError: Error, Equatable, Sendable {
  /// A server, or another program, has the database open.
  case inUse
  /// A restore or a migration is working on it.
  case beingChanged
  /// There is a file already.
  case exists(String)
  /// A copy of the database would replace the database, or a file that belongs to it.
  case ofTheDatabase(String)
  case cannotRead(String, reason: String)
  case cannotWrite(String, reason: String)
  /// SQLite's own check found these problems.
  case damaged(String, problems: [String])
  /// A database, but not one of LifeSignal's, or of a release that never existed.
  case foreign(String)
  /// A later release has changed the schema.
  case newerSchema(found: Int, known: Int)
  /// A copy would leave too little room for the database itself; bytes.
  case noRoom(String, free: Int64, needed: Int64)
  /// The written copy differs from its source.
  case differs(String)
}

extension DatabaseFileError {
  /// Advice for a damaged database.
  public static let wayBack =
    "Keep the file, look at the disk, and put a backup in its place with `lifesignal restore`"
}

extension DatabaseFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inUse:
      "The database is open in a server or another program. Stop it first."
    case .beingChanged:
      "The database is being restored or migrated. Try again when that is done."
    case .exists(let file):
      "\(file) exists. Choose another name, or use --force to replace it."
    case .ofTheDatabase(let file):
      "\(file) is the database itself, or belongs to it. Choose another name."
    case .cannotRead(let file, let reason):
      "\(file) cannot be read: \(reason)."
    case .cannotWrite(let file, let reason):
      "\(file) cannot be written: \(reason). Check the folder, the permissions and the disk."
    case .damaged(let file, let problems):
      "\(file) is damaged: \(problems.joined(separator: "; "))."
    case .foreign(let file):
      "\(file) is no database of LifeSignal's."
    case .newerSchema(let found, let known):
      "It has schema \(found), this version knows up to \(known). Use the newer version."
    case .noRoom(let file, let free, let needed):
      "There is no room for \(file): \(free / 1_000_000) MB are free, \(needed / 1_000_000) MB are needed,"
        + " so that the server can continue to write. Free some space, or use --make-room."
    case .differs(let file):
      "What was written to \(file) is not what was read. Nothing is kept; check the disk."
    }
  }
}
