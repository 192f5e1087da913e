package org.mailvane.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.mailvane.accounts.AccountException;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsException;
import org.mailvane.platform.store.DatabaseException;
import org.mailvane.platform.store.DatabaseFailure;
import org.mailvane.text.MessageFormatter;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The program, {@code mailvane COMMAND}: all commands, and what they share. */
@Command(
        name = "mailvane",
        description =
                "Shows who sends mail with your domains, and guides them to enforced"
                        + " DMARC policies.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            DemoCommand.class,
            AccountCommand.class,
            UserCommand.class,
            TokenCommand.class,
            ImportCommand.class,
            ReadCommand.class,
            InspectCommand.class,
            ExplainCommand.class,
            SourceCommand.class,
            DoctorCommand.class,
            ConfigCommand.class,
            HealthcheckCommand.class,
            VersionCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {"", "Help for a command: mailvane COMMAND --help"})
public final class Mailvane {

    /** Success. */
    static final int OK = 0;

    /** The command could not run or could not finish. */
    static final int FAILED = 1;

    /** Invalid usage. */
    static final int USAGE = 2;

    /** The command finished, but some of the input failed. */
    static final int SOME_FAILED = 3;

    private static final String LOST_DATABASE =
            "Lost the connection to the database: it stopped or can't be reached."
                    + " Everything already stored is safe. Run the command again.";

    /** Name of the flag that names the settings file. */
    static final String CONFIG_FLAG = "--config";

    private Mailvane() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        CommandLine root =
                new CommandLine(new Mailvane())
                        .registerConverter(Path.class, RawArguments.of(args));
        System.exit(run(root, args));
    }

    /** Runs the command that the arguments name; answers the exit code. */
    public static int run(String... args) {
        return run(new CommandLine(new Mailvane()), args);
    }

    /** Runs a command that prints its data and its messages to these writers. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(new CommandLine(new Mailvane()).setOut(out).setErr(err), args);
    }

    private static int run(CommandLine root, String... args) {
        root.setExecutionExceptionHandler(Mailvane::explain);
        CommandLine.IParameterExceptionHandler usual = root.getParameterExceptionHandler();
        root.setParameterExceptionHandler((failure, given) -> {
            int code = usual.handleParseException(failure, given);
            InspectCommand.hint(failure)
                    .or(() -> FlagHint.of(failure))
                    .ifPresent(hint -> {
                        PrintWriter err = failure.getCommandLine().getErr();
                        err.println(hint);
                        err.flush();
                    });
            return code;
        });
        root.setCaseInsensitiveEnumValuesAllowed(true);
        if (System.getenv("NO_COLOR") != null) {
            root.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        }
        addCommon(root);
        int code = args.length == 0 ? root.execute("help") : root.execute(args);
        // Both are checked: the usual writer wraps System.out, which keeps its errors to itself.
        boolean ours = root.getOut().checkError();
        boolean lost = System.out.checkError() || ours;
        if (code == OK && lost) {
            // A full disk where output is redirected to a file, for instance: a reader must not
            // take it for complete.
            root.getErr().println("Could not write the complete output.");
            root.getErr().flush();
            return FAILED;
        }
        return code;
    }

    /** Gives every command its help and the settings as flags. */
    private static void addCommon(CommandLine command) {
        CommandSpec own = command.getCommandSpec();
        if (command.getParent() == null) {
            own.addOption(helpOption());
            own.addOption(
                    OptionSpec.builder("-V", "--version")
                            .versionHelp(true)
                            .description("Show the version.")
                            .build());
            own.version(VersionCommand.line());
            SettingsHelp.addTo(own);
        }
        for (CommandLine subcommand : command.getSubcommands().values()) {
            CommandSpec spec = subcommand.getCommandSpec();
            if (spec.findOption("--help") == null && !"help".equals(spec.name())) {
                spec.addOption(helpOption());
            }
            if (spec.userObject() instanceof SettingsUser) {
                addSettings(spec);
            }
            if (spec.userObject() instanceof ServeCommand) {
                SettingsHelp.addTo(spec);
            }
            addCommon(subcommand);
        }
    }

    private static OptionSpec helpOption() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build();
    }

    private static void addSettings(CommandSpec spec) {
        spec.addOption(
                OptionSpec.builder(CONFIG_FLAG)
                        .type(Path.class)
                        .paramLabel("FILE")
                        .description(
                                "Settings file. Every setting of `mailvane config` is also a flag.")
                        .build());
        for (Setting setting : Setting.values()) {
            spec.addOption(
                    OptionSpec.builder(setting.flag())
                            .type(String.class)
                            .paramLabel("VALUE")
                            .hidden(setting != Setting.DATA_DIR)
                            .description(
                                    MessageFormatter.forPrograms().format(setting.meaning()) + ".")
                            .build());
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** A problem that the user can fix is reported without a stack trace. */
    private static int explain(Exception failure, CommandLine command, ParseResult result) {
        switch (failure) {
            case SettingsException settings -> command.getErr().println(settings.getMessage());
            case DatabaseException database -> command.getErr().println(database.getMessage());
            case AccountException account -> command.getErr().println(account.getMessage());
            case CommandFailed failed -> command.getErr().println(failed.getMessage());
            case Exception lost when DatabaseFailure.isLostConnection(lost) ->
                    command.getErr().println(LOST_DATABASE);
            case Exception trouble when DatabaseFailure.isTrouble(trouble) ->
                    command.getErr()
                            .println(
                                    "Database error: "
                                            + Printable.of(rootMessage(trouble))
                                            + ". Everything already stored is safe.");
            default -> {
                LoggerFactory.getLogger(Mailvane.class).error("The command failed", failure);
                command.getErr()
                        .println(
                                "The command failed with an unexpected error: "
                                        + failure.getMessage());
            }
        }
        command.getErr().flush();
        return FAILED;
    }
}
