package org.mailvane.mailauth.arrival;

import java.util.Locale;

/** The reason why a mail is trusted or not. */
public enum TrustDetail {
    /** A signature of the author domain's organisation, or its SPF record, covers the mail. */
    ALIGNED,
    /** The trusted receiver says that DMARC passed. */
    RECEIVER_PASS,
    /** The header is longer than what is read. */
    HEADER_TOO_LONG,
    /** The header has a line that is not a field. */
    HEADER_MALFORMED,
    /** The From field is missing. */
    FROM_MISSING,
    /** There are several authors. */
    FROM_SEVERAL,
    /** The From field holds no address with a domain. */
    FROM_INVALID,
    /** Signature or SPF passed, for domains that have nothing to do with the author domain. */
    NOT_ALIGNED,
    /** The signature of the author domain leaves a part of the body unsigned. */
    BODY_NOT_COVERED,
    /** There are signatures, and none is right. */
    SIGNATURE_INVALID,
    /** The mail has no signature, and SPF did not pass. */
    NOT_AUTHENTICATED,
    /** No signature counts, and who handed the mail over is not known, so that SPF can't help. */
    SPF_UNKNOWN,
    /** The mail fails DMARC, and the author domain asks to quarantine or reject it. */
    POLICY,
    /** DNS did not answer a question that decides. */
    DNS_UNANSWERED,
    /** DNS was not asked a question that decides: the sender had too many asked already. */
    NOT_ASKED,
    /** The mail needs more DNS queries than the limit for one mail. */
    DNS_LIMIT;

    /** Returns the code of the API, such as {@code not_aligned}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
