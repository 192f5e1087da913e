package org.mailvane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.cli.CommandRun;

/**
 * Refuses words that make English read like a translation, in everything that people read:
 * messages, documents, templates, comments, error texts and the help of commands. CONTRIBUTING.md
 * says how to write instead.
 */
class PlainEnglishTest {

    private static final Path ROOT = Path.of("..");

    /** Each with what to write instead. */
    private static final List<Banned> BANNED =
            List.of(
                    banned(
                            "\\bstands? (in|at|for it|there|against|behind|by|on|under|as|here"
                                    + "|below|above|beside)\\b",
                            "is, appears"),
                    banned("\\bbehind\\b", "after"),
                    banned("\\bmend(s|ed|ing)?\\b", "fix"),
                    banned("(?<!\\bthere )\\bis no (?!longer\\b|more\\b)[a-z]+", "is not a"),
                    banned(
                            "\\bof (its|their|his|our|your|one's) own(?=\\W*$|[.,;:)]"
                                    + "| (is|are|for|at|with|on|to|if|unless|in|and|or|under)\\b)",
                            "its own X"),
                    banned("\\blook(s|ed)?-ups?\\b", "lookup, look up"),
                    banned("\\b(told|tells?|telling) of\\b", "reports, shows"),
                    banned("\\banew\\b", "again"),
                    banned("\\bwish(es|ed)?\\b", "request"),
                    banned("\\blets? (it |them |all |everybody )?pass\\b", "allows"),
                    banned("\\bways? in\\b", "sign-in method"),
                    banned("\\b(a|its|own|test) house\\b", "context, fixture"),
                    banned("(?<!@param )(?<![.])\\b(un)?settled\\b", "reclassified, decided"));

    /** A use that is right, in files whose path ends like this. */
    private record Allowed(String file, String phrase, String reason) {

        boolean covers(String place, String line) {
            return place.endsWith(file) && line.contains(phrase);
        }
    }

    private static final String NETWORK = "the field's own term: connections come through it";

    private static final List<Allowed> ALLOWED =
            List.of(
                    new Allowed("", "ehind a proxy", NETWORK),
                    new Allowed("", "ehind a reverse proxy", NETWORK),
                    new Allowed("", "ehind a TCP proxy", NETWORK),
                    new Allowed("", "ehind a load balancer", NETWORK),
                    new Allowed("", "ehind nginx", NETWORK),
                    new Allowed("", "ehind NAT", NETWORK));

    private record Banned(Pattern words, String instead) {}

    private static Banned banned(String words, String instead) {
        return new Banned(Pattern.compile(words, Pattern.CASE_INSENSITIVE), instead);
    }

    /** Line breaks are kept, so that a line has the number that it has in the file. */
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");

    private static final Pattern CODE_OR_TARGET = Pattern.compile("`[^`\\n]*`|\\]\\([^)\\n]*\\)");

    private static final Pattern TEXT_BLOCK = Pattern.compile("(?s)\"\"\".*?\"\"\"");

    private static final Pattern TAG = Pattern.compile("(?s)\\{@(?:code|link|linkplain)\\s[^}]*}");

    /** Comments, and literals of more than one word. */
    private static final Pattern PROSE =
            Pattern.compile(
                    "(?s)(?<literal>\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*')"
                            + "|/\\*.*?\\*/|//[^\\n]*");

    /** A literal with at least two words next to each other that decides something. */
    private static final Pattern MATCHED =
            Pattern.compile(
                    "(?:\\.(?:equals|equalsIgnoreCase|contains|startsWith|endsWith|matches)\\(\\s*"
                            + "|\\bcase )\"[^\"\\n]*[a-z]{2,} [a-z]{2,}[^\"\\n]*\"");

    @Test
    void messages() throws IOException {
        check(
                files("server/src/main/resources", name -> name.endsWith(".properties")).stream()
                        .filter(file -> !file.toString().endsWith("_de.properties"))
                        .toList(),
                text -> text);
    }

