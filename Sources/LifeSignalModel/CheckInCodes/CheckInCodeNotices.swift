/// Notices about codes on paper.
enum CheckInCodeNotices {
  static func made(_ sheet: CheckInSheet) -> Notice {
    Notice(
      .system, "Check-in codes printed",
      "New check-in codes were made for your account. Earlier ones no longer work.",
      push: .unlessMuted(.information), subject: "codes:\(sheet.id)")
  }

  static func revoked(_ sheet: CheckInSheet) -> Notice {
    Notice(
      .system, "Check-in codes revoked",
      "Your printed check-in codes no longer work.",
      push: .unlessMuted(.information), subject: "codes:\(sheet.id):revoked")
  }

  static func few(_ left: Int, of sheet: CheckInSheet.ID) -> Notice {
    Notice(
      .system, "Few check-in codes left",
      .counting(
        left, one: "\(left) of your printed check-in codes is left. Print new ones soon.",
        other: "\(left) of your printed check-in codes are left. Print new ones soon."),
      push: .unlessMuted(.information), subject: "codes-few:\(sheet)")
  }
}
