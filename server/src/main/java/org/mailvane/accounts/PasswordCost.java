package org.mailvane.accounts;

/**
 * How much work it is to hash a password with Argon2id (RFC 9106, section 3.1).
 *
 * @param memoryKib memory in KiB
 * @param iterations passes over it
 */
public record PasswordCost(int memoryKib, int iterations) {

    /** What a service uses: OWASP's least memory for two passes on one thread. */
    public static final PasswordCost PRODUCTION = new PasswordCost(19_456, 2);
}
