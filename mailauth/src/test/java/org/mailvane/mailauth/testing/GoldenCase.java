package org.mailvane.mailauth.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.mailvane.mailauth.https.Https;

/**
 * A case in two files, {@code NNN-name.txt} with what is given and {@code NNN-name.json} with what
 * is expected: dropping both into a folder is a new test.
 *
 * <pre>
 * # Why this is a case, with RFC and section.
 * domain example.com
 * selector s1
 * ---
 * _dmarc.example.com TXT "v=DMARC1; p=none"
 * GET https://mta-sts.example.com/.well-known/mta-sts.txt 200 text/plain
 * |version: STSv1
 * |mode: enforce
 * GET https://example.com/logo.svg 200 image/svg+xml @logo.svg
 * GET https://away.example.com/ FAIL CONNECTION
 * </pre>
 *
 * The inputs are above the line, each a name and a value; the zone ({@link ZoneDns}) and the files
 * on the web are below it. A body is in lines after bars, joined by CRLF, or in a file next to the
 * case. {@link Expected} compares the results.
 *
 * @param file its file
 * @param inputs above the line, by name
 * @param dns the zone
 * @param https the files
 */
public record GoldenCase(Path file, Map<String, String> inputs, ZoneDns dns, ScriptedHttps https) {

    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    /** Does what a case asks for. */
    @FunctionalInterface
    public interface Inspection {

        /** The result, which is compared as JSON. */
        Object of(GoldenCase golden) throws Exception;
    }

    /** Tests of all cases in a folder below {@code golden}. */
    public static Stream<DynamicTest> tests(String folder, Inspection inspection) {
        return files(FOLDER.resolve(folder)).stream()
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(),
                                file.toUri(),
                                () -> {
                                    GoldenCase golden = read(file);
                                    Expected.in(golden.expectation()).of(inspection.of(golden));
                                }));
    }

    /** How many cases a folder has. */
    public static int count(String folder) {
        return files(FOLDER.resolve(folder)).size();
    }

    /** An input. */
    public Optional<String> input(String name) {
        return Optional.ofNullable(inputs.get(name));
    }

    /** An input that must be there. */
    public String require(String name) {
        return input(name)
                .orElseThrow(() -> new IllegalArgumentException(file + " has no " + name));
    }

    private Path expectation() {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.txt$", ".json"));
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static GoldenCase read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int rule = lines.indexOf("---");
        int inputsEnd = rule < 0 ? lines.size() : rule;
        Map<String, String> inputs = new HashMap<>();
        for (String line : lines.subList(0, inputsEnd)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split(" ", 2);
                inputs.put(parts[0], parts.length == 1 ? "" : parts[1]);
            }
        }
        ZoneDns zone = new ZoneDns();
        ScriptedHttps https = new ScriptedHttps();
        List<String> rest = rule < 0 ? List.of() : lines.subList(rule + 1, lines.size());
        for (int i = 0; i < rest.size(); i++) {
            String line = rest.get(i);
            if (line.startsWith("GET ")) {
                List<String> body = new ArrayList<>();
                while (i + 1 < rest.size() && rest.get(i + 1).startsWith("|")) {
                    body.add(rest.get(++i).substring(1) + "\r\n");
                }
                addFile(https, line, String.join("", body), file);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                zone.add(line.strip());
            }
        }
        return new GoldenCase(file, inputs, zone, https);
    }

    /** Returns a result for the first reason of a kind. */
    private static Https.NoResponse noResponse(Https.Failure failure) {
        Https.Reason reason =
                Arrays.stream(Https.Reason.values())
                        .filter(each -> each.failure() == failure)
                        .findFirst()
                        .orElseThrow();
        return reason.with(reason.arguments().toArray());
    }

    private static void addFile(ScriptedHttps https, String line, String body, Path file)
            throws IOException {
        String[] words = line.split("\\s+", -1);
        if (words[2].equals("FAIL")) {
            https.put(words[1], noResponse(Https.Failure.valueOf(words[3])));
            return;
        }
        String last = words[words.length - 1];
        byte[] bytes =
                last.startsWith("@")
                        ? Files.readAllBytes(file.resolveSibling(last.substring(1)))
                        : body.getBytes(StandardCharsets.UTF_8);
        boolean isRedirect = words[2].startsWith("3");
        String third = words.length > 3 && !words[3].startsWith("@") ? words[3] : "";
        https.put(
                words[1],
                new Https.Response(
                        Integer.parseInt(words[2]),
                        isRedirect ? "" : third,
                        isRedirect ? third : "",
                        bytes));
    }
}
