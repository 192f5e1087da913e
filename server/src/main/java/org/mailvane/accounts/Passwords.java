package org.mailvane.accounts;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/** What a password must be, and how it is kept: as Argon2id with its parameters. */
@Component
public final class Passwords {

    /** Characters of a password at least. */
    public static final int MIN_LENGTH = 10;

    /** Characters of a password at most: hashing is slow on purpose. */
    public static final int MAX_LENGTH = 256;

    private final PasswordEncoder encoder = Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8();

    Passwords() {}

    /** What is wrong with a password, or null when its user may have it. */
    @Nullable String problemOf(String password, String email) {
        if (password.length() < MIN_LENGTH || password.length() > MAX_LENGTH) {
            return "The password has %d characters: it must have %d to %d."
                    .formatted(password.length(), MIN_LENGTH, MAX_LENGTH);
        }
        return password.equalsIgnoreCase(email)
                ? "The password is the email address: it must be something else."
                : null;
    }

    /** Slow on purpose, so it does not belong into a transaction. */
    String hash(String password) {
        return Objects.requireNonNull(encoder.encode(password));
    }

    /** Whether a password is the one that was hashed; nothing is where there is none. */
    boolean matches(String password, @Nullable String hash) {
        return hash != null && password.length() <= MAX_LENGTH && encoder.matches(password, hash);
    }
}
