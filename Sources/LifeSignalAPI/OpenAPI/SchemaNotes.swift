import LifeSignalModel

/// The rules' requirements on properties beyond their types, and facts that their names do not
/// show. Taken from the rules' own figures; a note on a missing property is a defect that
/// ``SchemaBook`` finds.
enum SchemaNotes {
  /// By the name of a property.
  static func of(_ type: String) -> [String: JSONValue] { all[type] ?? [:] }

  /// By the name of a type.
  static let all: [String: [String: JSONValue]] = requests.merging(values) { $1 }

  private static let requests: [String: [String: JSONValue]] = [
    "RequestCode": typedNumber, "RequestPhoneChangeCode": typedNumber,
    "RequestInvitedCode": typedNumber,
    "RequestEmailCode": [
      "email": ["description": "As typed.", "examples": ["name@example.org"]],
      "invitation": ["description": "The token of the link."],
    ],
    "MakeInvitation": ["life": within(InvitationRules.lives, "Seconds; without it, 7 days.")],
    "VerifyCodeRequest": [
      "code": ["examples": ["123456"]],
      "label": [
        "description": """
        What the person will recognise the session by; without it, the name of the program.
        """
      ],
    ],
    "UpdateProfile": Dictionary(
      uniqueKeysWithValues: Profile.Field.allCases.map { ($0.rawValue, text($0.longest)) }),
    "UpdateContactPrivateFields": [
      "nickname": text(OwnSideRules.longestNickname), "notes": text(OwnSideRules.longestNotes),
    ],
    "CreateAccessToken": [
      "name": text(AccessTokenRules.longestName, least: 1), "scopes": ["minItems": 1],
      "life": within(AccessTokenRules.lives, "Seconds; without it, until it is revoked."),
    ],
    "AddThing": thingSettings,
    "SetCheckInInterval": ["seconds": ["examples": [7_200]]],
    "SetReminderInterval": ["seconds": ["examples": [7_200]]],
    "SetGracePeriod": ["seconds": ["examples": [7_200]]],
    "StartTravel": [
      "due": ["description": "When to have arrived, at most 48 hours ahead."],
      "note": text(TravelRules.longestNote),
    ],
    "CheckInNow": [
      "at": ["description": "When it was made, if it waited for a connection."]
    ],
    "UpdatePushToken": ["token": ["description": "Null forgets it."]],
    "SetPreference": ["value": ["description": "Null removes it."]],
    "SetQuietHours": ["hours": ["description": "Null for none."]],
    "SetEscalationPlan": ["plan": ["description": "Null for everybody at once."]],
    "UpdateNotificationPreferences": [
      "ownReminders": ["description": "Without it they stay as they are."]
    ],
    "GetOlderCheckIns": [
      "id": ["description": "The check-in before which the others are."],
      "at": ["description": "When that one was made."],
      "limit": ["description": "1 to 100; others are brought there."],
    ],
    "GetCheckInCalendar": [
      "zone": ["description": "A name of the IANA database.", "examples": ["Europe/Berlin"]]
    ],
    "TimelineRequest": [
      "before": ["description": "The number of the last entry known, for the next part."],
      "limit": ["description": "1 to 100; others are brought there."],
    ],
    "ActivityRequest": [
      "before": ["description": "The last entry known, for the next part."],
      "limit": ["description": "1 to 100; others are brought there."],
    ],
    "GetCheckInHistory": [
      "limit": ["description": "At most 1,000, which is what one gets without it."]
    ],
    "GetAlertHistory": page, "GetNotifications": page,
  ]

  private static let typedNumber: [String: JSONValue] = [
    "phoneNumber": ["description": "As typed.", "examples": ["(212) 555-0101"]]
  ]

  private static let page: [String: JSONValue] = [
    "before": ["description": "`next` of the part before; without it, from the newest on."],
    "limit": ["description": "How many; never more than 1,000, of notifications than 100."],
  ]

  private static let values: [String: [String: JSONValue]] = [
    "APICredential": ["token": ["description": "Sent as `Authorization: Bearer …`."]],
    "NewAccessToken": [
      "token": [
        "pattern": "^lsp_[0-9A-Za-z]{49}$", "description": "Told once, and stored nowhere.",
      ]
    ],
    "NewInvitation": [
      "token": [
        "description": "The end of the link `/join/{token}`. Shown once, and stored nowhere."
      ]
    ],
    "ThingKey": [
      "token": ["format": "uuid", "description": "Told once. The thing speaks at `/ping/{token}`."]
    ],
    "ThingSettings": thingSettings,
    "EscalationPlan": [
      "steps": ["minItems": 1, "maxItems": .integer(Int64(EscalationPlan.mostSteps))],
      "rounds": [
        "minimum": .integer(Int64(EscalationPlan.allowedRounds.lowerBound)),
        "maximum": .integer(Int64(EscalationPlan.allowedRounds.upperBound)),
      ],
    ],
    "EscalationPlan.Step": [
      "responders": ["minItems": 1, "uniqueItems": true],
      "wait": within(EscalationPlan.waits, "Seconds until the next step is called."),
    ],
    "CheckInTimes": [
      "times": [
        "minItems": 1, "maxItems": .integer(Int64(CheckInTimes.most)), "uniqueItems": true,
      ],
      "days": ["minItems": 1, "description": "1 is Monday, 7 Sunday."],
    ],
    "NotificationPreferences": [
      "ownReminders": ["description": "Without it they stay as they are."]
    ],
    "NotificationData": [
      "type": ["enum": .array(NotificationType.allCases.compactMap(\.wireName).map { .string($0) })]
    ],
    "UserData": [
      "phoneNumber": [
        "description": "E.164; empty for an account without one.", "examples": ["+12125550101"],
      ],
      "email": ["description": "With which they sign in."],
      "checkInInterval": ["description": "Seconds."], "gracePeriod": ["description": "Seconds."],
    ],
    "ContactData": [
      "checkInInterval": ["description": "Seconds; of dependents only."],
      "gracePeriod": ["description": "Seconds."],
    ],
    "EscalationPlanMessage": ["plan": ["description": "Null for everybody at once."]],
    "APILength": ["seconds": ["examples": [7_200]]],
    "TimelineEntryData": [
      "sequence": ["minimum": 1, "description": "Without gaps."],
      "hash": ["pattern": "^[0-9a-f]{64}$"], "previousHash": ["pattern": "^[0-9a-f]{64}$"],
    ],
    "ImageData": [
      "mimeType": ["examples": ["image/png", "image/jpeg", "image/svg+xml"]]
    ],
  ]

  private static let thingSettings: [String: JSONValue] = [
    "name": text(ThingRules.longestName, least: 1),
    "counts": [
      "description": "Whether its signs are evidence for a check-in. Those of a link always are."
    ],
    "before": [
      "description": "A sign of this time or later is no evidence that day. Not for a link."
    ],
  ]

  private static func text(_ longest: Int, least: Int = 0) -> JSONValue {
    var note: JSONValue = ["maxLength": .integer(Int64(longest))]
    if least > 0 { note["minLength"] = .integer(Int64(least)) }
    return note
  }

  private static func within(_ range: ClosedRange<Double>, _ words: String) -> JSONValue {
    [
      "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      "description": .string(words),
    ]
  }
}
