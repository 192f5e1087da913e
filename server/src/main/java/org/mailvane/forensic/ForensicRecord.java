package org.mailvane.forensic;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.mail.EncodedWords;

/**
 * A failure report as it is stored: what people look at.
 *
 * @param contentHash names it: 32 hexadecimal digits
 * @param domain the domain that it counts with
 * @param received when the receiver got the mail that failed, as far as known
 * @param mailFrom the mail's return path, as the report says
 * @param authFailure what failed
 * @param authenticationResults what the receiver found
 * @param sourceIp who delivered the mail; empty where that is not known
 * @param reportedDomains the domains that the report is about
 * @param subject of the mail that failed, else of the one that carried the report
 * @param headers header fields of the mail that failed
 * @param body its body; empty where it was not kept
 */
record ForensicRecord(
        String contentHash,
        String domain,
        Instant received,
        String mailFrom,
        List<String> authFailure,
        List<String> authenticationResults,
        String sourceIp,
        List<String> reportedDomains,
        String subject,
        List<HeaderField> headers,
        String body) {

    /** What the names of records end in. */
    static final String SUFFIX = ".eml";

    /** The record's name in the API. */
    String fileName() {
        return contentHash + SUFFIX;
    }

    /** The first header field of this name; empty where there is none. */
    String header(String name) {
        return headers(name).stream().findFirst().orElse("");
    }

    /** As {@link #header}, with its encoded words decoded (RFC 2047). */
    String decodedHeader(String name) {
        return EncodedWords.decode(header(name));
    }

    /** All header fields of this name, in their order. */
    List<String> headers(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return headers.stream()
                .filter(field -> field.name().toLowerCase(Locale.ROOT).equals(wanted))
                .map(HeaderField::value)
                .toList();
    }
}
