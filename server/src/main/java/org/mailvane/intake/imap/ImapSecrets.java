package org.mailvane.intake.imap;

import java.io.IOException;
import java.util.Optional;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.settings.OAuthClient;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Opens mailboxes with their password, or with an access token. */
@Component
class ImapSecrets {

    private final Settings settings;
    private final AccessTokens tokens;

    ImapSecrets(Settings settings, AccessTokens tokens) {
        this.settings = settings;
        this.tokens = tokens;
    }

    /**
     * Opens a mailbox.
     *
     * @throws SignInRefused when the server, or the token endpoint, does not let us in
     */
    ImapSession open(Scope scope, ImapUrl url, ImapTimes times) throws IOException {
        if (url.oauth().isEmpty()) {
            return ImapSession.open(url, url.password(), times);
        }
        OAuthClient client = settings.oauth(url.oauth());
        Optional<String> known = tokens.known(client);
        if (known.isPresent()) {
            try {
                return ImapSession.open(url, known.get(), times);
            } catch (SignInRefused withdrawn) {
                // A new one is got at once: a pause as after a wrong password would help nobody.
                tokens.forget(client, known.get());
            }
        }
        String token = tokens.token(scope, client);
        try {
            return ImapSession.open(url, token, times);
        } catch (SignInRefused refused) {
            // It may have been withdrawn: the next try asks for another one.
            tokens.forget(client, token);
            throw refused;
        }
    }
}
