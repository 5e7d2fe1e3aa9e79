/// Two texts line by line, as a review shows them: what went, what came, and a little around it.
struct LineDifference: CustomStringConvertible {
  private enum Line {
    case same(String)
    case removed(String)
    case added(String)
  }

  private var lines: [Line] = []
  private static let around = 3

  init(from old: [String], to new: [String]) {
    let difference = new.difference(from: old)
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if added.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.same(new[right]))
        left += 1
        right += 1
      }
    }
  }

  var description: String {
    var shown: [String] = []
    var last = -1
    for index in lines.indices where isNearChange(index) {
      if index > last + 1 { shown.append("…") }
      last = index
      switch lines[index] {
      case .same(let line): shown.append("  " + line)
      case .removed(let line): shown.append("- " + line)
      case .added(let line): shown.append("+ " + line)
      }
    }
    return shown.joined(separator: "\n")
  }

  private func isNearChange(_ index: Int) -> Bool {
    let range = max(0, index - Self.around)...min(lines.count - 1, index + Self.around)
    return lines[range].contains { if case .same = $0 { false } else { true } }
  }
}
