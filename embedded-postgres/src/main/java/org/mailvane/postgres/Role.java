package org.mailvane.postgres;

/** What kind of program opens the cluster; others read it from the lock file. */
public enum Role {
    /**
     * {@code serve} and {@code demo}: runs until it is told to stop, so nobody waits for its end.
     */
    SERVER("mailvane serve"),
    /** Everything else: ends by itself, so a starting server waits for it. */
    COMMAND("a mailvane command");

    private final String description;

    Role(String description) {
        this.description = description;
    }

    /** The role as it reads in a sentence. */
    String description() {
        return description;
    }
}
