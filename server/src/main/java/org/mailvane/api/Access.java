package org.mailvane.api;

/** Who may call an operation. */
public enum Access {
    /** Anybody; a token that is given must still be a valid one. */
    PUBLIC,
    /** Whoever is signed in; what they see is bounded by their scope. */
    SIGNED_IN,
    /** The account's owner and admins. */
    ADMIN
}
