package org.mailvane;

import org.mailvane.cli.CommandLineRoot;

/** The program: {@code mailvane COMMAND}. */
public final class Mailvane {

    private Mailvane() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(CommandLineRoot.run(args));
    }
}
