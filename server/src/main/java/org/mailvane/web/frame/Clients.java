package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.mailvane.accounts.Client;
import org.mailvane.api.ClientAddress;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Reads where a request comes from, and in which language its pages are. */
@Component
@Profile("service")
public final class Clients {

    private final Preferences preferences;
    private final BrowserCookie browsers;

    Clients(Preferences preferences, BrowserCookie browsers) {
        this.preferences = preferences;
        this.browsers = browsers;
    }

    public Client of(HttpServletRequest request) {
        String browser = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "");
        return new Client(
                ClientAddress.address(request),
                ClientAddress.customer(request),
                browser,
                preferences.language(request),
                browsers.secrets(request));
    }
}
