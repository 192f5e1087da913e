package org.mailvane.reporters;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Coded;

/**
 * Whether the mail that carried a report comes from whom it says.
 *
 * @param result the conclusion
 * @param domain the domain that vouched for the mail; null where none did
 * @param mechanism how it vouched
 * @param detail code of the reason
 * @param fromDomain the mail's From domain; empty where there was no mail, or no single address
 */
public record ReportAuthentication(
        Result result,
        @Nullable String domain,
        Mechanism mechanism,
        String detail,
        String fromDomain) {

    /** Detail of what a person handed over. */
    static final String HANDED_OVER = "handed_over";

    /** A report that a person handed over, by an upload, a command or a watched folder. */
    public static final ReportAuthentication BY_PERSON =
            new ReportAuthentication(Result.VERIFIED, null, Mechanism.PERSON, HANDED_OVER, "");

    /** A mail for which nobody vouches, and of which nothing is known. */
    public static final ReportAuthentication NONE =
            new ReportAuthentication(Result.UNVERIFIED, null, Mechanism.NONE, "none", "");

    /** The conclusion. */
    public enum Result implements Coded {
        /** A domain vouches for the mail, or a person handed it over. */
        VERIFIED,
        /** Nobody vouches for the mail. */
        UNVERIFIED,
        /** The mail fails DMARC, and its From domain asks for quarantine or rejection. */
        FAILED;

        /** Returns the result as the database and the API have it. */
        @Override
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the result of this code. */
        public static Result of(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT));
        }
    }

    /** What a domain vouched by. */
    public enum Mechanism {
        /** A DKIM signature (RFC 6376). */
        DKIM,
        /** The address of the SMTP client (RFC 7208). */
        SPF,
        /** DKIM and SPF. */
        BOTH,
        /** Nothing. */
        NONE,
        /** There was no mail: a person handed the report over. */
        PERSON;

        /** Returns the mechanism as the database and the API have it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the mechanism of this code. */
        public static Mechanism of(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT));
        }
    }

    /** Whether a person handed the report over. */
    public boolean isByPerson() {
        return mechanism == Mechanism.PERSON;
    }

    /** Whether it is shown where the report comes from. */
    public boolean isVerified() {
        return result == Result.VERIFIED;
    }
}
