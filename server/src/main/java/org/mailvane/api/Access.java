package org.mailvane.api;

/** The callers that may use an operation. */
public enum Access {
    /** Anybody; a token that is given must still be a valid one. */
    PUBLIC,
    /** Whoever is signed in; what they see is bounded by their scope. */
    SIGNED_IN,
    /**
     * Whoever may change the object. The kernel lets everybody through who is signed in: only the
     * operation knows the object, and answers 404 where the caller may not see it, else {@link
     * ApiProblem#forbidden()}.
     */
    WRITER,
    /** The account's owner and admins. */
    ADMIN
}
