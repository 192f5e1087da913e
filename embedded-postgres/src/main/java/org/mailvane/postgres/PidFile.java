package org.mailvane.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL's {@code postmaster.pid}.
 *
 * @param pid of the postmaster that wrote it, who may be long dead
 * @param ready whether that postmaster accepted connections
 */
record PidFile(long pid, boolean ready) {

    private static final int STATUS_LINE = 7;

    /** Where PostgreSQL keeps it. */
    static Path in(Path data) {
        return data.resolve("postmaster.pid");
    }

    /** Reads the file; empty when there is none or when PostgreSQL is about to write it. */
    static Optional<PidFile> read(Path data) throws ClusterException {
        try {
            List<String> lines = Files.readAllLines(in(data), StandardCharsets.ISO_8859_1);
            boolean ready =
                    lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new PidFile(Long.parseLong(lines.getFirst().strip()), ready));
        } catch (NoSuchFileException | NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ClusterException(
                    "The file "
                            + in(data)
                            + " can't be read: "
                            + e.getMessage()
                            + ". Run mailvane as the user that owns the database, or as root.",
                    e);
        }
    }
}
