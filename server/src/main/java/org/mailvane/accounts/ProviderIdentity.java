package org.mailvane.accounts;

import org.jspecify.annotations.Nullable;

/**
 * The identity of a person, as the identity provider reports it.
 *
 * @param issuer the provider
 * @param subject what it calls them, for good
 * @param email their address; null where it says none
 * @param verified whether it says that the address is theirs
 */
record ProviderIdentity(String issuer, String subject, @Nullable String email, boolean verified) {

    /** Characters of a subject at most (OpenID Connect Core, section 2: 255 ASCII characters). */
    static final int MAX_SUBJECT = 255;
}
