package org.mailvane.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.platform.settings.Setting;
import org.mailvane.text.MessageFormatter;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Adds the list of all settings to the help of a command. */
final class SettingsHelp {

    private static final String SECTION = "settings";

    private static final String HEADING =
            """

            Settings, as environment variable, line NAME=VALUE of the settings file, or flag
            (--data-dir for MAILVANE_DATA_DIR):
            """;

    private SettingsHelp() {}

    /** Lists the settings before the footer, each with its meaning and default. */
    static void addTo(CommandSpec spec) {
        UsageMessageSpec usage = spec.usageMessage();
        List<String> sections = new ArrayList<>(usage.sectionKeys());
        sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), SECTION);
        usage.sectionKeys(sections);
        usage.sectionMap().put(SECTION, SettingsHelp::render);
    }

    private static String render(Help help) {
        MessageFormatter english = MessageFormatter.forPrograms();
        Map<String, String> lines = new LinkedHashMap<>();
        for (Setting setting : Setting.values()) {
            String meaning = english.format(setting.meaning()) + ".";
            String standard = setting.defaultValue();
            lines.put(
                    setting.variable(),
                    standard.isEmpty() ? meaning : meaning + " Default: " + standard);
        }
        return HEADING.replace("\n", System.lineSeparator()) + help.createTextTable(lines);
    }
}
