"""Every place of the running app, one line each.

What is here is visited by all checks of `every_place.py` and photographed by `screenshots.py`. To add
a place, add a line. A place that is hard to reach (empty, loading, failed) is a sample state instead:
those come by themselves from Tests/LifeSignalPagesTests/SampleStates.swift.
"""

from dataclasses import dataclass

from house import NOBODY
from lifesignal import DANA, MARGARET, OSKAR


@dataclass
class Place:
    name: str
    """The phone number of the browser's owner; a constant stands for a signed-out browser."""
    person: str
    """Ids to click from the opened app, one after the other; `contact-*` is the first that begins so."""
    path: str
    """The id that is there then."""
    shows: str


PLACES = [
    Place("sign-in", NOBODY, "", "page-sign-in"),
    Place("responders", MARGARET, "tab-responders", "page-responders"),
    Place("share-code", MARGARET, "tab-responders share-code", "share-sheet"),
    Place("reset-code", MARGARET, "tab-responders reset-code", "reset-code-question"),
    Place("enter-code", MARGARET, "tab-responders scan-code", "scanner-sheet"),
    Place("responder", MARGARET, "tab-responders responder-*-open", "contact-sheet"),
    Place("order-of-calls", MARGARET, "tab-responders order-open order-kind-steps", "order-step-0"),
    Place("check-in", MARGARET, "tab-check-in", "page-check-in"),
    Place("check-in-rehearsal", MARGARET, "tab-check-in rehearsal", "rehearsal-steps"),
    Place("check-in-plan", MARGARET, "tab-check-in change-plan", "plan-sheet"),
    Place("check-in-times", MARGARET, "tab-check-in change-plan plan-kind-times", "plan-times"),
    Place("check-in-pause", MARGARET, "tab-check-in pause", "pause-sheet"),
    Place("check-in-travel", MARGARET, "tab-check-in travel-start", "travel-sheet"),
    Place("check-in-history", MARGARET, "tab-check-in history", "calendar"),
    Place("dependents", OSKAR, "tab-dependents", "page-dependents"),
    Place("dependent", OSKAR, "tab-dependents dependent-*-open", "contact-sheet"),
    Place("dependents-empty", DANA, "tab-dependents", "page-dependents"),
    Place("responders-empty", DANA, "tab-responders", "page-responders"),
    Place("notifications", MARGARET, "notifications-button", "page-notifications"),
    Place("profile", MARGARET, "tab-profile", "page-profile"),
    Place("instructions", MARGARET, "tab-profile show-instructions", "instructions-sheet"),
    Place("things", MARGARET, "tab-profile open-things", "things-sheet"),
    Place("thing", MARGARET, "tab-profile open-things thing-add", "thing-sheet"),
    Place("codes", MARGARET, "tab-profile open-codes", "codes-sheet"),
    Place("codes-contacted", MARGARET, "tab-profile open-codes codes-new", "codes-contacted"),
    Place("channels", MARGARET, "tab-profile open-channels", "channels-order"),
    Place("timeline", MARGARET, "tab-profile open-timeline", "timeline-sheet"),
    Place("access-tokens", MARGARET, "tab-profile open-tokens", "tokens-sheet"),
    Place("new-access-token", MARGARET, "tab-profile open-tokens token-new", "token-form"),
    Place("sessions", MARGARET, "tab-profile open-sessions", "sessions-list"),
    Place("export", MARGARET, "tab-profile export-data", "export-file"),
    Place("sign-out", MARGARET, "tab-profile sign-out", "sign-out-question"),
]
