package org.mailvane.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A command that ran to its end in this JVM.
 *
 * @param code the exit code
 * @param out what it printed as data
 * @param err what it printed besides
 */
public record CommandRun(int code, String out, String err) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Runs a command. */
    public static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Mailvane.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** The data, which must be JSON and nothing besides. */
    public JsonNode json() {
        return JSON.readTree(out);
    }
}
