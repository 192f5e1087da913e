package org.mailvane.accounts;

/**
 * How much work it is to hash a password with Argon2id (RFC 9106, section 3.1).
 *
 * @param memoryKib memory in KiB
 * @param iterations passes over it
 */
public record PasswordCost(int memoryKib, int iterations) {

    /** What a service uses: OWASP's second choice, and Spring Security's default since 5.8. */
    public static final PasswordCost PRODUCTION = new PasswordCost(16_384, 2);
}
