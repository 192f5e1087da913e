package org.mailvane.cli;

/** The program's version. */
final class Version {

    private Version() {}

    /** As the build wrote it into the jar; outside a jar there is none. */
    static String text() {
        String version = Mailvane.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
