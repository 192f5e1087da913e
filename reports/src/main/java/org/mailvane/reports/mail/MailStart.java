package org.mailvane.reports.mail;

import java.util.Locale;
import java.util.Set;

/** Tells a mail from other text by its first lines. */
public final class MailStart {

    private static final Set<String> MAIL_HEADERS =
            Set.of(
                    "return-path",
                    "received",
                    "received-spf",
                    "from",
                    "to",
                    "cc",
                    "subject",
                    "date",
                    "message-id",
                    "mime-version",
                    "content-type",
                    "contenttype",
                    "delivered-to",
                    "authentication-results",
                    "dkim-signature",
                    "reply-to",
                    "sender",
                    "content-transfer-encoding");

    private MailStart() {}

    /**
     * Whether a file that begins like this is a mail: it has header lines from the first one on, at
     * least one of them of a name that mails have.
     *
     * @param text the first bytes, one character each
     */
    public static boolean isMail(String text) {
        return begins(withLineFeeds(text));
    }

    /**
     * Characters of a line before the header that begins with {@code >From }: what a mailbox was
     * taken out of has quoted the line that was there.
     */
    public static int quotedFrom(String text) {
        if (!text.startsWith(">From ")) {
            return 0;
        }
        return withLineFeeds(text).indexOf('\n') + 1;
    }

    /** Whether lines end with carriage returns alone. */
    public static boolean hasReturnsOnly(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') >= 0;
    }

    private static String withLineFeeds(String text) {
        return hasReturnsOnly(text) ? text.replace('\r', '\n') : text;
    }

    private static boolean begins(String text) {
        boolean first = true;
        int at = quotedFrom(text);
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            int colon = text.indexOf(':', at);
            boolean header = colon > at && colon < end && isFieldName(text, at, colon);
            if ((first && !header) || end == at || text.charAt(at) == '\r') {
                return false;
            }
            if (header
                    && isMailHeader(text.substring(at, colon).strip().toLowerCase(Locale.ROOT))) {
                return true;
            }
            first = false;
            at = end + 1;
        }
        return false;
    }

    /** Printable ASCII without blanks, save before the colon: RFC 5322, sections 2.2 and 4.5. */
    private static boolean isFieldName(String text, int from, int to) {
        int end = to;
        while (end > from && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
            end--;
        }
        for (int i = from; i < end; i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return end > from;
    }

    private static boolean isMailHeader(String name) {
        return MAIL_HEADERS.contains(name) || name.startsWith("x-") || name.startsWith("arc-");
    }
}
