package org.mailvane.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mailvane version}. */
@Command(
        name = "version",
        description = "Prints the version.",
        footer = {"", "Example: mailvane version"})
final class VersionCommand implements Callable<Integer> {

    @Spec CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(line());
        return Mailvane.OK;
    }

    /** The program's version and the Java that runs it. */
    static String line() {
        return "mailvane " + Version.text() + " (Java " + Runtime.version().feature() + ")";
    }
}
