"""Compares how the server reads phone numbers with an independent implementation: `python Tests/PhoneOracle/oracle.py [TOOL]`.

For every region it takes the example numbers of every type, writes them as people do and as they should not, adds numbers
drawn from a fixed seed, and asks `lifesignal phone` and the Python package `phonenumbers`. Both must name the same number and
region, or both refuse. The package is pinned to the release that Debian's libphonenumber has, so there is no difference to
allow: another release of either ends with an error that names the one to pin. TOOL is another executable with the command.
"""

import collections
import pathlib
import random
import re
import subprocess
import sys

import phonenumbers
from phonenumbers import CountryCodeSource, PhoneNumberType, ValidationResult

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SEED, DRAWN = 8_12_57, 60
# Zeros of scripts whose digits people type: Arabic, Persian, Devanagari, full width.
ZEROS = (0x0660, 0x06F0, 0x0966, 0xFF10)
BY_PLUS_OR_PREFIX = (CountryCodeSource.FROM_NUMBER_WITH_PLUS_SIGN, CountryCodeSource.FROM_NUMBER_WITH_IDD)


def release() -> None:
    """Ends the program if the two libraries are of different releases."""
    shown = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", "libphonenumber8"], capture_output=True, text=True)
    installed = re.match(r"[\d.]+", shown.stdout)
    if installed and installed[0] != phonenumbers.__version__:
        sys.exit(
            f"Debian has libphonenumber {installed[0]}, the oracle is {phonenumbers.__version__}: "
            f"pin phonenumbers=={installed[0]} in Tests/BrowserTests/requirements.txt")


def expected(region: str, text: str) -> str | None:
    """The number and its region by the oracle; None for a text to refuse."""
    # Letters and extensions: ours to refuse, the library would read some of them.
    if any(character.isalpha() or character in ",;#*" for character in text):
        return None
    try:
        number = phonenumbers.parse(text, region, keep_raw_input=True)
    except phonenumbers.NumberParseException:
        return None
    if number.extension or phonenumbers.is_possible_number_with_reason(number) != ValidationResult.IS_POSSIBLE:
        return None
    is_own = phonenumbers.is_valid_number_for_region(number, region)
    own = region if is_own else phonenumbers.region_code_for_number(number)
    if own in (None, "001", "ZZ"):
        same = phonenumbers.country_code_for_region(region) == number.country_code
        own = region if same else phonenumbers.region_code_for_country_code(number.country_code)
    if own in ("001", "ZZ"):
        return None
    e164 = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    # A range unknown to the library needs its country code, under +1 an area code, and a stored form that is read as itself.
    if not phonenumbers.is_valid_number(number):
        if number.country_code_source not in BY_PLUS_OR_PREFIX or e164.startswith(("+10", "+11")):
            return None
        again = phonenumbers.parse(e164, own)
        if phonenumbers.format_number(again, phonenumbers.PhoneNumberFormat.E164) != e164:
            return None
    return f"{e164}\t{own}"


def in_script(text: str, zero: int) -> str:
    return "".join(chr(zero + int(digit)) if digit in "0123456789" else digit for digit in text)


def spellings(number: phonenumbers.PhoneNumber, region: str, chance: random.Random) -> dict[str, str]:
    """One number as it is typed, well and badly."""
    national = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
    abroad = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
    e164 = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    digits, code = phonenumbers.national_significant_number(number), str(number.country_code)
    trunk = phonenumbers.ndd_prefix_for_region(region, True) or ""
    middle = len(digits) // 2
    return {
        "national": national, "abroad": abroad, "e164": e164, "digits": digits,
        "trunk": trunk + digits, "trunk in brackets": f"+{code} ({trunk}) {digits}", "trunk after code": f"+{code}{trunk}{digits}",
        "00": f"00{code}{digits}", "011": f"011 {code} {digits}", "code without plus": code + digits,
        "spaces": "  " + " ".join(national) + " ", "dashes": "-".join(re.findall(r"\d+", national)),
        "dots": abroad.replace(" ", "."), "brackets": f"({digits[:middle]}) {digits[middle:]}", "slash": f"{digits[:middle]}/{digits[middle:]}",
        "no-break": national.replace(" ", "\u00a0"), "en dash": abroad.replace("-", "\u2013"),
        **{f"script {zero:x}": in_script(national, zero) for zero in ZEROS},
        **{f"script {zero:x} abroad": in_script(abroad, zero) for zero in ZEROS},
        "full-width plus": "\uff0b" + e164[1:],
        "one short": digits[:-1], "one short abroad": e164[:-1], "three short": digits[:-3], "half": digits[:middle],
        "one long": digits + "7", "one long abroad": e164 + "7", "trunk, one long": trunk + digits + "7",
        "three long": e164 + "123", "twice": national + " " + national, "endless": e164 + "0" * 300,
        "changed": e164[:-4] + f"{chance.randrange(10_000):04}", "other start": f"{chance.randrange(10)}{digits[1:]}",
        "letter": digits[:middle] + "x" + digits[middle:], "letters": national + " home", "word": "tel " + national,
        "vanity": digits[:-3] + "ABC", "extension": national + " ext. 12", "extension by sign": national + "#12", "comma": national + ",,5",
        "unknown code": "+999" + digits, "plus inside": digits[:2] + "+" + digits[2:], "two pluses": "+" + e164,
    }


