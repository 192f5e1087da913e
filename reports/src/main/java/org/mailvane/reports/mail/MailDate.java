package org.mailvane.reports.mail;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Values;

/**
 * A date as mails have it (RFC 5322, sections 3.3 and 4.3) and as people write it in mails: any
 * order of its parts that has one meaning, any weekday, years of two digits, ISO 8601, seconds
 * since 1970.
 *
 * @param instant the date, in whole seconds
 * @param assumed whether its zone (then UTC) or its time (then midnight) is missing
 */
public record MailDate(Instant instant, boolean assumed) {

    /** Maximum length of a text that may be a date. */
    private static final int LONGEST = 200;

    private static final int FIRST_YEAR = 1980;
    private static final int LAST_YEAR = 2199;

    /** RFC 5322, section 4.3: years 00 to 49 are of this century. */
    private static final int FIRST_YEAR_OF_LAST_CENTURY = 50;

    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    /** RFC 5322, section 4.3. */
    private static final Map<String, Integer> ZONES =
            Map.ofEntries(
                    Map.entry("ut", 0),
                    Map.entry("utc", 0),
                    Map.entry("gmt", 0),
                    Map.entry("z", 0),
                    Map.entry("edt", -4),
                    Map.entry("est", -5),
                    Map.entry("cdt", -5),
                    Map.entry("cst", -6),
                    Map.entry("mdt", -6),
                    Map.entry("mst", -7),
                    Map.entry("pdt", -7),
                    Map.entry("pst", -8));

    private static final Pattern SEPARATORS = Pattern.compile("[\\s,;]+");
    private static final Pattern YEAR_FIRST =
            Pattern.compile("(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})(?:[Tt](.+))?");
    private static final Pattern DAY_FIRST =
            Pattern.compile("(\\d{1,2})[-/]([A-Za-z]{3,9})[-/](\\d{2,4})");
    private static final Pattern WITH_DOTS = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})");
    private static final Pattern TIME =
            Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?(\\D.*)?");
    private static final Pattern OFFSET =
            Pattern.compile("(?:UTC|GMT|UT)?([+-])(\\d{2}):?(\\d{2})?", Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z]{1,9}\\.?");

    /** Reads a date; null if there is none, or none between 1980 and 2199. */
    public static @Nullable MailDate parse(String text) {
        String plain = text.length() > LONGEST ? "" : HeaderText.withoutComments(text).strip();
        if (plain.isEmpty()) {
            return null;
        }
        if (plain.chars().allMatch(c -> c >= '0' && c <= '9')) {
            Instant seconds = Values.instant(plain);
            return seconds == null ? null : bounded(seconds, false);
        }
        Parts parts = new Parts();
        for (String token : SEPARATORS.split(plain, -1)) {
            if (!token.isEmpty() && !parts.take(token)) {
                return null;
            }
        }
        return parts.date();
    }

    private static @Nullable MailDate bounded(Instant instant, boolean assumed) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year < FIRST_YEAR || year > LAST_YEAR
                ? null
                : new MailDate(Instant.ofEpochSecond(instant.getEpochSecond()), assumed);
    }

    /** The parts of a date that its words have given so far; -1 for missing ones. */
    private static final class Parts {

        private int year = -1;
        private int month = -1;
        private int day = -1;
        private int hour = -1;
        private int minute;
        private int second;
        private int zoneMinutes;
        private boolean zoned;
        private boolean afternoon;
        private boolean morning;

        /** Takes a word; false if it belongs to no date. */
        boolean take(String token) {
            return whole(token) || time(token) || offset(token) || number(token) || word(token);
        }

        private boolean whole(String token) {
            Matcher yearFirst = YEAR_FIRST.matcher(token);
            if (yearFirst.matches()) {
                year = Integer.parseInt(yearFirst.group(1));
                month = Integer.parseInt(yearFirst.group(2));
                day = Integer.parseInt(yearFirst.group(3));
                return yearFirst.group(4) == null || time(yearFirst.group(4));
            }
            Matcher dayFirst = DAY_FIRST.matcher(token);
            if (dayFirst.matches()) {
                day = Integer.parseInt(dayFirst.group(1));
                year = fullYear(dayFirst.group(3));
                return month(dayFirst.group(2));
            }
            Matcher dots = WITH_DOTS.matcher(token);
            if (dots.matches()) {
                day = Integer.parseInt(dots.group(1));
                month = Integer.parseInt(dots.group(2));
                year = Integer.parseInt(dots.group(3));
                return true;
            }
            return false;
        }

        private boolean time(String token) {
            Matcher time = TIME.matcher(token);
            if (hour >= 0 || !time.matches()) {
                return false;
            }
            hour = Integer.parseInt(time.group(1));
            minute = Integer.parseInt(time.group(2));
            second = time.group(3) == null ? 0 : Math.min(59, Integer.parseInt(time.group(3)));
            return time.group(4) == null || offset(time.group(4)) || word(time.group(4));
        }

        private boolean offset(String token) {
            Matcher offset = OFFSET.matcher(token);
            if (!offset.matches()) {
                return false;
            }
            int hours = Integer.parseInt(offset.group(2));
            int minutes = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
            if (hours < 24 && minutes < 60) {
                zoneMinutes = (hours * 60 + minutes) * (offset.group(1).equals("-") ? -1 : 1);
                zoned = true;
            }
            return true;
        }

        private boolean number(String token) {
            if (!NUMBER.matcher(token).matches()) {
                return false;
            }
            if (day < 0 && token.length() <= 2) {
                day = Integer.parseInt(token);
            } else if (year < 0 && token.length() >= 2) {
                year = fullYear(token);
            } else {
                return false;
            }
            return true;
        }

        private static int fullYear(String digits) {
            int year = Integer.parseInt(digits);
            return switch (digits.length()) {
                case 2 -> year + (year < FIRST_YEAR_OF_LAST_CENTURY ? 2000 : 1900);
                case 3 -> year + 1900;
                default -> year;
            };
        }

        /** Weekdays say nothing, and are often wrong; so do names of zones that RFC 5322 lacks. */
        private boolean word(String token) {
            if (!WORD.matcher(token).matches()) {
                return false;
            }
            String word = token.toLowerCase(Locale.ROOT);
            Integer zone = ZONES.get(word);
            if (zone != null && !zoned) {
                zoneMinutes = zone * 60;
                zoned = true;
            }
            afternoon |= word.equals("pm");
            morning |= word.equals("am");
            if (zone == null && month < 0) {
                month(word);
            }
            return true;
        }

        private boolean month(String name) {
            int number =
                    name.length() < 3
                            ? -1
                            : MONTHS.indexOf(name.substring(0, 3).toLowerCase(Locale.ROOT));
            if (number >= 0) {
                month = number + 1;
            }
            return number >= 0;
        }

        @Nullable MailDate date() {
            int hourOfDay = Math.max(0, hour);
            if (afternoon && hourOfDay < 12) {
                hourOfDay += 12;
            } else if (morning && hourOfDay == 12) {
                hourOfDay = 0;
            }
            try {
                LocalDateTime local = LocalDateTime.of(year, month, day, hourOfDay, minute, second);
                Instant instant = local.minusMinutes(zoneMinutes).toInstant(ZoneOffset.UTC);
                return bounded(instant, !zoned || hour < 0);
            } catch (DateTimeException noDate) {
                return null;
            }
        }
    }
}
