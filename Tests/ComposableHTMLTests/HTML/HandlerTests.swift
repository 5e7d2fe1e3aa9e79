import ComposableHTML
import Testing

private enum Child: Equatable { case tapped }
private enum Parent: Equatable {
  case child(Int, Child)
  case typed(String)
  case toggled(Bool)
}

private struct ChildPage: HTML {
  let number: Int
  let send: ActionSender<Child>
  var body: some HTML {
    button(id: "child-\(number)") { "Tap" }.on(.click, send(.tapped))
  }
}

private struct ParentPage: HTML {
  var numbers = [1, 2]
  var isDisabled = false
  let send: ActionSender<Parent>

  var body: some HTML {
    for number in numbers {
      ChildPage(number: number, send: send.map { .child(number, $0) })
    }
    input(id: "field", .disabled(isDisabled))
      .on(.input, send { .typed($0) })
      .on(.toggle, send { .toggled($0) })
      .on(.input, send(.typed("a second handler")))
  }
}

private final class Received { var actions: [Parent] = [] }

struct HandlerTests {
  private let received = Received()
  private var send: ActionSender<Parent> {
    ActionSender { [received] in received.actions.append($0) }
  }

  private func event(_ target: String, _ name: String, value: String? = nil) -> ClientEvent {
    ClientEvent(id: "", target: target, name: name, value: value)
  }

  @Test func `an event reaches the element it names, as the root's action`() {
    let page = ParentPage(send: send)
    #expect(page.handle(event("child-2", "click")))
    #expect(page.handle(event("field", "input", value: "abc")))
    #expect(received.actions == [.child(2, .tapped), .typed("abc")])
  }

  @Test func `an event for what is gone, or does not listen, is dropped`() {
    let page = ParentPage(numbers: [2], send: send)
    #expect(!page.handle(event("child-1", "click")))
    #expect(!page.handle(event("child-2", "input", value: "x")))
    #expect(!page.handle(event("nobody", "click")))
    #expect(received.actions.isEmpty)
  }

  @Test func `a disabled element hears nothing, whatever the browser says`() {
    let page = ParentPage(isDisabled: true, send: send)
    #expect(!page.handle(event("field", "input", value: "x")))
    #expect(received.actions.isEmpty)
  }

  @Test func `an event that lacks what the handler needs is dropped`() {
    let page = ParentPage(send: send)
    #expect(!page.handle(event("field", "input")))
    #expect(!page.handle(event("field", "toggle", value: "yes")))
    #expect(received.actions.isEmpty)
  }

  @Test func `the page says what its elements listen for`() {
    let markup = button(id: "b") {}
      .on(.click, ActionSender<Parent>.nowhere(.typed("")))
      .on(.hold(milliseconds: 3000), ActionSender<Parent>.nowhere(.typed("")))
      .rendered()
    #expect(markup == "<button id=\"b\" data-on=\"click hold\" data-hold=\"3000\"></button>")
  }

  @Test func `looking for a handler writes nothing and finds it behind any piece`() {
    let hidden = AnyHTML(ForEach([1]) { ChildPage(number: $0, send: send.map { .child(9, $0) }) })
    let page = div { Optional(hidden) }
    #expect(page.handle(event("child-1", "click")))
    #expect(received.actions == [.child(9, .tapped)])
  }
}
