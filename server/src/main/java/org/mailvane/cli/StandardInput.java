package org.mailvane.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** What is typed or piped into a command. */
final class StandardInput {

    private StandardInput() {}

    /** The first line, which is a secret and so is not asked for on the command line. */
    static String secretLine() {
        try {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String line = reader.readLine();
            if (line == null || line.isEmpty()) {
                throw new CommandFailed("Standard input contains no password.");
            }
            return line;
        } catch (IOException unreadable) {
            throw new CommandFailed("Standard input can't be read: " + unreadable.getMessage());
        }
    }
}
