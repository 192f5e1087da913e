package org.mailvane.accounts;

/** Why the identity provider did not tell us who somebody is. The message is for the log. */
public final class ProviderException extends Exception {

    private static final long serialVersionUID = 1;

    private final Reason reason;

    ProviderException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** What a page says about it. */
    public Reason reason() {
        return reason;
    }

    /** The cause of the failure. */
    public enum Reason {
        /** The provider does not answer, or not as it should; or it is not set up rightly. */
        UNAVAILABLE,
        /** The provider has said no, or the person has. */
        DENIED,
        /** What came back does not belong to what was begun here, or can't be believed. */
        NOT_OURS
    }
}
