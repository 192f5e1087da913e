package org.mailvane.web.start;

import java.util.Locale;
import org.mailvane.web.frame.Routes;

/** The steps by which an account gets its first reports. */
enum StartStep {
    DOMAINS(Routes.START),
    REPORTS(Routes.START_REPORTS),
    RECORDS(Routes.START_RECORDS);

    private final String path;

    StartStep(String path) {
        this.path = path;
    }

    String path() {
        return path;
    }

    /** Its name in the bundles. */
    String key() {
        return "start.step." + name().toLowerCase(Locale.ROOT);
    }
}
