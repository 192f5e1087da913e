package org.mailvane.postgres;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/**
 * PostgreSQL's log file. PostgreSQL writes it directly, so that its last words are there when we
 * are killed together; the file is renamed at a start once it is large, and one older file is kept.
 */
final class ServerLog {

    /** Weeks of warnings. */
    static final long ROTATE_BYTES = 4 * 1024 * 1024;

    private static final int TAIL_BYTES = 2048;

    private final ClusterHome home;
    private final long start;

    private ServerLog(ClusterHome home, long start) {
        this.home = home;
        this.start = start;
    }

    /** Prepares the file for one start. */
    static ServerLog open(ClusterHome home) throws IOException {
        if (Files.exists(home.log()) && Files.size(home.log()) > ROTATE_BYTES) {
            Files.move(home.log(), home.olderLog(), StandardCopyOption.REPLACE_EXISTING);
        }
        OwnedFiles.createIfMissing(home.log());
        return new ServerLog(home, Files.size(home.log()));
    }

    /** Where the process writes to. */
    ProcessBuilder.Redirect redirect() {
        return ProcessBuilder.Redirect.appendTo(home.log().toFile());
    }

    /** The end of what was written since {@link #open}. */
    String sinceStart() {
        try (RandomAccessFile file = new RandomAccessFile(home.log().toFile(), "r")) {
            file.seek(Math.max(start, file.length() - TAIL_BYTES));
            byte[] bytes = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "(the log can't be read: " + e.getMessage() + ")";
        }
    }
}
