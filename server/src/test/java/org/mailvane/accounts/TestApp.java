package org.mailvane.accounts;

import java.time.Instant;

/** An app that makes codes, as people have on their telephones. */
public record TestApp(String secret) {

    /** The code that it shows then. */
    public String code(Instant time) {
        return Totp.codeOf(
                Base32.decode(secret.replace(" ", "")).orElseThrow(),
                time.getEpochSecond() / Totp.STEP.toSeconds());
    }
}
