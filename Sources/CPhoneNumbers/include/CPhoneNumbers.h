// Phone numbers of every country: libphonenumber and ICU behind functions of C.
//
// Pure: the same text gives the same answer, and nothing is stored or sent. Safe on every thread. No
// exception leaves a function; a text longer than PHONE_LONGEST bytes is refused unread.
#ifndef LIFESIGNAL_C_PHONE_NUMBERS_H
#define LIFESIGNAL_C_PHONE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of a text that is read, at most. libphonenumber's own limit is 250 characters.
enum { PHONE_LONGEST = 250 };

typedef enum {
  // In a range that its country has given out.
  PHONE_IN_USE = 0,
  // As long as a number of its country, in no range that this release of libphonenumber knows.
  PHONE_POSSIBLE = 1,
  PHONE_NOT_A_NUMBER = 2,
  // Its country code is no country's.
  PHONE_UNKNOWN_COUNTRY = 3,
  PHONE_TOO_SHORT = 4,
  PHONE_TOO_LONG = 5,
  // Its country has shorter and longer numbers.
  PHONE_OF_WRONG_LENGTH = 6,
  // A switchboard's extension follows: no message reaches it.
  PHONE_WITH_EXTENSION = 7,
} phone_result;

typedef struct {
  // For example +4915123456789; at most 15 digits by ITU-T E.164, two more of libphonenumber's.
  char e164[24];
  // Two letters of ISO 3166-1, or XK.
  char region[4];
  // Whether the text itself named the country, by a plus sign or by the prefix for calls abroad.
  bool named_its_country;
} phone_number;

// Reads what a person typed in a region, or a whole number with its country code. `number` is filled in
// for PHONE_IN_USE and PHONE_POSSIBLE; where only the length is wrong, it has the region.
phone_result phone_read(
  const char *text, size_t length, const char *region, phone_number *number);

// Writes an E.164 number as it is read: inside its country, or abroad. Returns the length, and 0 when it
// is no number or `room` is too small. What is written ends with a zero.
size_t phone_write(const char *e164, size_t length, bool is_abroad, char *out, size_t room);

// Sets the separators of a number that is being typed: ASCII digits, and a plus sign in front.
size_t phone_write_typed(
  const char *digits, size_t length, const char *region, char *out, size_t room);

// A number of the region as an example, as it is written there: a mobile one where there is one.
size_t phone_write_example(const char *region, char *out, size_t room);

// The region's country code, and 0 for no region.
int phone_country_code(const char *region);

// All regions in the order of their two letters, without anything between them.
size_t phone_regions(char *out, size_t room);

// The region of a time zone of the IANA database; 0 for a zone of none or of many.
size_t phone_region_of_zone(const char *zone, size_t length, char *out, size_t room);

#ifdef __cplusplus
}
#endif
#endif
