import Composable

/// `swift run Counter`: type `start` or `stop`; the end of the input quits.
@main
enum Terminal {
  static func main() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let shown = store.observe(\.count) { print($0) }
    while let line = readLine() {
      switch line {
      case "start": store.send(.start)
      case "stop": store.send(.stop)
      default: print("start or stop?")
      }
    }
    shown.cancel()
  }
}
