package org.mailvane.web;

import java.util.Locale;

/** The steps by which an account gets its first reports. */
enum StartStep {
    DOMAINS(StartController.PATH),
    REPORTS(StartController.REPORTS_PATH),
    RECORDS(StartController.RECORDS_PATH);

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
