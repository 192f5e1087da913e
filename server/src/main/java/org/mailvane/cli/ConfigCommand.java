package org.mailvane.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.mailvane.platform.settings.Settings;
import org.mailvane.text.MessageFormatter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mailvane config}. */
@Command(
        name = "config",
        description =
                "Prints every setting, its value and where the value comes from. Secrets"
                        + " are masked.",
        footer = {"", "Example: mailvane config --config /etc/mailvane.conf"})
final class ConfigCommand extends SettingsUser implements Callable<Integer> {

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    /** A setting as it is printed. */
    record Line(String name, String value, String origin, String meaning) {}

    @Override
    public Integer call() {
        List<Line> lines = new ArrayList<>();
        Settings settings = settings();
        for (Settings.Value value : settings.all()) {
            lines.add(
                    new Line(
                            value.setting().variable(),
                            value.setting().masked(value.text()),
                            value.origin(),
                            MessageFormatter.forPrograms().format(value.setting().meaning())));
        }
        for (Settings.OAuthValue value : settings.allOAuth()) {
            lines.add(
                    new Line(
                            value.variable(),
                            value.masked(),
                            value.origin(),
                            "For mailboxes with this oauth=NAME"));
        }
        if (json) {
            out().println(Json.of(lines));
            return Mailvane.OK;
        }
        for (Line line : lines) {
            out().printf(
                            "%s=%s%n    # %s. From: %s.%n",
                            line.name(), line.value(), line.meaning(), line.origin());
        }
        return Mailvane.OK;
    }
}
