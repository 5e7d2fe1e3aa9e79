import ArgumentParser
import Foundation
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

struct Login: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sign in on this machine.",
    discussion: """
      With a phone number or an e-mail address and the code that is sent to it, whichever this server \
      offers, or with --token and an access token from your profile. Kept in ~/.config/lifesignal/credentials.json, for you alone. Scripts can set \
      LIFESIGNAL_TOKEN instead.
      """)

  @OptionGroup var options: ClientOptions

  @Option(help: ArgumentHelp("Your phone number; asked for without it.", valueName: "number"))
  var phone: String?

  @Option(help: ArgumentHelp("Your e-mail address, in place of a number.", valueName: "address"))
  var email: String?

  @Option(
    help: ArgumentHelp(
      "The number's country, such as US, DE or IN, if it does not begin with +.",
      valueName: "country"))
  var country = "US"

  @Flag(help: "Read an access token from standard input.")
  var token = false

  func run() async throws {
    try await options.run(needsSignIn: false) { client in
      try await token ? keepToken(client) : signIn(client)
      if client.json {
        try sayJSON(["server": client.server.absoluteString])
      } else {
        say("Signed in to \(client.server.absoluteString).")
      }
    }
  }

  private func signIn(_ client: Client) async throws {
    guard let region = Region(code: country) else {
      throw ClientFailure(.usage, "A country is two letters, such as US, DE or IN.")
    }
    if client.connection.session.credential != nil {
      throw ClientFailure(
        .usage, "You are signed in already. Please run `lifesignal logout` first.")
    }
    guard phone == nil || email == nil else {
      throw ClientFailure(.usage, "Please give either --phone or --email.")
    }
    guard let address = phone ?? email ?? ask("Phone number or e-mail address:"), !address.isEmpty
    else {
      throw ClientFailure(.usage, "A phone number or an e-mail address is needed.")
    }
    let (id, place) = try await sendCode(to: address, region, client)
    guard let code = ask("The code that was sent to \(place):"), !code.isEmpty else {
      throw ClientFailure(.usage, "The code is needed.")
    }
    try await client.clients.auth.verifyCode(code, id)
  }

  /// - Returns: the verification's id, and the address as it is shown.
  private func sendCode(
    to address: String, _ region: Region, _ client: Client
  ) async throws -> (String, String) {
    guard email == nil, !address.contains("@") else {
      let sent = try await client.clients.perform(RequestEmailCode(email: address))
      return (sent.verificationID.rawValue, address)
    }
    return (
      try await client.clients.auth.sendVerificationCode(address, region),
      PhoneNumber(address, region: region)?.display ?? address
    )
  }

  /// Never an argument: anyone who lists the machine's processes would read it.
  private func keepToken(_ client: Client) async throws {
    guard let text = ask("Access token:"), let token = AccessTokenText(text: text) else {
      throw ClientFailure(.usage, "This is no access token; one begins with lsp_.")
    }
    let session = APISession(APICredential(token: token.text, person: "", session: ""))
    let person = try await whose(client.asking(with: session))
    try client.file.save(
      .init(
        server: client.server,
        credential: APICredential(token: token.text, person: person, session: "")))
  }

  /// Not every token may read its owner's record; but every valid one is accepted.
  private func whose(_ client: Client) async throws -> Person.ID {
    do {
      return try await client.clients.user.currentUser().id
    } catch Refusal.insufficientScope {
      return ""
    }
  }
}

struct Logout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sign out on this machine.",
    discussion: "A session ends. An access token is forgotten here; revoke it in your profile.")

  @OptionGroup var options: ClientOptions

  func run() async throws {
    try await options.run { client in
      guard client.isSignedInByFile else {
        throw ClientFailure(
          .usage, "LIFESIGNAL_TOKEN says who asks; there is nothing to sign out of.")
      }
      do {
        try await client.clients.auth.signOut()
      } catch Refusal.sessionRequired {
        // An access token: forgotten here, revoked in the profile.
        try client.file.save(nil)
      }
      if !client.json { say("Signed out.") }
    }
  }
}
