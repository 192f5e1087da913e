package org.mailvane.web.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.mailvane.accounts.SignIns;
import org.mailvane.web.frame.Cookies;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** The cookie of who has shown their password, and not their second factor yet. */
@Component
@Profile("service")
final class StepCookie {

    static final String NAME = "mailvane_step";

    private final Cookies cookies;

    StepCookie(Cookies cookies) {
        this.cookies = cookies;
    }

    Optional<String> secret(HttpServletRequest request) {
        return cookies.read(request, NAME);
    }

    void set(HttpServletResponse response, String secret) {
        cookies.set(response, NAME, secret, SignIns.STEP_LIFETIME);
    }

    void delete(HttpServletResponse response) {
        cookies.delete(response, NAME);
    }
}
