package org.mailvane.api;

import java.util.Optional;

/** Finds out whose API token it is. The accounts implement it. */
public interface TokenVerifier {

    /** What a token says about its bearer. */
    sealed interface Verdict {
        /** A token in force. */
        record Valid(Caller caller) implements Verdict {}

        /** A token of an account whose subscription has ended. */
        record Expired(Caller caller) implements Verdict {}
    }

    /** The bearer of a token; empty when nobody has it. */
    Optional<Verdict> verify(String token);
}
