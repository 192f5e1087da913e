package org.mailvane.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.mailvane.accounts.Client;
import org.mailvane.api.Sender;
import org.springframework.http.HttpHeaders;

/** Reads where a request comes from. */
final class Clients {

    private Clients() {}

    static Client of(HttpServletRequest request) {
        String browser = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "");
        return new Client(Sender.address(request), Sender.customer(request), browser);
    }
}
