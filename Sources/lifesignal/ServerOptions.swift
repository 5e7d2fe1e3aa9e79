import ArgumentParser
import LifeSignalServer

/// The server's options on the command line; the doctor understands the same.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("JSON file with settings.", valueName: "file"))
  var configuration: String?

  @Option(help: "Address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "Port to listen on; 0 takes any free one. (default: 8080)")
  var port: Int?

  @Flag(help: "A proxy in front ends TLS and sets X-Forwarded-For.")
  var behindProxy = false

  @Option(help: ArgumentHelp("PEM file with the certificate chain.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("PEM file with the certificate's key.", valueName: "file"))
  var privateKey: String?

  @Option(help: ArgumentHelp("SQLite file. (default: lifesignal.sqlite)", valueName: "file"))
  var database: String?

  @Flag(help: "Three demo people, codes on the console, and a clock that can be advanced.")
  var demo = false

  @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
  var logLevel: String?

  @Option(
    help: ArgumentHelp(
      "Asked for regularly while all is well, so that an outside watcher notices our death.",
      valueName: "url"))
  var heartbeatUrl: String?

  @Option(help: ArgumentHelp("Seconds between two heartbeats. (default: 60)", valueName: "seconds"))
  var heartbeatInterval: Int?

  @Option(
    help: ArgumentHelp(
      "Who may open an account: invited, open or closed. (default: invited)", valueName: "whom"))
  var registration: String?

  @Flag(help: "Webhooks may lead into private networks and to this machine.")
  var allowPrivateWebhooks = false

  var arguments: Settings.Arguments {
    var arguments = Settings.Arguments()
    arguments.configurationFile = configuration
    arguments.host = host
    arguments.port = port
    arguments.isBehindProxy = behindProxy ? true : nil
    arguments.certificate = certificate
    arguments.privateKey = privateKey
    arguments.database = database
    arguments.isDemo = demo ? true : nil
    arguments.logLevel = logLevel
    arguments.heartbeatURL = heartbeatUrl
    arguments.heartbeatInterval = heartbeatInterval
    arguments.registration = registration
    arguments.allowsPrivateWebhooks = allowPrivateWebhooks ? true : nil
    return arguments
  }
}
