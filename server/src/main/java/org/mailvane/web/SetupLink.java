package org.mailvane.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.Links;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * The one-time link that makes the first account. Whoever can read the service's output may set it
 * up; the link is good until there is an account, or until the service ends.
 */
@Component
@Profile("service")
public final class SetupLink {

    private static final int SECRET_BYTES = 20;

    private final Accounts accounts;
    private final Links links;
    private final String secret = randomSecret();

    SetupLink(Accounts accounts, Links links) {
        this.accounts = accounts;
        this.links = links;
    }

    /** Returns the link, as long as no account exists. */
    public Optional<String> address() {
        return !accounts.exist()
                ? Optional.of(links.to(Routes.SETUP + "/" + secret))
                : Optional.empty();
    }

    /** Whether somebody who has this secret may make the first account. */
    public boolean opens(String given) {
        return MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8),
                        given.getBytes(StandardCharsets.UTF_8))
                && !accounts.exist();
    }

    private static String randomSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
