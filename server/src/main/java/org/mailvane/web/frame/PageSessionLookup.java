package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.mailvane.accounts.Sessions;
import org.mailvane.accounts.Sessions.Visitor;
import org.mailvane.api.SignedInBrowser;
import org.mailvane.api.TokenVerifier.Verdict;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Tells the API whose browser it is, so that links of pages to it lead somewhere. */
@Component
@Profile("service")
final class PageSessionLookup implements SignedInBrowser {

    private final SessionCookie cookie;
    private final Sessions sessions;

    PageSessionLookup(SessionCookie cookie, Sessions sessions) {
        this.cookie = cookie;
        this.sessions = sessions;
    }

    @Override
    public Optional<Verdict> visitor(HttpServletRequest request) {
        return cookie.secret(request).flatMap(sessions::find).map(Visitor::verdict);
    }
}
