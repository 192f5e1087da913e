package org.mailvane.reports.failure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Tells failure reports (RFC 6591, RFC 9991) from other mail by the first bytes of a part. */
public final class FailureReports {

    private static final String FEEDBACK_TYPE = "feedback-type:";
    private static final String AUTH_FAILURE = "auth-failure";

    /** Fields that only authentication failure reports have: RFC 6591, section 3.1. */
    private static final List<String> OWN_FIELDS =
            List.of("auth-failure:", "identity-alignment:", "delivery-result:", "reported-domain:");

    /** The fields that a complaint (RFC 5965) does not have. */
    private static final List<String> UNSHARED_FIELDS =
            List.of("auth-failure:", "identity-alignment:");

    /** Kinds of feedback that are complaints: RFC 5965, section 7.3, RFC 6430 and older ones. */
    private static final List<String> COMPLAINTS =
            List.of("abuse", "fraud", "virus", "not-spam", "opt-out", "miscategorized");

    /** The start of texts that mail servers send instead of fields. */
    private static final List<String> TEXT_DIALECTS =
            List.of(
                    "a message claiming to be from you has failed",
                    "this is a spf/dkim authentication-failure report for an email message");

    private FailureReports() {}

    /**
     * Returns whether a part without a content type holds the fields of a feedback report (RFC
     * 5965).
     */
    public static boolean isFeedbackReport(byte[] head, int length) {
        int at = 0;
        while (at < length && Character.isWhitespace(head[at])) {
            at++;
        }
        // called for every part of every mail, so nothing is allocated before the first letter fits
        return at < length
                && Character.toLowerCase(head[at]) == FEEDBACK_TYPE.charAt(0)
                && text(head, length).startsWith(FEEDBACK_TYPE, at);
    }

    /**
     * Returns whether a feedback report is about an authentication failure. A report without a
     * known type counts if it has the fields of one; a spam complaint ({@code abuse}) does not.
     */
    public static boolean isAuthenticationFailure(byte[] head, int length) {
        String text = text(head, length);
        int field = text.indexOf(FEEDBACK_TYPE);
        if (field < 0) {
            return OWN_FIELDS.stream().anyMatch(text::contains);
        }
        String type = text.substring(firstNonBlank(text, field + FEEDBACK_TYPE.length()));
        return type.startsWith(AUTH_FAILURE)
                || (COMPLAINTS.stream().noneMatch(type::startsWith)
                        && UNSHARED_FIELDS.stream().anyMatch(text::contains));
    }

    /**
     * Whether a text for people is one that some mail servers send in place of a feedback report.
     */
    public static boolean isTextDialect(byte[] head, int length) {
        String text = singleBlanks(text(head, length));
        return TEXT_DIALECTS.stream().anyMatch(text::contains);
    }

    /** Undoes the line breaks that mailing lists and mail programs put anywhere. */
    private static String singleBlanks(String text) {
        StringBuilder joined = new StringBuilder(text.length());
        boolean blank = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isWhitespace(c)) {
                joined.append(c);
            } else if (!blank) {
                joined.append(' ');
            }
            blank = Character.isWhitespace(c);
        }
        return joined.toString();
    }

    private static int firstNonBlank(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static String text(byte[] head, int length) {
        return new String(head, 0, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }
}
