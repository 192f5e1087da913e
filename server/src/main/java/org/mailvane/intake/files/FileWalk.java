package org.mailvane.intake.files;

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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.reading.Envelope;

/**
 * Finds the files that a command is given: files as they are named, folders with everything below
 * them, mailboxes message by message.
 */
final class FileWalk {

    /** A Maildir's folder of mails that are still being delivered. */
    private static final String MAILDIR_UNFINISHED = "tmp";

    private final List<Path> files = new ArrayList<>();

    /** Looks up the files; folders are gone through in alphabetical order. */
    static FileWalk of(List<Path> paths) {
        FileWalk walk = new FileWalk();
        for (Path path : paths) {
            walk.add(path);
        }
        return walk;
    }

    /** Returns how many files there are. */
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
                consumer.accept(whole(file));
            }
        }
    }

    private void split(
            Path file, Consumer<Envelope> consumer, Runnable more, BooleanSupplier stop) {
        AtomicBoolean first = new AtomicBoolean(true);
        try {
            int messages =
                    Mailbox.forEach(
                            file.toString(),
                            () -> Files.newInputStream(file),
                            (name, size, content) -> {
                                if (stop.getAsBoolean()) {
                                    throw new Stopped();
                                }
                                if (!first.getAndSet(false)) {
                                    more.run();
                                }
                                consumer.accept(new Envelope(name, size, content));
                            });
            if (messages == 0) {
                // It only began like a mailbox.
                consumer.accept(whole(file));
            }
        } catch (Stopped stopped) {
            // Asked to; what was handed over counts.
        } catch (IOException unreadable) {
            consumer.accept(
                    new Envelope(
                            file.toString(),
                            0,
                            () -> {
                                throw unreadable;
                            }));
        }
    }

    /** Ends the splitting of a mailbox. */
    private static final class Stopped extends IOException {

        private static final long serialVersionUID = 1;
    }

    private static boolean isMailbox(Path file) {
        try {
            return Mailbox.is(() -> Files.newInputStream(file));
        } catch (IOException unreadable) {
            // Reading it says so, in its turn.
            return false;
        }
    }

    private static Envelope whole(Path file) {
        return new Envelope(file.toString(), size(file), () -> read(file));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            // Reading it says so, in its turn.
            return 0;
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
                    // A link that is named is followed; links inside are not, as they may lead in
                    // circles.
                    Files.isSymbolicLink(path) ? path.toRealPath() : path,
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
