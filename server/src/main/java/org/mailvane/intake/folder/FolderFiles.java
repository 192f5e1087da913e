package org.mailvane.intake.folder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.mailvane.reports.ByteSource;

/** The files of a watched folder: which are to be taken, and where they go afterwards. */
final class FolderFiles {

    /** Files that are looked at at once, the oldest of the folder. */
    static final int WINDOW = 2_000;

    static final String DONE = "done";
    static final String FAILED = "failed";

    /** The suffix, after a failed file's name, of the file that explains the failure. */
    static final String REASON = ".reason.txt";

    /** Files of one name, distinguished by numbers. */
    static final int MAX_NUMBER = 100_000;

    /** How programs mark files that they still write. */
    private static final Set<String> UNFINISHED = Set.of(".tmp", ".part", ".filepart");

    /** Where a Maildir has its mails, if the folder is one. */
    private static final List<String> MAILDIR = List.of("new", "cur");

    private static final Comparator<FolderFile> OLDEST_FIRST =
            Comparator.comparing(FolderFile::modified).thenComparing(FolderFile::path);

    private final Path folder;
    private final int maxNumber;

    FolderFiles(Path folder) {
        this(folder, MAX_NUMBER);
    }

    /** One with fewer numbers. */
    FolderFiles(Path folder, int maxNumber) {
        this.folder = folder;
        this.maxNumber = maxNumber;
    }

    /**
     * A file as it was when it was looked at.
     *
     * @param path where it is
     * @param size its bytes
     * @param modified when it was written last
     * @param link whether it only leads to a file
     */
    record FolderFile(Path path, long size, FileTime modified, boolean link) {

        private static FolderFile of(Path path, BasicFileAttributes found) {
            return new FolderFile(
                    path, found.size(), found.lastModifiedTime(), found.isSymbolicLink());
        }

        /**
         * Looks at a file.
         *
         * @throws NoSuchFileException when it is not there any more
         */
        static FolderFile at(Path path) throws IOException {
            return of(path, attributes(path));
        }

        /** Whether it is as it was. */
        boolean isUnchanged() throws IOException {
            return at(path).equals(this);
        }

        /** Returns its bytes; a link in its place is not followed. */
        ByteSource content() {
            return () -> open(path);
        }

        private static InputStream open(Path path) throws IOException {
            return Channels.newInputStream(
                    Files.newByteChannel(
                            path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
        }
    }

    /** Returns what a file is called within the folder. */
    String name(Path file) {
        return folder.relativize(file).toString();
    }

    /**
     * Returns the oldest files in it, at most {@link #WINDOW} of them.
     *
     * @param wanted says of which files something is to be known
     */
    List<FolderFile> oldest(Predicate<FolderFile> wanted) throws IOException {
        PriorityQueue<FolderFile> oldest = new PriorityQueue<>(OLDEST_FIRST.reversed());
        list(folder, wanted, oldest);
        if (isMaildir()) {
            for (String part : MAILDIR) {
                list(folder.resolve(part), wanted, oldest);
            }
        }
        List<FolderFile> found = new ArrayList<>(oldest);
        found.sort(OLDEST_FIRST);
        return found;
    }

    private boolean isMaildir() {
        return MAILDIR.stream()
                .allMatch(
                        part -> Files.isDirectory(folder.resolve(part), LinkOption.NOFOLLOW_LINKS));
    }

    private static void list(
            Path folder, Predicate<FolderFile> wanted, PriorityQueue<FolderFile> oldest)
            throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path path : files) {
                if (isPassedOver(path)) {
                    continue;
                }
                FolderFile file;
                try {
                    BasicFileAttributes found = attributes(path);
                    // Reading a pipe or a device may never end.
                    if (found.isDirectory() || found.isOther()) {
                        continue;
                    }
                    file = FolderFile.of(path, found);
                } catch (NoSuchFileException gone) {
                    // Another server was faster.
                    continue;
                }
                if (wanted.test(file)) {
                    oldest.add(file);
                    if (oldest.size() > WINDOW) {
                        oldest.remove();
                    }
                }
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isPassedOver(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.startsWith(".") || UNFINISHED.stream().anyMatch(name::endsWith);
    }

    /**
     * Moves a file away, under a name that is free.
     *
     * @param to {@link #DONE} or {@link #FAILED}
     * @return where it is now
     * @throws NoSuchFileException when it is not there any more
     */
    Path move(Path file, String to) throws IOException {
        Path target = folder.resolve(to);
        if (Files.isSymbolicLink(target)) {
            throw new IOException(target + " is a link; links are not followed");
        }
        Files.createDirectories(target);
        String name = file.getFileName().toString();
        for (int number = 0; number <= maxNumber; number++) {
            Path free = target.resolve(numbered(name, number));
            if (Files.exists(free, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            try {
                return Files.move(file, free);
            } catch (FileAlreadyExistsException taken) {
                // By another server, this moment.
            }
        }
        throw new IOException(
                "there are more than %d files of the name %s in %s"
                        .formatted(maxNumber, name, target));
    }

    /** Says beside a failed file why it failed; never into what a link leads to. */
    static void writeReason(Path failed, String text) throws IOException {
        Path reason = failed.resolveSibling(failed.getFileName() + REASON);
        // One that an earlier file of this name has left.
        Files.deleteIfExists(reason);
        Files.writeString(reason, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Returns a name with a number before its endings: {@code a-1.xml.gz}. */
    static String numbered(String name, int number) {
        if (number == 0) {
            return name;
        }
        int dot = name.indexOf('.', 1);
        return dot < 0
                ? name + "-" + number
                : name.substring(0, dot) + "-" + number + name.substring(dot);
    }
}
