extension Migration {
  /// The language a person's pages and messages speak, as a BCP 47 tag; none until one is known.
  static let language = Migration(
    version: 2, name: "language",
    statements: ["ALTER TABLE people ADD COLUMN language TEXT"])
}
