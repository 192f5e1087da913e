package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link Opener}. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Starts one that opens the data directory; {@link #line} tells how that went. */
    static ChildJvm open(String how, Role role, Path directory) throws IOException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opener.class.getName(),
                        how,
                        role.name(),
                        directory.toString());
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }

    /** The line that it prints when the database is open, or when it can't be. */
    String line() throws IOException {
        String line = output.readLine();
        assertThat(line).as("what the other JVM printed").isNotNull();
        return line;
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to close the database and end. */
    void finish() throws IOException, InterruptedException {
        process.getOutputStream().close();
        awaitEnd();
    }

    /** kill -9, returning when it is dead. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM, returning when it has ended. */
    void terminate() throws InterruptedException {
        process.destroy();
        awaitEnd();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(Fixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
