package org.mailvane.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What commands share that read the settings: the settings, the output, the database. */
abstract class SettingsUser {

    @Spec CommandSpec spec;

    /** Data of the command. */
    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Progress and explanations. */
    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Says something to the person who waits. */
    final void notice(String text) {
        err().println(text);
        err().flush();
    }

    /** The settings: flags, environment, those of a service that runs, file, defaults. */
    final Settings settings() {
        return SettingsReader.readBesideService(settingFlags(), System.getenv(), settingsFile());
    }

    /** The settings of a service itself: flags, environment, file, defaults. */
    final Settings ownSettings() {
        return SettingsReader.read(settingFlags(), System.getenv(), settingsFile());
    }

    private @Nullable Path settingsFile() {
        return option(Mailvane.CONFIG_FLAG, Path.class);
    }

    /** The settings that are given as flags. */
    final Map<Setting, String> settingFlags() {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            String value = option(setting.flag(), String.class);
            if (value != null) {
                flags.put(setting, value);
            }
        }
        return flags;
    }

    /** Runs work on an up-to-date database, which is closed afterwards. */
    final <T> T withDatabase(Function<ConfigurableApplicationContext, T> work) {
        return withDatabase(work, Database::requireCurrent);
    }

    /** Runs work on the database, which is made or brought up to date first. */
    final <T> T withMigratedDatabase(Function<ConfigurableApplicationContext, T> work) {
        return withDatabase(work, Database::migrate);
    }

    private <T> T withDatabase(
            Function<ConfigurableApplicationContext, T> work, Consumer<Database> schema) {
        Settings settings = settings();
        try (Database database = Database.forCommand(settings, this::notice)) {
            schema.accept(database);
            try (ConfigurableApplicationContext context =
                    MailvaneApplication.command(settings, database)) {
                return work.apply(context);
            }
        }
    }

    private <T> @Nullable T option(String name, Class<T> type) {
        return type.cast(spec.findOption(name).getValue());
    }
}
