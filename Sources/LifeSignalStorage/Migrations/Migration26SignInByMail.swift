extension Migration {
  /// The e-mail address with which a person signs in. An account may have one in place of a phone number.
  ///
  /// The column of numbers stays NOT NULL and unique: an account without a number has `none:<id>` there, which
  /// is no number to any release. The previous release keeps such an account and its address as they are, and
  /// its person signs in with a passkey there.
  static let signInByMail = Migration(
    version: 26, name: "sign-in-by-mail",
    statements: [
      "ALTER TABLE people ADD COLUMN email TEXT",
      "CREATE UNIQUE INDEX people_email ON people (email) WHERE email IS NOT NULL",
    ])
}