def questions() -> list[tuple[str, str, str]]:
    chance = random.Random(SEED)
    regions, asked = sorted(phonenumbers.SUPPORTED_REGIONS), []
    for region in regions:
        others = [chance.choice(regions) for _ in range(2)]
        for kind in PhoneNumberType.values():
            number = phonenumbers.example_number_for_type(region, kind)
            if number is None:
                continue
            written = spellings(number, region, chance)
            asked += [(region, how, text) for how, text in written.items()]
            # Abroad: with its code the same number, without it perhaps a stranger's.
            asked += [(other, f"elsewhere {how}", written[how]) for other in others for how in ("e164", "national", "00")]
        code = phonenumbers.country_code_for_region(region)
        for _ in range(DRAWN):
            digits = "".join(chance.choices("0123456789", k=chance.randint(1, 16)))
            asked += [(region, "drawn", digits), (region, "drawn abroad", f"+{code}{digits}")]
        asked += [(region, "nothing", text) for text in ("", " ", "+", "0", "()", "+ +", "-----")]
    # A line holds one question.
    return [(region, how, re.sub(r"[\t\r\n]", " ", text)) for region, how, text in asked]


def ask(tool: list[str], asked: list[tuple[str, str, str]]) -> list[str]:
    given = "".join(f"{region}\t{text}\n" for region, _, text in asked)
    answers = subprocess.run([*tool, "phone"], input=given, check=True, capture_output=True, text=True).stdout.splitlines()
    if len(answers) != len(asked):
        sys.exit(f"{len(asked)} questions got {len(answers)} answers")
    return answers


def main() -> int:
    release()
    tool = sys.argv[1:2] or [str(ROOT / ".build/debug/lifesignal")]
    listed = subprocess.run([*tool, "phone", "--regions"], check=True, capture_output=True, text=True).stdout.splitlines()
    wanted = [f"{region}\t+{phonenumbers.country_code_for_region(region)}" for region in phonenumbers.SUPPORTED_REGIONS]
    if sorted(listed) != sorted(wanted):
        print(f"The regions differ: {sorted(set(listed) ^ set(wanted))}", file=sys.stderr)
        return 1
    asked = questions()
    answers = ask(tool, asked)
    counts, faults = collections.Counter(), []
    for (region, how, text), answer in zip(asked, answers):
        ours, theirs = None if answer.startswith("-\t") else answer, expected(region, text)
        counts["refused" if theirs is None else "read"] += 1
        if ours != theirs:
            faults.append(f"{region} {how} {text[:80]!r}: ours {answer!r}, theirs {theirs!r}")
    # What is stored once is read as itself, wherever its reader is.
    stored = sorted({answer.split("\t")[0] for answer in answers if not answer.startswith("-\t")})
    for home in ("US", "DE"):
        again = ask(tool, [(home, "stored", text) for text in stored])
        faults += [f"{home} stored {text}: read as {answer!r}" for text, answer in zip(stored, again) if answer.split("\t")[0] != text]
    for fault in faults[:50]:
        print(fault, file=sys.stderr)
    if faults:
        print(f"{len(faults)} of {len(asked)} texts are read differently", file=sys.stderr)
        return 1
    print(f"{len(wanted)} regions: {counts['read']} texts read and {counts['refused']} refused, all as phonenumbers {phonenumbers.__version__} does.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
