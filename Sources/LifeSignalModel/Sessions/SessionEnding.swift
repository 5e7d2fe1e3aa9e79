/// A command after which the session that sent it is over: its page becomes a visitor's.
public protocol SessionEnding: Endpoint {}
