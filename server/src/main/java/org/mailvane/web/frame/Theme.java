package org.mailvane.web.frame;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether pages are light or dark. */
enum Theme {
    /** As the visitor's system is. */
    SYSTEM,
    LIGHT,
    DARK;

    /** As the form and the cookie spell it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the page's root says to the style sheet; nothing where the system decides. */
    @Nullable String attribute() {
        return this == SYSTEM ? null : code();
    }

    static Optional<Theme> ofCode(@Nullable String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }
}