    @Test
    void documents() throws IOException {
        List<Path> documents = new ArrayList<>(files("docs", name -> name.endsWith(".md")));
        try (Stream<Path> top = Files.list(ROOT)) {
            top.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        check(documents, PlainEnglishTest::markdown);
    }

    @Test
    void templates() throws IOException {
        check(files("server/src/main/jte", name -> name.endsWith(".jte")), text -> text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailauth", "reports", "server"})
    void commentsAndLiterals(String module) throws IOException {
        check(
                files(module + "/src/main/java", name -> name.endsWith(".java")),
                PlainEnglishTest::prose);
    }

    /** Code decides by codes: a text can be rewritten or translated without changing behaviour. */
    @ParameterizedTest
    @ValueSource(strings = {"mailauth", "reports", "server"})
    void noSentenceIsMatched(String module) throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path file : files(module + "/src/main/java", name -> name.endsWith(".java"))) {
            Matcher found = MATCHED.matcher(Files.readString(file, UTF_8));
            while (found.find()) {
                if (!found.group().contains("<!doctype html")) {
                    problems.add(ROOT.relativize(file) + ": " + found.group());
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void matchedSentencesAreFound() {
        assertThat(MATCHED.matcher("if (text.startsWith(\"The record is\"))").find()).isTrue();
        assertThat(MATCHED.matcher("case \"No record found.\" ->").find()).isTrue();
        assertThat(MATCHED.matcher("if (code.equals(\"no_record\"))").find()).isFalse();
    }

    @Test
    void helpOfCommands() {
        List<String> problems = new ArrayList<>();
        int commands = helpOf(List.of(), problems);
        assertThat(problems).isEmpty();
        assertThat(commands).as("commands with help").isGreaterThan(20);
    }

    /** Returns how many commands were checked: this one and those below it. */
    private static int helpOf(List<String> command, List<String> problems) {
        String[] args = Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new);
        String help = CommandRun.of(args).out();
        problems.addAll(problems("mailvane " + String.join(" ", args), help));
        int checked = 1;
        Matcher list = Pattern.compile("(?s)\\n(?:Commands|Records):\\R(.*)").matcher(help);
        if (list.find()) {
            Matcher names = Pattern.compile("(?m)^  ([a-z][a-z0-9-]+)").matcher(list.group(1));
            while (names.find()) {
                if (!names.group(1).equals("help")) {
                    checked +=
                            helpOf(
                                    Stream.concat(command.stream(), Stream.of(names.group(1)))
                                            .toList(),
                                    problems);
                }
            }
        }
        return checked;
    }

    static Stream<Arguments> badSentences() {
        return Stream.of(
                arguments("The record stands at _dmarc.example.com.", "stands at"),
                arguments("What is behind the record is ignored.", "behind"),
                arguments("Mend the record.", "Mend"),
                arguments("\"x\" is no domain.", "is no domain"),
                arguments("They have a table of its own.", "of its own"),
                arguments("SPF needs 12 look-ups.", "look-ups"),
                arguments("The report tells of failures.", "tells of"),
                arguments("The data is made anew.", "anew"),
                arguments("Too many wishes from your network.", "wishes"),
                arguments("The policy lets it pass.", "lets it pass"),
                arguments("There are three ways in.", "ways in"),
                arguments("Rows that are unsettled.", "unsettled"));
    }

    @ParameterizedTest
    @MethodSource("badSentences")
    void eachBannedWordIsFound(String sentence, String word) {
        assertThat(problems("docs/some.md", markdown("Good.\n\n" + sentence)))
                .singleElement()
                .asString()
                .startsWith("docs/some.md:3: \"" + word + "\"");
        String code = "/** Good. */\nint x; // " + sentence + "\nString y = \"and.\";\n";
        assertThat(problems("A.java", prose(code)))
                .singleElement()
                .asString()
                .startsWith("A.java:2: \"" + word + "\"");
    }

    @Test
    void codeIsNotProse() {
        assertThat(problems("a.md", markdown("```\nbehind\n```\n`anew` [x](made-anew.md)")))
                .isEmpty();
        assertThat(problems("A.java", prose("int behind; /* {@code anew} */ var s = \"wishes\";")))
                .isEmpty();
        assertThat(problems("a.md", markdown("There is no record."))).isEmpty();
        assertThat(problems("a.md", markdown("Put it behind nginx."))).isEmpty();
    }

    private static void check(List<Path> files, UnaryOperator<String> reading) throws IOException {
        assertThat(files).isNotEmpty();
        List<String> problems = new ArrayList<>();
        for (Path file : files) {
            String name = ROOT.relativize(file).toString().replace('\\', '/');
            problems.addAll(problems(name, reading.apply(Files.readString(file, UTF_8))));
        }
        assertThat(problems).as("see Plain English in CONTRIBUTING.md").isEmpty();
    }

    private static List<String> problems(String place, String text) {
        List<String> problems = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (ALLOWED.stream().anyMatch(allowed -> allowed.covers(place, line))) {
                continue;
            }
            for (Banned banned : BANNED) {
                Matcher found = banned.words().matcher(line);
                if (found.find()) {
                    problems.add(
                            "%s:%d: \"%s\" (better: %s) in: %s"
                                    .formatted(
                                            place,
                                            i + 1,
                                            found.group(),
                                            banned.instead(),
                                            line.strip()));
                }
            }
        }
        return problems;
    }

    private static List<Path> files(String folder, Predicate<String> wanted) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT.resolve(folder))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> wanted.test(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the text without examples, code and addresses of links. */
    private static String markdown(String text) {
        String prose = FENCED.matcher(text).replaceAll(found -> blank(found.group()));
        return CODE_OR_TARGET.matcher(prose).replaceAll(found -> blank(found.group()));
    }

    /** Returns comments and sentences of a Java source, each at its line; the rest is blank. */
    private static String prose(String source) {
        String plain = TEXT_BLOCK.matcher(source).replaceAll(found -> blank(found.group()));
        StringBuilder prose = new StringBuilder();
        int at = 0;
        Matcher found = PROSE.matcher(plain);
        while (found.find()) {
            prose.append(blank(plain.substring(at, found.start())));
            String literal = found.group("literal");
            prose.append(
                    literal != null && !literal.strip().contains(" ")
                            ? blank(literal)
                            : TAG.matcher(found.group()).replaceAll(tag -> blank(tag.group())));
            at = found.end();
        }
        return prose.toString();
    }

    private static String blank(String text) {
        return text.replaceAll("[^\\n]", " ");
    }
}
