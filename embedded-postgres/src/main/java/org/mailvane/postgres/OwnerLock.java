package org.mailvane.postgres;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The lock of the one program that may run PostgreSQL on a data directory. Its file says who that
 * is.
 */
final class OwnerLock {

    private OwnerLock() {}

    /** Takes the lock for this process, or nothing when another program has it. */
    static Optional<FileLocks.Held> tryTake(DataDirectory directory, Role role)
            throws ClusterException {
        Owner me =
                new Owner(
                        ProcessHandle.current().pid(),
                        role,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS));
        try {
            return FileLocks.tryExclusive(directory.ownerLock(), me.format());
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }

    /**
     * Returns the owner of the lock; empty for the moment between taking it and writing the name.
     */
    static Optional<Owner> holder(DataDirectory directory) throws ClusterException {
        try {
            return Owner.parse(FileLocks.content(directory.ownerLock()));
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }

    /** A program that runs the cluster. */
    record Owner(long pid, Role role, Instant since) {

        /** Reads as "mailvane serve, process 123, since 2026-11-20T07:00:00Z". */
        String describe() {
            return role.description() + ", process " + pid + ", since " + since;
        }

        String format() {
            return pid + " " + role + " " + since + "\n";
        }

        static Optional<Owner> parse(String text) {
            List<String> words = List.of(text.strip().split(" "));
            if (words.size() != 3) {
                return Optional.empty();
            }
            try {
                return Optional.of(
                        new Owner(
                                Long.parseLong(words.get(0)),
                                Role.valueOf(words.get(1)),
                                Instant.parse(words.get(2))));
            } catch (IllegalArgumentException | DateTimeParseException e) {
                // Half written: the writer is between taking the lock and the end of its line.
                return Optional.empty();
            }
        }
    }
}
