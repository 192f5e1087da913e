package org.mailvane.reports;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The data in a report's file name: {@code receiver!policy-domain!begin!end[!id].xml} (RFC 7489,
 * section 7.2.1.1, and RFC 9990).
 *
 * @param receiver domain of the reporter, or empty
 * @param policyDomain domain that the report is about, or empty
 * @param begin start of the period
 * @param end end of the period
 */
public record ReportFileName(
        String receiver, String policyDomain, @Nullable Instant begin, @Nullable Instant end) {

    private static final ReportFileName NONE = new ReportFileName("", "", null, null);

    private static final Pattern FORM =
            Pattern.compile(
                    "([^!]{0,255})!([^!]{1,255})!(\\d{1,19})!(\\d{1,19})(?:\\D.*)?",
                    Pattern.DOTALL);

    /** Reads the last component of a path; every part is empty if it has another form. */
    public static ReportFileName of(String path) {
        int from = path.lastIndexOf(" > ");
        String name = from < 0 ? path : path.substring(from + " > ".length());
        name = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return NONE;
        }
        Remarks unheard = new Remarks();
        return new ReportFileName(
                Values.domain(matcher.group(1), "", unheard),
                Values.domain(matcher.group(2), "", unheard),
                Values.instant(matcher.group(3), unheard),
                Values.instant(matcher.group(4), unheard));
    }
}
