/// The shapes of our icons: one path each, drawn with a round pen on a field of 24 by 24.
package enum Glyph: String, CaseIterable {
  case shield = "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.8 12l2.2 2.2 4.2-4.4"
  case pulse = "M3 12h4l3-8 4 16 3-8h4"
  case people =
    "M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20c.6-4 3.2-6 6.5-6s5.9 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.7 3.5 5.5"
  case person = "M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c.8-4.5 4-7 8-7s7.2 2.5 8 7"
  case personPlus =
    "M6 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2.5 21c.7-4.5 3.7-7 7.5-7 1.7 0 3.2.5 4.5 1.4M18.5 14v7M15 17.5h7"
  case personMinus =
    "M6 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2.5 21c.7-4.5 3.7-7 7.5-7 1.7 0 3.2.5 4.5 1.4M15 18h7"
  case bell = "M6 16V10a6 6 0 0 1 12 0v6l2 2H4zM10 21h4"
  case bellOff =
    "M6 16V10a6 6 0 0 1 1-3.3M9.5 4.5A6 6 0 0 1 18 10v4M16.5 18H4l2-2M10 21h4M4 3l16 18"
  case inbox =
    "M4 13l3-9h10l3 9v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 13h5l1 3h4l1-3h5"
  case clock = "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 2"
  case alert = "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16.5v.01"
  case check = "M5 12.5l4.5 4.5L19 7.5"
  case phone =
    "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 4 5a1 1 0 0 1 1-1z"
  case chat = "M4 5h16v11H9l-5 4z"
  case pause = "M8.5 5v14M15.5 5v14"
  case route =
    "M4 18.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M16 5.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 18.5h7a3.5 3.5 0 0 0 0-7H9a3 3 0 0 1 0-6h7"
  case plus = "M12 5v14M5 12h14"
  case cross = "M6 6l12 12M18 6L6 18"
  case sliders =
    "M4 7h8M18 7h2M4 17h2M12 17h8M12 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6 17a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
  case sort = "M4 7h16M7 12h10M10 17h4"
  case back = "M15 5l-7 7 7 7"
  case forward = "M9 5l7 7-7 7"
  case down = "M5 9l7 7 7-7"
  case refresh = "M20 11a8 8 0 1 0-1 5M20 4v7h-7"
  case eye =
    "M2.5 12C4.5 8 8 5.5 12 5.5S19.5 8 21.5 12c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
  case leave = "M14 4H5v16h9M10 12h11M17 8l4 4-4 4"
  case pen = "M4 20l1-5L16 4l4 4L9 19z"
  case key = "M3.5 15a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M11.5 12L20 3.5M16 8l3 3"
  case book = "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11"
  case info = "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v5M12 8v.01"
  case qr =
    "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v.01M17.5 20h2.5v-2.5M14 20v.01"
  case share = "M12 15V3.5M7.5 8L12 3.5 16.5 8M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7"
  case copy =
    "M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM4.5 15.5V4a1 1 0 0 1 1-1H16"
  case link =
    "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1"
  case download = "M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14"
  case picture = "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9v.01"
  case torch = "M8 3h8v4l-2 3v10a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V10L8 7zM12 13v2"
  case keyboard = "M3 7h18v10H3zM7 10.5v.01M11 10.5v.01M15 10.5v.01M18 10.5v.01M8 14h8"
  case more = "M5 12v.01M12 12v.01M19 12v.01"
  case search = "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5L21 21"
  case device = "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2"
  case computer = "M4 5h16v10H4zM2.5 19h19"
  case offline =
    "M3 3l18 18M7.5 6.8A9.5 9.5 0 0 1 21 10M3 10a13 13 0 0 1 2.8-1.9M7 14a7 7 0 0 1 4-2M12 18.5v.01"

  /// Points along the line of reading, so it is mirrored where that runs from right to left.
  var isDirectional: Bool { self == .forward || self == .back }
}
