package org.mailvane.cli;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.mailvane.postgres.TestPostgres;

/**
 * The class path of processes, with an archive of its classes (CDS), so that a process starts in
 * half the time. The JVM archives classes of jars only, so folders of classes are packed.
 *
 * <p>All test JVMs of a build share it. The archive never hides a change: every test JVM packs the
 * folders again, the archive is made again when a jar differs, and the JVM ignores an archive that
 * was made with other jars.
 */
final class ProcessClassPath {

    private static final Path FOLDER = Path.of("target", "process-class-path").toAbsolutePath();
    private static final Path ARCHIVE = FOLDER.resolve("classes.jsa");

    /** The class path that the archive was made with. */
    private static final Path ARCHIVED = FOLDER.resolve("archived.txt");

    private static @Nullable List<String> prepared;

    private ProcessClassPath() {}

    /** Returns the options of the JVM. While another test JVM makes the archive, they name none. */
    static synchronized List<String> options() {
        if (prepared == null) {
            prepared = prepare();
        }
        return prepared == null ? List.of("-cp", System.getProperty("java.class.path")) : prepared;
    }

    private static @Nullable List<String> prepare() {
        try {
            Files.createDirectories(FOLDER);
            try (FileChannel file = FileChannel.open(FOLDER.resolve("lock"), CREATE, WRITE);
                    @Nullable FileLock lock = file.tryLock()) {
                if (lock == null) {
                    return null;
                }
                List<Path> jars = jars();
                String classPath = String.join(File.pathSeparator, strings(jars));
                String state = state(jars);
                if (!Files.exists(ARCHIVED) || !Files.readString(ARCHIVED).equals(state)) {
                    Files.deleteIfExists(ARCHIVE);
                    archive(classPath);
                    Files.writeString(ARCHIVED, state);
                }
                return List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-cp", classPath);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static List<Path> jars() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (entry.isEmpty()) {
                // The current folder, which Surefire does not mean.
                continue;
            }
            // Processes don't need the tests.
            if (path.endsWith("test-classes") || entry.endsWith("-tests.jar")) {
                continue;
            }
            if (!Files.isDirectory(path)) {
                jars.add(path);
            } else {
                jars.add(pack(path, FOLDER.resolve(jars.size() + ".jar")));
            }
        }
        return jars;
    }

    /** Packs a folder. A jar that would be the same stays, and with it the archive. */
    private static Path pack(Path folder, Path jar) throws IOException {
        Path packed = FOLDER.resolve("packed.jar");
        List<String> arguments =
                List.of(
                        "--create",
                        "--no-compress",
                        "--date=2000-01-01T00:00:00Z",
                        "--file=" + packed,
                        "-C",
                        folder.toString(),
                        ".");
        int code =
                ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.out, System.err, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new IOException(folder + " could not be packed");
        }
        if (!Files.exists(jar) || Files.mismatch(packed, jar) >= 0) {
            Files.move(packed, jar, REPLACE_EXISTING);
        }
        return jar;
    }

    /** Runs a service until it is ready, since that loads most classes. */
    private static void archive(String classPath) throws IOException, InterruptedException {
        Path folder = TargetFolders.create();
        Path data = folder.resolve("data");
        TestPostgres.prepare(data);
        List<String> options = List.of("-XX:ArchiveClassesAtExit=" + ARCHIVE, "-cp", classPath);
        try (MailvaneProcess service =
                MailvaneProcess.startWith(
                        folder,
                        options,
                        Map.of(),
                        "serve",
                        "--data-dir",
                        data.toString(),
                        "--http-address",
                        "127.0.0.1:0")) {
            service.awaitOut("Mailvane is ready");
            service.end();
        }
        TargetFolders.delete(folder);
    }

    /** What the JVM compares too when it uses the archive. */
    private static String state(List<Path> jars) throws IOException {
        StringBuilder state = new StringBuilder(System.getProperty("java.vm.version"));
        for (Path jar : jars) {
            state.append('\n').append(jar);
            if (Files.exists(jar)) {
                state.append(' ').append(Files.size(jar));
                state.append(' ').append(Files.getLastModifiedTime(jar));
            }
        }
        return state.toString();
    }

    private static List<String> strings(List<Path> paths) {
        return paths.stream().map(Path::toString).toList();
    }
}
