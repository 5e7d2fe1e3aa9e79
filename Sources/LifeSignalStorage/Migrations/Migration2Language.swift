extension Migration {
  /// The language of a person's pages and messages, as a BCP 47 tag; NULL until it is known.
  static let language = Migration(
    version: 2, name: "language",
    statements: ["ALTER TABLE people ADD COLUMN language TEXT"])
}
