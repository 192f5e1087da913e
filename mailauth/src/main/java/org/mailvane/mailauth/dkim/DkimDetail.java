package org.mailvane.mailauth.dkim;

import java.util.Locale;

/** The reason for the outcome of verifying a signature; sections are those of RFC 6376. */
public enum DkimDetail {
    /** Everything is right. */
    VERIFIED(DkimOutcome.PASS),
    /** The body is not the one that was signed (section 6.1.3). */
    BODY_CHANGED(DkimOutcome.FAIL),
    /** A signed header field or the signature is not as it was signed (section 6.1.3). */
    SIGNATURE_WRONG(DkimOutcome.FAIL),
    /** The field is not a list of tags, or a tag has no meaning (section 3.2, 3.5). */
    SYNTAX(DkimOutcome.NEUTRAL),
    /** A tag is missing that every signature has (section 3.5). */
    TAG_MISSING(DkimOutcome.NEUTRAL),
    /** {@code v} is not 1 (section 3.5). */
    VERSION(DkimOutcome.NEUTRAL),
    /** {@code a} is not known (section 3.3). */
    ALGORITHM_UNKNOWN(DkimOutcome.NEUTRAL),
    /** {@code c} is not known (section 3.4). */
    CANONICALIZATION_UNKNOWN(DkimOutcome.NEUTRAL),
    /** {@code q} does not name DNS (section 3.5). */
    QUERY_UNKNOWN(DkimOutcome.NEUTRAL),
    /** DNS did not give the key (section 6.1.2). */
    KEY_UNANSWERED(DkimOutcome.TEMPERROR),
    /** {@code a=rsa-sha1}, which is never valid (RFC 8301, section 3.1). */
    ALGORITHM_HISTORIC(DkimOutcome.PERMERROR),
    /** The From field is not signed (section 5.4, 6.1.1). */
    FROM_NOT_SIGNED(DkimOutcome.PERMERROR),
    /** {@code i} is not of the domain {@code d} (section 3.5, 6.1.1). */
    IDENTITY_FOREIGN(DkimOutcome.PERMERROR),
    /** The selector has no key (section 6.1.2). */
    KEY_MISSING(DkimOutcome.PERMERROR),
    /** The key record is invalid, or its key is (section 3.6.1). */
    KEY_INVALID(DkimOutcome.PERMERROR),
    /** The key was revoked: its {@code p} is empty (section 3.6.1). */
    KEY_REVOKED(DkimOutcome.PERMERROR),
    /** The key is of another kind than the signature ({@code k}). */
    KEY_TYPE(DkimOutcome.PERMERROR),
    /** The key does not allow SHA-256 ({@code h}). */
    KEY_HASH(DkimOutcome.PERMERROR),
    /** The key is not for mail ({@code s}). */
    KEY_SERVICE(DkimOutcome.PERMERROR),
    /** The key allows {@code i} of its very domain only ({@code t=s}). */
    KEY_STRICT(DkimOutcome.PERMERROR),
    /** The RSA key is shorter than 1,024 bits, so that it is never valid (RFC 8301, 3.2). */
    KEY_SHORT(DkimOutcome.POLICY),
    /** The RSA key is longer than what is calculated with here. */
    KEY_LONG(DkimOutcome.POLICY),
    /** {@code l} leaves a part of the body unsigned (section 8.2). */
    BODY_NOT_COVERED(DkimOutcome.POLICY),
    /** The signature is older than {@code x} allows (section 3.5). */
    EXPIRED(DkimOutcome.POLICY),
    /** The signature was made in the future (section 3.5, {@code t}). */
    FROM_THE_FUTURE(DkimOutcome.POLICY);

    private final DkimOutcome outcome;

    DkimDetail(DkimOutcome outcome) {
        this.outcome = outcome;
    }

    /** Returns what it means for the signature. */
    public DkimOutcome outcome() {
        return outcome;
    }

    /** Returns the code of the API, such as {@code body_changed}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
