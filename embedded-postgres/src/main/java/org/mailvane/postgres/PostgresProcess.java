package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The current meaning of a process number. Numbers are reused, so never signal a process just
 * because a file contains its number.
 */
enum PostgresProcess {
    /** No such process. */
    GONE,
    /** It has ended, but its parent has not taken note; it still has its number. */
    ZOMBIE,
    /** Something else got the number. */
    OTHER,
    /** PostgreSQL on the data directory that was asked for. */
    SERVING;

    private static final Path PROCESSES = Path.of("/proc");
    private static final String PROGRAM = "postgres";

    /** Looks at a process. */
    static PostgresProcess look(long pid, Path data) {
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        if (handle.isEmpty()) {
            return GONE;
        }
        Path entry = PROCESSES.resolve(Long.toString(pid));
        if (!Files.isDirectory(PROCESSES.resolve("self"))) {
            return handle.get()
                            .info()
                            .commandLine()
                            .filter(line -> mentions(line, data))
                            .isPresent()
                    ? SERVING
                    : OTHER;
        }
        try {
            if (isZombie(entry)) {
                return ZOMBIE;
            }
            return worksIn(entry, data) ? SERVING : OTHER;
        } catch (IOException e) {
            // It ended while we looked, or belongs to somebody into whose processes we may not
            // look, and so not to us.
            return Files.exists(entry) ? OTHER : GONE;
        }
    }

    /**
     * Whether any PostgreSQL process works in the data directory, be it a leftover whose postmaster
     * is dead.
     */
    static boolean anyServing(Path data) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path entry : entries) {
                if (look(Long.parseLong(entry.getFileName().toString()), data) == SERVING) {
                    return true;
                }
            }
        } catch (IOException e) {
            // No such folder: not Linux. PostgreSQL looks for leftovers itself, by its shared
            // memory.
        }
        return false;
    }

    /**
     * The state is the first field after the name in brackets, which may itself hold brackets and
     * blanks.
     */
    private static boolean isZombie(Path entry) throws IOException {
        String stat = Files.readString(entry.resolve("stat"));
        return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
    }

    /** PostgreSQL's processes have the data directory as their working folder. */
    private static boolean worksIn(Path entry, Path data) throws IOException {
        String program = Files.readSymbolicLink(entry.resolve("exe")).getFileName().toString();
        // The kernel adds " (deleted)" when the file was replaced.
        return (program.equals(PROGRAM) || program.startsWith(PROGRAM + " "))
                && Files.isSameFile(entry.resolve("cwd"), data);
    }

    private static boolean mentions(String commandLine, Path data) {
        return commandLine.contains(PROGRAM) && commandLine.contains(data.toString());
    }
}
