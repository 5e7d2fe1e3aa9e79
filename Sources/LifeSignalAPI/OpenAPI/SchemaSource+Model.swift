import LifeSignalFeatures
import LifeSignalModel

extension CheckInPlan: SchemaChoice {
  static let choices = ["interval", "times"]
}

extension Rehearsal.Hole: SchemaChoice {
  static let choices = [
    "nothingPromised", "missed", "paused", "noResponders", "noReminder", "unreachable",
    "notWanted", "onlyOne",
  ]
  static let isOpen = true
}

extension APINumber: SchemaSource {
  static let schema: JSONValue = ["type": "integer", "format": "int64"]
  static let sample = APINumber(1)
  static let isNamed = false
}

extension APICount: SchemaSource {
  static let schema: JSONValue = ["type": "integer", "format": "int64", "minimum": 1]
  static let sample = APICount(1)
  static let isNamed = false
}

extension TimeOfDay: SchemaSource {
  static let schema: JSONValue = [
    "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "examples": ["08:30"],
    "description": "A time as a clock on the wall shows it.",
  ]
  // Within a day's 1,440 minutes.
  static let sample = TimeOfDay(minutes: 510)!
}

extension LocalDate: SchemaSource {
  static let schema: JSONValue = [
    "type": "string", "format": "date", "examples": ["2026-03-29"],
    "description": "A day of the Gregorian calendar.",
  ]
  static let sample = LocalDate(dayNumber: 0)
}

extension Zone: SchemaSource {
  static let schema: JSONValue = [
    "type": "string", "examples": ["Europe/Berlin", "UTC"],
    "description": "A name of the IANA time zone database.",
  ]
  static let sample = Zone.utc
}

extension OwnReminders: SchemaSource {
  static let schema: JSONValue = [
    "type": "array",
    "items": [
      "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
      "maximum": .integer(Int64(range.upperBound)),
    ],
    "examples": [[15, 60]],
    "description": """
    Minutes before the deadline, at most four different ones. Never 30 or 120, which have switches of
    their own.
    """,
  ]
  static let sample: OwnReminders = [15]
}

extension Phrase: SchemaSource {
  static let schema: JSONValue = [
    "oneOf": [
      ["type": "string"],
      [
        "type": "object", "required": ["key", "parts"],
        "properties": [
          "key": ["type": "string", "description": "An English sentence with gaps: {0}, {1} …"],
          "parts": [
            "type": "array",
            "items": [
              "oneOf": [
                ["type": "string"], ["type": "integer", "format": "int64"],
                [
                  "type": "object", "required": ["phrase"],
                  "properties": ["phrase": ["$ref": "#/components/schemas/Phrase"]],
                ],
              ]
            ],
          ],
          "singular": ["type": "string", "description": "The sentence for exactly one."],
        ],
      ],
    ],
    "examples": [["key": "{0} has checked in.", "parts": ["Margaret"]], "Check in"],
    "description": "Words for people: a text, or a sentence and what fills its gaps.",
  ]
  static let sample = Phrase(verbatim: "")
}

extension Problem: SchemaSource {
  static let schema: JSONValue = [
    "type": "object", "required": ["type", "title", "status", "detail", "code"],
    "properties": [
      "type": [
        "type": "string", "format": "uri",
        "description": "`urn:lifesignal:problem:` and the code.",
      ],
      "title": ["type": "string", "description": "The code in words."],
      "instance": [
        "type": "string", "description": "Names the request, as the operator's log does.",
      ],
      "status": ["type": "integer", "minimum": 400, "maximum": 599],
      "detail": ["type": "string", "description": "A sentence for the person who asked."],
      "code": [
        "type": "string", "enum": .array(Code.allCases.map { .string($0.rawValue) }),
        "description": "The short list every client must understand.",
      ],
      "refusal": ["$ref": "#/components/schemas/Refusal"],
      "retryAfter": [
        "type": "number", "description": "Seconds until the same request may succeed.",
      ],
    ],
    "examples": [
      [
        "type": "urn:lifesignal:problem:permission-denied", "title": "Not allowed", "status": 403,
        "detail": "Only a responder can ping this contact.", "code": "permission-denied",
        "refusal": ["notYourDependent": [:]],
      ]
    ],
    "description": "Why a request was not answered (RFC 9457).",
  ]
  static let sample = Problem(.internal)
}
