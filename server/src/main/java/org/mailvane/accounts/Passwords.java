package org.mailvane.accounts;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.HashingThreads.Rank;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/** What a password must be, and how it is kept: as Argon2id with its parameters. */
@Component
public final class Passwords implements AutoCloseable {

    /** Characters of a password at least. */
    public static final int MIN_LENGTH = 10;

    /** Characters of a password at most: hashing is slow on purpose. */
    public static final int MAX_LENGTH = 256;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int THREADS = 1;

    private final PasswordEncoder encoder;
    final HashingThreads threads = new HashingThreads();

    /** As costly to compare with as all others: a test compares it with them. */
    private final String nobodys;

    Passwords(PasswordCost cost) {
        encoder =
                new Argon2PasswordEncoder(
                        SALT_BYTES, HASH_BYTES, THREADS, cost.memoryKib(), cost.iterations());
        nobodys =
                "$argon2id$v=19$m=%d,t=%d,p=%d$c2FsdCBvZiBub2JvZHkncw$bm9ib2R5J3MgcGFzc3dvcmQgaGFzIHRoaXMgaGFzaC4"
                        .formatted(cost.memoryKib(), cost.iterations(), THREADS);
    }

    /**
     * Returns what is wrong with a password; null if its user may have it. Runs on the threads of
     * {@link #hash}, so that many requests at once do not use up the processors.
     *
     * @throws ApiProblem 503 when too many passwords wait already
     */
    @Nullable AccountException problemOf(String password, String email) {
        int length = password.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            return new AccountException(
                    "password_length",
                    "The password has %d characters. It must have %d to %d."
                            .formatted(length, MIN_LENGTH, MAX_LENGTH),
                    length,
                    MIN_LENGTH,
                    MAX_LENGTH);
        }
        if (password.equalsIgnoreCase(email)) {
            return new AccountException(
                    "password_is_email", "The password must not be the email address.");
        }
        return threads.run(Rank.KNOWN, () -> PasswordStrength.isWeak(password, email))
                ? new AccountException(
                        "password_guessed",
                        "The password is easy to guess: it consists of common words, keyboard"
                                + " patterns, repeats, years, or parts of the email address. Add"
                                + " something unique.")
                : null;
    }

    /**
     * Slow on purpose, so it does not belong into a transaction.
     *
     * @throws ApiProblem 503 when too many passwords wait already
     */
    String hash(String password) {
        return threads.run(Rank.KNOWN, () -> Objects.requireNonNull(encoder.encode(password)));
    }

    /** Whether a hash was made with other parameters than those that are used now. */
    boolean isOutdated(String hash) {
        return encoder.upgradeEncoding(hash);
    }

    /** The hash that a password is compared with where there is none. */
    String nobodys() {
        return nobodys;
    }

    /**
     * Whether a password is the one that was hashed; nothing is where there is none. That takes as
     * long where there is none.
     *
     * @throws ApiProblem 503 when too many passwords wait already
     */
    boolean matches(String password, @Nullable String hash, Rank rank) {
        if (password.length() > MAX_LENGTH) {
            return false;
        }
        boolean same =
                threads.run(rank, () -> encoder.matches(password, hash == null ? nobodys : hash));
        return same && hash != null;
    }

    /** Returns how many passwords wait to be hashed. */
    int waiting() {
        return threads.waiting();
    }

    @Override
    public void close() {
        threads.close();
    }
}
