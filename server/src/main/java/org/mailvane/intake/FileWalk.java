package org.mailvane.intake;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.mailvane.reports.mail.MailboxSplitter;

/**
 * Finds the files that a command is given: files as they are named, folders with everything below
 * them, mailboxes message by message.
 */
final class FileWalk {

    /** A Maildir's folder of mails that are still being delivered. */
    private static final String MAILDIR_UNFINISHED = "tmp";

    private static final int HEAD = 64;

    private final List<Path> files = new ArrayList<>();

    /** Looks up the files; folders are gone through in alphabetical order. */
    static FileWalk of(List<Path> paths) {
        FileWalk walk = new FileWalk();
        for (Path path : paths) {
            walk.add(path);
        }
        return walk;
    }

    /** How many files there are. */
    int count() {
        return files.size();
    }

    /**
     * Hands over every file, and of a mailbox every message, until told to stop.
     *
     * @param more called for each message of a mailbox beyond the first, which raises {@link
     *     #count}
     */
    void forEach(Consumer<Envelope> consumer, Runnable more, BooleanSupplier stop) {
        for (Path file : files) {
            if (stop.getAsBoolean()) {
                return;
            }
            if (isMailbox(file)) {
                split(file, consumer, more, stop);
            } else {
                consumer.accept(new Envelope(file.toString(), () -> read(file)));
            }
        }
    }

    private void split(
            Path file, Consumer<Envelope> consumer, Runnable more, BooleanSupplier stop) {
        Splitting splitting = new Splitting(file, consumer, more, stop);
        try (InputStream input = new BufferedInputStream(Files.newInputStream(file))) {
            MailboxSplitter.split(input, RawMessage.MAX_DEFLATED, splitting);
        } catch (Stopped stopped) {
            // Asked to; what was handed over counts.
        } catch (IOException unreadable) {
            consumer.accept(failing(file.toString(), unreadable));
        }
    }

    /** Numbers the messages of one mailbox and hands them over. */
    private static final class Splitting implements MailboxSplitter.MessageHandler {

        private final Path file;
        private final Consumer<Envelope> consumer;
        private final Runnable more;
        private final BooleanSupplier stop;
        private int number;

        Splitting(Path file, Consumer<Envelope> consumer, Runnable more, BooleanSupplier stop) {
            this.file = file;
            this.consumer = consumer;
            this.more = more;
            this.stop = stop;
        }

        @Override
        public void message(byte[] message) throws IOException {
            consumer.accept(
                    new Envelope(
                            nextName(), () -> RawMessage.read(new ByteArrayInputStream(message))));
        }

        @Override
        public void tooLarge(long size) throws IOException {
            consumer.accept(
                    failing(nextName(), new RawMessage.TooLarge(RawMessage.MAX_DEFLATED, "")));
        }

        private String nextName() throws Stopped {
            if (stop.getAsBoolean()) {
                throw new Stopped();
            }
            number++;
            if (number > 1) {
                more.run();
            }
            return file + " > message " + number;
        }
    }

    /** Ends the splitting of a mailbox. */
    private static final class Stopped extends IOException {

        private static final long serialVersionUID = 1;
    }

    private static Envelope failing(String name, IOException why) {
        return new Envelope(
                name,
                () -> {
                    throw why;
                });
    }

    private static boolean isMailbox(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            return MailboxSplitter.isMailbox(input.readNBytes(HEAD));
        } catch (IOException unreadable) {
            // Reading it says so, in its turn.
            return false;
        }
    }

    private static RawMessage read(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            return RawMessage.read(input);
        }
    }

    private void add(Path path) {
        if (!Files.isDirectory(path)) {
            files.add(path);
            return;
        }
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    path,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            return isUnfinishedMail(folder)
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            // Not pipes and devices, which may never end, but links to files.
                            if (Files.isRegularFile(file)) {
                                found.add(file);
                            }
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure) {
                            // An entry that says why is better than a walk that ends here.
                            found.add(file);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException failure) {
            found.add(path);
        }
        Collections.sort(found);
        files.addAll(found);
    }

    private static boolean isUnfinishedMail(Path folder) {
        Path parent = folder.getParent();
        return parent != null
                && folder.endsWith(MAILDIR_UNFINISHED)
                && Files.isDirectory(parent.resolve("cur"))
                && Files.isDirectory(parent.resolve("new"));
    }
}
