extension LocalDate {
  /// The day and the month, for messages about the coming weeks.
  public var phrase: Phrase {
    let day = String(day)
    return switch month {
    case 1: "\(day) January"
    case 2: "\(day) February"
    case 3: "\(day) March"
    case 4: "\(day) April"
    case 5: "\(day) May"
    case 6: "\(day) June"
    case 7: "\(day) July"
    case 8: "\(day) August"
    case 9: "\(day) September"
    case 10: "\(day) October"
    case 11: "\(day) November"
    default: "\(day) December"
    }
  }
}
