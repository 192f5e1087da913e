package org.mailvane.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts PostgreSQL's programs: under the unprivileged user when we are root, with a signal at our
 * death where the system has one, outside our terminal, and with an empty environment, because ours
 * may hold secrets and PostgreSQL's own variables.
 */
final class Launcher {

    private static final List<String> PROGRAM_FOLDERS =
            List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");
    private static final Path ROOT = Path.of("/");

    private final @Nullable Account account;
    private final @Nullable Path setpriv;
    private final boolean setprivKnowsDeathSignal;
    private final @Nullable Path setsid;

    private Launcher(
            @Nullable Account account,
            @Nullable Path setpriv,
            boolean setprivKnowsDeathSignal,
            @Nullable Path setsid) {
        this.account = account;
        this.setpriv = setpriv;
        this.setprivKnowsDeathSignal = setprivKnowsDeathSignal;
        this.setsid = setsid;
    }

    /** For a process that isn't root: programs run under its own user. */
    static Launcher forOwnUser() throws ClusterException {
        return find(null);
    }

    /** For root: programs run under this user, which needs {@code setpriv} of util-linux. */
    static Launcher forAccount(Account account) throws ClusterException {
        return find(account);
    }

    private static Launcher find(@Nullable Account account) throws ClusterException {
        Path setpriv = program("setpriv").orElse(null);
        String help =
                setpriv == null ? "" : run(List.of(setpriv.toString(), "--help"), ROOT).output();
        if (account != null && !help.contains("--reuid")) {
            // su and runuser stay between us and PostgreSQL, so that neither signals nor our death
            // reach it.
            throw new ClusterException(
                    "PostgreSQL does not run as root. The program setpriv, which runs it as"
                            + " another user, "
                            + (setpriv == null
                                    ? "was not found"
                                    : "(" + setpriv + ") does not support --reuid")
                            + ". Install the package util-linux, or run mailvane as an ordinary user.");
        }
        return new Launcher(
                account, setpriv, help.contains("--pdeathsig"), program("setsid").orElse(null));
    }

    /** The user that programs run under, when it isn't our own. */
    Optional<Account> account() {
        return Optional.ofNullable(account);
    }

    /** Runs a program to its end. It dies with this thread. */
    Result run(List<String> command) throws ClusterException {
        List<String> full = new ArrayList<>(privileges("KILL"));
        full.addAll(command);
        return run(full, workingFolder(command));
    }

    /**
     * Prepares the server. It gets SIGINT, PostgreSQL's fast shutdown, when the <em>thread</em>
     * that starts it ends. It has its own session, since Ctrl-C at our terminal is for us: we still
     * want to use the database while we stop.
     */
    ProcessBuilder server(List<String> command) {
        List<String> full = new ArrayList<>();
        if (setsid != null) {
            full.add(setsid.toString());
        }
        full.addAll(privileges("INT"));
        full.addAll(command);
        return builder(full, workingFolder(command));
    }

    /**
     * Whether the user of the programs can get into a folder; asked of the kernel, who knows all
     * rules.
     */
    boolean canEnter(Path folder) throws ClusterException {
        return run(List.of("/bin/sh", "-c", "cd \"$0\"", folder.toString())).exit() == 0;
    }

    private List<String> privileges(String deathSignal) {
        if (setpriv == null || (account == null && !setprivKnowsDeathSignal)) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        words.add(setpriv.toString());
        if (account != null) {
            words.add("--reuid=" + account.uid());
            words.add("--regid=" + account.gid());
            words.add("--clear-groups");
            words.add("--no-new-privs");
        }
        if (setprivKnowsDeathSignal) {
            words.add("--pdeathsig");
            words.add(deathSignal);
        }
        words.add("--");
        return words;
    }

    /** Our own working folder may be closed to the other user; the program's is not. */
    private static Path workingFolder(List<String> command) {
        Path folder = Path.of(command.getFirst()).getParent();
        return folder == null ? ROOT : folder;
    }

    private static ProcessBuilder builder(List<String> command, Path folder) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        // English messages: some of them are looked for.
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PATH", String.join(":", PROGRAM_FOLDERS));
        return builder;
    }

    private static Result run(List<String> command, Path folder) throws ClusterException {
        try {
            Process process = builder(command, folder).start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output.strip());
        } catch (IOException e) {
            throw new ClusterException(
                    "The program "
                            + command.getFirst()
                            + " could not be started: "
                            + e.getMessage()
                            + ". If its folder is mounted noexec, set another data directory with"
                            + " MAILVANE_DATA_DIR.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException(
                    "Waiting for " + command.getFirst() + " was interrupted. Start again.", e);
        }
    }

    /**
     * The usual folders first: as root we start nothing from where somebody's PATH points, if we
     * can help it.
     */
    private static Optional<Path> program(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(PROGRAM_FOLDERS.stream(), Stream.of(path.split(File.pathSeparator)))
                .map(folder -> Path.of(folder, name))
                .filter(file -> file.isAbsolute() && Files.isExecutable(file))
                .findFirst();
    }

    /** How a program ended, and what it printed. */
    record Result(int exit, String output) {}
}
