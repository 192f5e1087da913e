package org.mailvane.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dns.AddressPurpose;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Catalogue;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingKind.Entry;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.MxFindings;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.tag.Tag;

/** Whatever the library finds has a text in each language. */
class FindingMessagesTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "findings.md");
    private static final MessageFormatter ENGLISH = MessageFormatter.forPrograms();
    private static final MessageFormatter GERMAN = MessageFormatter.of(Language.GERMAN);

    /** Arguments that are always whole numbers. */
    private static final Set<String> NUMBERS =
            Set.of("bits", "count", "days", "factor", "preference", "status");

    private static final Pattern PLURAL =
            Pattern.compile(
                    "\\{(?<count>\\w+), plural, one \\{[^}]*\\} other \\{(?<other>[^}]*)\\}\\}");

    private static Stream<MessageFormatter> languages() {
        return Stream.of(ENGLISH, GERMAN);
    }

    /** A case whose values can be told apart. */
    private static Finding finding(FindingKind kind) {
        return kind.with(values(kind.entry().arguments()));
    }

    private static Object[] values(List<String> arguments) {
        return IntStream.range(0, arguments.size())
                .mapToObj(i ->
                        NUMBERS.contains(arguments.get(i)) ? (Object) (70 + i) : "<v" + i + ">")
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("org.mailvane.mailauth.finding.Catalogue#all")
    void everyFindingIsSaidWithAllOfItsValues(FindingKind kind) {
        Finding finding = finding(kind);
        languages()
                .forEach(language -> {
                    String text = language.format(FindingMessages.text(finding));
                    String solution = language.format(FindingMessages.solution(finding));
                    assertThat(text).endsWith(".").doesNotContain("{", "}");
                    assertThat(solution).doesNotContain("{", "}");
                    assertThat(solution.isEmpty())
                            .isEqualTo(FindingMessages.solution(finding).isEmpty());
                    if (kind.entry().level() != Level.INFO) {
                        assertThat(solution).endsWith(".");
                    }
                    for (Object value : values(kind.entry().arguments())) {
                        assertThat(text + solution).contains(value.toString());
                    }
                });
        assertThat(GERMAN.format(FindingMessages.text(finding)))
                .isNotEqualTo(ENGLISH.format(FindingMessages.text(finding)));
    }

    /** People may read what to do alone. */
    @ParameterizedTest
    @MethodSource("org.mailvane.mailauth.finding.Catalogue#all")
    void whatToDoSaysWithWhat(FindingKind kind) {
        Passage solution = FindingMessages.solution(finding(kind));
        assertThat(ENGLISH.format(solution))
                .doesNotMatch("(Remove|Delete|(Correct|Change) or \\w+) (it|them)\\b.*");
        assertThat(GERMAN.format(solution))
                .doesNotMatch(
                        "(Entfernen|Löschen|(Berichtigen|Korrigieren) oder \\w+) Sie (es|ihn|sie)\\b.*");
    }

    @ParameterizedTest
    @EnumSource
    void everyPartIsSaid(FindingPhrase phrase) {
        Object[] values = values(phrase.arguments());
        assertPart(phrase.with(values), values);
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonOfAFailedFetchIsSaid(Https.Reason reason) {
        Object[] values = values(reason.arguments());
        assertPart(
                new FindingValue.Phrase(
                        "fetch." + reason.code(),
                        FindingValue.named(reason.code(), reason.arguments(), values)),
                values);
    }

    @ParameterizedTest
    @EnumSource
    void everyPurposeOfAnAddressIsSaid(AddressPurpose purpose) {
        assertPart(purpose);
        assertThat(part(ENGLISH, purpose)).isEqualTo(purpose.toString());
    }

    private static void assertPart(Object value, Object... values) {
        languages()
                .forEach(language -> {
                    String said = part(language, value);
                    assertThat(said).isNotEmpty().doesNotStartWith("findings.");
                    for (Object each : values) {
                        assertThat(said).contains(each.toString());
                    }
                });
    }

    private static String part(MessageFormatter language, Object value) {
        Argument argument =
                FindingMessages.text(BimiFindings.CHAIN_INVALID.with(value))
                        .sentences()
                        .getFirst()
                        .arguments()
                        .get("reason");
        return language.format(((Argument.Part) argument).value());
    }

    @Test
    void valuesAreWrittenInTheLanguage() {
        Finding broad =
                SpfFindings.NETWORK_BROAD.with(
                        FindingPhrase.SPF_PART_TOTAL.with("ip4:3.64.0.0/12"),
                        FindingPhrase.SPF_AMOUNT_IP4.with(1_048_576),
                        FindingPhrase.SPF_REASON_CLOUD.with("Amazon Web Services"));
        assertThat(ENGLISH.format(FindingMessages.text(broad)))
                .isEqualTo(
                        "The record, mainly through ip4:3.64.0.0/12, allows 1,048,576 IPv4 addresses to send in the domain's name. They are in a shared cloud (Amazon Web Services), where anyone can rent an address.");
        assertThat(GERMAN.format(FindingMessages.text(broad)))
                .isEqualTo(
                        "Der Eintrag, vor allem ip4:3.64.0.0/12, erlaubt zu vielen Hosts, im Namen der Domain zu senden: 1.048.576 IPv4-Adressen. Sie liegen in einer gemeinsam genutzten Cloud (Amazon Web Services), in der jeder eine Adresse mieten kann.");
        Finding expired = BimiFindings.EXPIRED.with(LocalDate.of(2026, 11, 9));
        assertThat(ENGLISH.format(FindingMessages.text(expired))).contains("2026-11-09");
        assertThat(GERMAN.format(FindingMessages.text(expired))).contains("09.11.2026");
        assertThat(ENGLISH.format(FindingMessages.text(DkimFindings.KEY_SHORT.with(1024))))
                .startsWith("The RSA key has 1024 bits");
        assertThat(
                        GERMAN.format(
                                FindingMessages.text(
                                        MxFindings.HOST_INTERNAL.with(
                                                "mx.example",
                                                "100.64.0.9",
                                                AddressPurpose.SHARED))))
                .contains("(von Anbietern geteilt)");
        assertThat(
                        ENGLISH.format(
                                FindingMessages.text(
                                        BimiFindings.NAMES_OTHER.with(
                                                "a.example", List.of("b.example", "c.example")))))
                .isEqualTo("The certificate is for b.example, c.example, not for a.example.");
    }

    @Test
    void bracesInValuesAreText() {
        assertThat(
                        ENGLISH.format(
                                FindingMessages.text(DkimFindings.TAG_UNKNOWN.with("{tag}'s {0}"))))
                .startsWith("{tag}'s {0} ");
    }

    @Test
    void findingsAreStoredAndReadAsTheyAre() {
        Passage passage =
                FindingMessages.text(
                        BimiFindings.SVG_TEXT.with(FindingPhrase.SVG_PLACE.with(3, 4)));
        assertThat(MessageJson.read(MessageJson.write(passage))).isEqualTo(passage);
        assertThat(MessageJson.read(MessageJson.node(passage))).isEqualTo(passage);
        assertThat(MessageJson.read(null, "Old {text}."))
                .isEqualTo(Passage.verbatim("Old {text}."));
    }

    @Test
    void tagsAreExplained() {
        List<Tag> tags = DmarcParser.parse("v=DMARC1; p=none; sp=reject; x=y").tags();
        assertThat(tags)
                .extracting(tag -> ENGLISH.format(FindingMessages.name(tag)))
                .containsExactly("version", "policy", "policy for subdomains", "");
        assertThat(tags)
                .extracting(tag -> ENGLISH.format(FindingMessages.defaultOf(tag)))
                .containsExactly("", "none", "the value of p", "");
        assertThat(GERMAN.format(FindingMessages.description(tags.get(0))))
                .isEqualTo(
                        "Kennzeichnet den Eintrag als DMARC-Eintrag. Es muss an erster Stelle stehen.");
        assertThat(FindingMessages.description(tags.getLast())).isEqualTo(Passage.EMPTY);
    }

    /** A text whose code nothing makes any more is either a defect, or for rows that have it. */
    @Test
    void theBundleHasNoOtherTexts() {
        List<String> known = new ArrayList<>();
        for (FindingKind kind : Catalogue.all()) {
            Stream.of(".text", ".solution", ".solution.more")
                    .forEach(end -> known.add("findings." + kind.entry().code() + end));
        }
        Arrays.stream(FindingPhrase.values())
                .forEach(phrase -> known.add("findings.part." + phrase.code()));
        Arrays.stream(Https.Reason.values())
                .forEach(reason -> known.add("findings.part.fetch." + reason.code()));
        Arrays.stream(AddressPurpose.values())
                .forEach(purpose -> known.add("findings.part.address." + purpose.code()));
        assertThat(properties().stringPropertyNames())
                .filteredOn(code -> !code.matches("findings\\.(tag|evidence|watched)\\..*"))
                .isSubsetOf(known);
    }

    @Test
    void theDocumentListsAll() throws IOException {
        String document = document();
        if (Boolean.getBoolean("mailvane.update")) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/findings.md; -Dmailvane.update=true writes it")
                .isEqualTo(document);
    }

    private static String document() {
        Properties texts = properties();
        StringBuilder text = new StringBuilder();
        text.append(
                """
                # Findings

                All messages of the [inspectors](inspect.md), also shown as issues. Codes are stable. `err`: it does not work;
                `warn`: it works, but not as it should or not everywhere; `info`: worth knowing. Names in braces are placeholders for
                values. Generated from the catalogue in the code (`mailauth`, package `finding`) and `findings.properties`.
                """);
        String record = "";
        for (FindingKind kind : Catalogue.all()) {
            Entry entry = kind.entry();
            String of = entry.code().substring(0, entry.code().indexOf('.'));
            if (!of.equals(record)) {
                record = of;
                text.append("\n## `").append(of).append("`\n\n");
                text.append("| Code | Level | What was found | What to do | Reference |\n");
                text.append("|---|---|---|---|---|\n");
            }
            String code = "findings." + entry.code();
            String solution =
                    Stream.of(".solution", ".solution.more")
                            .map(end -> texts.getProperty(code + end))
                            .flatMap(each -> Optional.ofNullable(each).stream())
                            .reduce((first, more) -> first + " " + more)
                            .orElse("");
            text.append(
                    "| `%s` | %s | %s | %s | %s |%n"
                            .formatted(
                                    entry.code(),
                                    entry.level(),
                                    cell(texts.getProperty(code + ".text")),
                                    cell(solution),
                                    cell(entry.reference())));
        }
        return text.toString();
    }

    private static String cell(String text) {
        return ofSeveral(text)
                .replace("''", "'")
                .replaceAll("\\{(\\w+), number,0}", "{$1}")
                .replace("|", "\\|")
                .replace("<", "&lt;");
    }

    /** Replaces what is said of one or several by what is said of several. */
    private static String ofSeveral(String text) {
        return PLURAL.matcher(text)
                .replaceAll(choice ->
                        Matcher.quoteReplacement(
                                choice.group("other")
                                        .replace("#", "{" + choice.group("count") + "}")));
    }

    private static Properties properties() {
        Properties properties = new Properties();
        try (Reader in =
                new InputStreamReader(
                        FindingMessages.class.getResourceAsStream("findings.properties"),
                        StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties;
    }
}
