import Foundation
import LifeSignalModel

extension SQLTransaction {
  func replaceSecret(_ name: String, _ value: Data) throws {
    try session.change(Statements.replace, [.text(name), .bytes(value)])
  }
}

private enum Statements {
  static let replace: SQLText = """
    INSERT INTO secrets (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """
}
