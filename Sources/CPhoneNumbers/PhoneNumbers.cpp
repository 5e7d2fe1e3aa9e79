#include "CPhoneNumbers.h"

#include <phonenumbers/asyoutypeformatter.h>
#include <phonenumbers/phonenumberutil.h>
#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include <cstring>
#include <memory>
#include <set>
#include <string>

using i18n::phonenumbers::AsYouTypeFormatter;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

// Made at the first use, in about ten milliseconds. Logs nothing: its log would contain numbers.
const PhoneNumberUtil &plans() { return *PhoneNumberUtil::GetInstance(); }

// Nothing is written cut.
size_t copied(const std::string &text, char *out, size_t room) {
  if (out == nullptr || text.empty() || text.size() >= room) return 0;
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = 0;
  return text.size();
}

// Two letters of a region: what libphonenumber calls a region has no others, "001" is no country.
bool is_region(const std::string &region) {
  return region.size() == 2 && region != "ZZ";
}

// The given region if the number may be one of it, as islands share ranges with their neighbours; else
// the number's own. Where the range is unknown, the given one if it shares the country code, or else the
// first that has it: US for 1, GB for 44.
std::string region_of(const PhoneNumber &number, const std::string &given) {
  if (plans().IsValidNumberForRegion(number, given)) return given;
  std::string region;
  plans().GetRegionCodeForNumber(number, &region);
  if (is_region(region)) return region;
  if (plans().GetCountryCodeForRegion(given) == number.country_code()) return given;
  plans().GetRegionCodeForCountryCode(number.country_code(), &region);
  return region;
}

phone_result reason(PhoneNumberUtil::ErrorType error) {
  switch (error) {
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return PHONE_UNKNOWN_COUNTRY;
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return PHONE_TOO_SHORT;
    case PhoneNumberUtil::TOO_LONG_NSN: return PHONE_TOO_LONG;
    default: return PHONE_NOT_A_NUMBER;
  }
}

phone_result read(const std::string &text, const std::string &given, phone_number *out) {
  PhoneNumber number;
  const auto error = plans().ParseAndKeepRawInput(text, given, &number);
  if (error != PhoneNumberUtil::NO_PARSING_ERROR) return reason(error);
  if (number.has_extension()) return PHONE_WITH_EXTENSION;
  const std::string region = region_of(number, given);
  if (!is_region(region)) return PHONE_UNKNOWN_COUNTRY;
  if (copied(region, out->region, sizeof out->region) == 0) return PHONE_UNKNOWN_COUNTRY;
  switch (plans().IsPossibleNumberWithReason(number)) {
    case PhoneNumberUtil::IS_POSSIBLE: break;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return PHONE_UNKNOWN_COUNTRY;
    case PhoneNumberUtil::TOO_SHORT:
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return PHONE_TOO_SHORT;
    case PhoneNumberUtil::TOO_LONG: return PHONE_TOO_LONG;
    default: return PHONE_OF_WRONG_LENGTH;
  }
  const bool is_in_use = plans().IsValidNumber(number);
  std::string e164;
  plans().Format(number, PhoneNumberUtil::E164, &e164);
  if (copied(e164, out->e164, sizeof out->e164) == 0) return PHONE_TOO_LONG;
  const auto source = number.country_code_source();
  out->named_its_country = source == PhoneNumber::FROM_NUMBER_WITH_PLUS_SIGN
    || source == PhoneNumber::FROM_NUMBER_WITH_IDD;
  return is_in_use ? PHONE_IN_USE : PHONE_POSSIBLE;
}

}  // namespace

phone_result phone_read(
  const char *text, size_t length, const char *region, phone_number *number
) {
  if (text == nullptr || region == nullptr || number == nullptr) return PHONE_NOT_A_NUMBER;
  if (length > PHONE_LONGEST) return PHONE_TOO_LONG;
  try {
    return read(std::string(text, length), region, number);
  } catch (...) {
    return PHONE_NOT_A_NUMBER;
  }
}

size_t phone_write(const char *e164, size_t length, bool is_abroad, char *out, size_t room) {
  if (e164 == nullptr || length > PHONE_LONGEST) return 0;
  try {
    PhoneNumber number;
    const auto error = plans().Parse(std::string(e164, length), "ZZ", &number);
    if (error != PhoneNumberUtil::NO_PARSING_ERROR) return 0;
    std::string text;
    const auto form = is_abroad ? PhoneNumberUtil::INTERNATIONAL : PhoneNumberUtil::NATIONAL;
    plans().Format(number, form, &text);
    return copied(text, out, room);
  } catch (...) {
    return 0;
  }
}

size_t phone_write_typed(
  const char *digits, size_t length, const char *region, char *out, size_t room
) {
  if (digits == nullptr || region == nullptr || length > PHONE_LONGEST) return 0;
  try {
    const std::unique_ptr<AsYouTypeFormatter> formatter(plans().GetAsYouTypeFormatter(region));
    if (!formatter) return 0;
    std::string text;
    for (size_t i = 0; i < length; i++) {
      const char digit = digits[i];
      if (!(digit >= '0' && digit <= '9') && !(digit == '+' && i == 0)) return 0;
      formatter->InputDigit(digit, &text);
    }
    return copied(text, out, room);
  } catch (...) {
    return 0;
  }
}

size_t phone_write_example(const char *region, char *out, size_t room) {
  if (region == nullptr) return 0;
  try {
    PhoneNumber number;
    if (!plans().GetExampleNumberForType(region, PhoneNumberUtil::MOBILE, &number)
        && !plans().GetExampleNumber(region, &number)) {
      return 0;
    }
    std::string text;
    plans().Format(number, PhoneNumberUtil::NATIONAL, &text);
    return copied(text, out, room);
  } catch (...) {
    return 0;
  }
}

int phone_country_code(const char *region) {
  if (region == nullptr) return 0;
  try {
    return plans().GetCountryCodeForRegion(region);
  } catch (...) {
    return 0;
  }
}

size_t phone_regions(char *out, size_t room) {
  try {
    std::set<std::string> regions;
    plans().GetSupportedRegions(&regions);
    std::string text;
    for (const auto &region : regions) {
      if (is_region(region)) text += region;
    }
    return copied(text, out, room);
  } catch (...) {
    return 0;
  }
}

size_t phone_region_of_zone(const char *zone, size_t length, char *out, size_t room) {
  if (zone == nullptr || length > PHONE_LONGEST) return 0;
  try {
    char region[8] = {};
    UErrorCode status = U_ZERO_ERROR;
    const auto name = icu::UnicodeString::fromUTF8(icu::StringPiece(zone, int32_t(length)));
    icu::TimeZone::getRegion(name, region, sizeof region, status);
    if (U_FAILURE(status) || !is_region(region)) return 0;
    return copied(region, out, room);
  } catch (...) {
    return 0;
  }
}
