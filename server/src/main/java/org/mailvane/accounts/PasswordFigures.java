package org.mailvane.accounts;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.stereotype.Component;

/** Says how many sign-ins wait for their password to be hashed. */
@Component
class PasswordFigures implements MeterBinder {

    private final Passwords passwords;

    PasswordFigures(Passwords passwords) {
        this.passwords = passwords;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("mailvane.passwords.waiting", passwords, Passwords::waiting)
                .description("Passwords waiting to be hashed")
                .register(registry);
    }
}
