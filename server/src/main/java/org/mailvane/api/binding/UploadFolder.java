package org.mailvane.api.binding;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemHandler;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * The folder in which uploads and mails are stored while they arrive: in the data directory, like
 * everything else. The file of a body has no name any more as soon as it is open, so that a process
 * that dies leaves no file. Tomcat's files for the parts of forms have names; leftovers are removed
 * at the next start.
 */
@Component
@Profile("service")
public final class UploadFolder {

    /** Where another server may share the folder, files that rest for so long are nobody's. */
    public static final Duration ABANDONED = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(UploadFolder.class);

    private final Path folder;

    public UploadFolder(Settings settings, Database database) {
        folder = of(settings.dataDir());
        try {
            Files.createDirectories(folder);
            Instant now = Instant.now();
            sweep(database.isEmbedded() ? now : now.minus(ABANDONED));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The folder in a data directory; the settings of forms name it as well. */
    public static Path of(Path dataDir) {
        return dataDir.toAbsolutePath().resolve("tmp").resolve("uploads");
    }

    private void sweep(Instant before) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!Files.getLastModifiedTime(file).toInstant().isAfter(before)) {
                    Files.deleteIfExists(file);
                    log.info(
                            "An upload or a mail that did not come to its end was removed: {}",
                            file);
                }
            }
        }
    }

    /**
     * Takes the body of a request in, on disk. The caller closes it.
     *
     * @throws ApiProblem 413 when it is larger than the limit
     */
    public Spooled spool(HttpServletRequest request) throws IOException {
        if (request.getContentLengthLong() > UploadBody.MAX_BYTES) {
            throw ProblemHandler.uploadTooLarge();
        }
        FileChannel file =
                FileChannel.open(
                        folder.resolve("body-" + UUID.randomUUID()),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE);
        boolean complete = false;
        try (InputStream body = UploadBody.limited(request)) {
            OutputStream out = Channels.newOutputStream(file);
            body.transferTo(out);
            complete = true;
            return new Spooled(file);
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    /** A body on disk. */
    public static final class Spooled implements AutoCloseable {

        private final FileChannel file;

        private Spooled(FileChannel file) {
            this.file = file;
        }

        /** Its bytes. */
        public long size() throws IOException {
            return file.size();
        }

        /** Reads it from its begin, as often as is wanted. */
        public InputStream open() {
            return new FromBegin(file);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Reads a file at a separate position. */
    private static final class FromBegin extends InputStream {

        private final FileChannel file;
        private long position;

        FromBegin(FileChannel file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int n = file.read(ByteBuffer.wrap(bytes, offset, length), position);
            position += Math.max(n, 0);
            return n;
        }
    }
}
