package org.mailvane.intake.smtp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps mails while they come: small ones in memory, others on disk, where all of them together
 * have limited room. Its files have no name any more as soon as they are open, so that a process
 * that dies leaves no files.
 */
final class MailSpool {

    private final Path folder;
    private final SmtpLimits limits;
    private final AtomicLong onDisk = new AtomicLong();

    /** A spool in this folder, which is made when it is needed. */
    MailSpool(Path folder, SmtpLimits limits) {
        this.folder = folder;
        this.limits = limits;
    }

    /** The spool has no more room. */
    static final class Full extends IOException {

        private static final long serialVersionUID = 1;

        Full() {
            super("the mails that are coming fill their space on disk");
        }
    }

    /** Room for a mail. */
    Mail newMail() {
        return new Mail();
    }

    /** Bytes that lie on disk. */
    long onDisk() {
        return onDisk.get();
    }

    /** A mail that is coming. */
    final class Mail implements Closeable {

        private final ByteArrayOutputStream held = new ByteArrayOutputStream(1 << 10);
        private @Nullable FileChannel file;
        private long reserved;

        /**
         * Adds bytes.
         *
         * @throws IOException when the spool is full; the mail is of no use then
         */
        void write(byte[] bytes, int length) throws IOException {
            if (file == null && held.size() + length <= limits.memoryBytes()) {
                held.write(bytes, 0, length);
                return;
            }
            reserved += length;
            if (onDisk.addAndGet(length) > limits.spoolBytes()) {
                throw new Full();
            }
            if (file == null) {
                file = create();
            }
            ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
        }

        private FileChannel create() throws IOException {
            Files.createDirectories(folder);
            return FileChannel.open(
                    folder.resolve("mail-" + UUID.randomUUID()),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
        }

        /** Returns what came. */
        InputStream open() throws IOException {
            InputStream begin = new ByteArrayInputStream(held.toByteArray());
            if (file == null) {
                return begin;
            }
            file.position(0);
            return new SequenceInputStream(begin, Channels.newInputStream(file));
        }

        @Override
        public void close() throws IOException {
            onDisk.addAndGet(-reserved);
            reserved = 0;
            if (file != null) {
                file.close();
            }
        }
    }
}
