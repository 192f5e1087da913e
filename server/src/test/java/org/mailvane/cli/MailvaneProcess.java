package org.mailvane.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.mailvane.testing.Awaiting;

/** The command line in a separate process, as a person starts it. */
public final class MailvaneProcess implements AutoCloseable {

    /** Longer than anything takes, even on a busy machine. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    /** The same for the start of a demo. */
    private static final Duration DEMO_LIMIT = Duration.ofMinutes(4);

    private final Process process;
    private final Path out;
    private final Path err;

    private MailvaneProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts a command in this folder, where what it prints is kept too. */
    public static MailvaneProcess start(Path folder, String... args) throws IOException {
        return start(folder, List.of(), Map.of(), args);
    }

    /** Starts a command with further options of the JVM, and variables of the environment. */
    public static MailvaneProcess start(
            Path folder, List<String> jvm, Map<String, String> environment, String... args)
            throws IOException {
        List<String> options = new ArrayList<>(ProcessClassPath.options());
        options.addAll(jvm);
        return startWith(folder, options, environment, args);
    }

    /** Starts another program of the class path. */
    static MailvaneProcess startProgram(Path folder, Class<?> program, String... args)
            throws IOException {
        // The archive's class path is without the classes of tests.
        List<String> options = List.of("-cp", System.getProperty("java.class.path"));
        return startWith(folder, options, Map.of(), program, args);
    }

    /** Starts a command with these options of the JVM, one of which is the class path. */
    static MailvaneProcess startWith(
            Path folder, List<String> options, Map<String, String> environment, String... args)
            throws IOException {
        return startWith(folder, options, environment, Mailvane.class, args);
    }

    private static MailvaneProcess startWith(
            Path folder,
            List<String> options,
            Map<String, String> environment,
            Class<?> program,
            String... args)
            throws IOException {
        Path out = Files.createTempFile(folder, "command-", ".out");
        Path err = Files.createTempFile(folder, "command-", ".err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        // Tests compare what a command prints: the JVM must not warn about the archive of classes.
        command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
        command.addAll(options);
        command.add(program.getName());
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MAILVANE_"));
        builder.environment().putAll(environment);
        return new MailvaneProcess(builder.start(), out, err);
    }

    /** Its number. */
    public long pid() {
        return process.pid();
    }

    /** Writes to its standard input. */
    void send(String text) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write(text.getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has printed as data so far. */
    public String out() {
        return read(out);
    }

    /** What it has printed besides so far. */
    public String err() {
        return read(err);
    }

    /** Waits until it has printed something. */
    public void awaitOut(String text) {
        awaitPrinted(text, LIMIT, this::out);
    }

    /** Waits until a demo is ready, which has taken in its reports by then. */
    void awaitDemo() {
        awaitPrinted("Ctrl-C", DEMO_LIMIT, this::out);
    }

    /** Waits until it has printed something besides its data. */
    public void awaitErr(String text) {
        awaitPrinted(text, LIMIT, this::err);
    }

    /** Waits until it has ended; answers the exit code. */
    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it has not ended: " + err());
        }
        return process.exitValue();
    }

    /** Ends it by SIGKILL, returning when it is dead; answers the exit code. */
    public int kill() throws InterruptedException {
        process.destroyForcibly();
        return awaitExit();
    }

    /** Whether {@link #terminate} lets it end in order on this system. */
    public boolean canBeTerminated() {
        return process.supportsNormalTermination();
    }

    /** Ends it in order if this system can, so that a demo leaves no files. */
    void end() throws InterruptedException {
        if (canBeTerminated()) {
            terminate();
            awaitExit();
        }
        close();
    }

    /** SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Ends it by SIGKILL, returning when it is dead: nobody joins its database any more. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    private void awaitPrinted(String text, Duration limit, Supplier<String> printed) {
        Awaiting.until(
                "\"" + text + "\" is printed",
                limit,
                () -> {
                    boolean ended = !process.isAlive();
                    if (printed.get().contains(text)) {
                        return true;
                    }
                    if (ended) {
                        throw new AssertionError(
                                "it ended without \"" + text + "\":\n" + out() + err());
                    }
                    return false;
                });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
