public import Foundation
public import ManyTimersFeatures

/// What a pressed key asks the app to do.
public enum Command: Equatable, Sendable {
  case timer(UUID, LonelyTimer.Action)
  case startAll
  case stopAll
  case add(TimerRequest)
  case remove(UUID)
  case open(String)
  case document(UUID, TimerDocument.Action)
  case saveAll
}
