package org.mailvane.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.spf.SpfEvaluator;
import org.mailvane.mailauth.spf.SpfResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Evaluates SPF for messages that the caller names (RFC 7208, section 4: check_host). */
final class SpfEvaluation {

    /** Messages of a batch that are evaluated at once. */
    private static final int AT_ONCE = 256;

    /** Characters of a line of a batch: far more than a message's three values can have. */
    static final int MAX_LINE_LENGTH = 65_536;

    /** How often a reader that waits looks whether the printer is still there. */
    private static final long LOOK_MILLIS = 100;

    private static final String NO_OBJECT =
            "it must be a JSON object, such as {\"ip\": \"192.0.2.1\", \"sender\":"
                    + " \"ann@example.com\", \"helo\": \"mail.example.com\"}";

    /** What RFC 7208, section 7.3 has for {@code %{r}} where no receiver's name is known. */
    private static final String RECEIVER = "unknown";

    private final SpfEvaluator evaluator =
            new SpfEvaluator(System::nanoTime, InstantSource.system(), RECEIVER);
    private final Dns dns;
    private final PrintWriter out;
    private final PrintWriter err;

    SpfEvaluation(Dns dns, PrintWriter out, PrintWriter err) {
        this.dns = dns;
        this.out = out;
        this.err = err;
    }

    /** Evaluates one message and prints the result. */
    void one(String ip, String sender, String helo, boolean json) {
        SpfResult result =
                evaluator.checkHost(
                        IpAddress.parse(ip).orElseThrow(() -> new CommandFailed(noAddress(ip))),
                        sender,
                        helo,
                        dns);
        if (json) {
            out.println(Json.of(shape(result)));
        } else {
            out.println(result.result());
            say("Matching term: ", result.mechanism());
            say("Matched: ", result.matched());
            say("Record at: ", result.domain());
            say("Domain's explanation: ", result.explanation());
            say("", result.problem());
        }
    }

    private void say(String before, String text) {
        if (!text.isEmpty()) {
            out.println(before + Printable.of(text));
        }
    }

    /**
     * Evaluates a message for each line and prints a line for each, in their order, as soon as it
     * is there.
     *
     * @return whether every line could be read
     */
    boolean batch(InputStream input) {
        BlockingQueue<Future<Line>> running = new ArrayBlockingQueue<>(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> printed = threads.submit(() -> print(running));
            read(input, threads, running, printed);
            return printed.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("The evaluation was interrupted.");
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    /**
     * One line of the output.
     *
     * @param text JSON; null after the last line
     * @param problem what is wrong with the line of the input, or null
     */
    private record Line(@Nullable String text, @Nullable String problem) {

        static final Line END = new Line(null, null);
    }

    private void read(
            InputStream input,
            ExecutorService threads,
            BlockingQueue<Future<Line>> running,
            Future<Boolean> printed)
            throws InterruptedException {
        BoundedLines lines = new BoundedLines(input, MAX_LINE_LENGTH);
        try {
            int number = 0;
            boolean isWanted = true;
            for (String line = lines.next(); isWanted && line != null; line = lines.next()) {
                number++;
                if (!line.isBlank()) {
                    String text = line;
                    int place = number;
                    isWanted =
                            handOver(
                                    threads.submit(() -> evaluated(place, text)), running, printed);
                }
            }
        } catch (IOException unreadable) {
            throw new CommandFailed("Standard input can't be read: " + unreadable.getMessage());
        } finally {
            handOver(threads.submit(() -> Line.END), running, printed);
        }
    }

    /** Returns whether somebody still prints; waiting for room would else never end. */
    private static boolean handOver(
            Future<Line> line, BlockingQueue<Future<Line>> running, Future<Boolean> printed)
            throws InterruptedException {
        while (!printed.isDone()) {
            if (running.offer(line, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    private boolean print(BlockingQueue<Future<Line>> running)
            throws InterruptedException, ExecutionException {
        boolean allRead = true;
        for (long lines = 1; ; lines++) {
            @Nullable Future<Line> next = running.poll();
            boolean isWaiting = next == null || !next.isDone();
            // Whoever waits for an answer before the next line must get it; who has gone, none.
            if ((isWaiting || lines % AT_ONCE == 0) && isClosed()) {
                return allRead;
            }
            Line line = (next == null ? running.take() : next).get();
            if (line.text() == null) {
                out.flush();
                return allRead;
            }
            out.println(line.text());
            if (line.problem() != null) {
                allRead = false;
                err.println(line.problem());
            }
        }
    }

    /** Whether nobody takes the output any more; writes what was kept back. */
    private boolean isClosed() {
        // Both: the usual writer wraps System.out, which keeps its errors to itself.
        return out.checkError() || System.out.checkError();
    }

    private Line evaluated(int number, String line) {
        if (line.length() > MAX_LINE_LENGTH) {
            return refused(
                    number, "it must have at most %,d characters".formatted(MAX_LINE_LENGTH));
        }
        try {
            JsonNode message = Json.MAPPER.readTree(line);
            if (!message.isObject()) {
                return refused(number, NO_OBJECT);
            }
            String ip = message.path("ip").asString("");
            Optional<IpAddress> address = IpAddress.parse(ip);
            if (address.isEmpty()) {
                return refused(number, noAddress(ip));
            }
            return new Line(
                    Json.of(
                            shape(
                                    evaluator.checkHost(
                                            address.get(),
                                            message.path("sender").asString(""),
                                            message.path("helo").asString(""),
                                            dns))),
                    null);
        } catch (JacksonException noJson) {
            return refused(number, NO_OBJECT);
        }
    }

    private static Line refused(int number, String problem) {
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("result", "");
        shape.put("explanation", "");
        shape.put("error", problem);
        return new Line(Json.of(shape), "Line " + number + ": " + problem);
    }

    private static Map<String, Object> shape(SpfResult result) {
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("result", result.result().toString());
        shape.put("explanation", result.explanation());
        return shape;
    }

    private static String noAddress(String text) {
        return "\"" + Printable.of(text) + "\" is not an IPv4 or IPv6 address.";
    }
}
