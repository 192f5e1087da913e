package org.mailvane.sources.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import org.mailvane.sources.Category;
import org.mailvane.sources.Senders;
import org.mailvane.sources.Senders.Host;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.evidence.DomainEvidence;

/** The rules, by the table of cases in {@code sources/rules.txt}. */
class RulesTest {

    private static final String CASES = "/sources/rules.txt";

    /** Of the cases, as they are for {@link RuleClassifier#RULES}. */
    private static final String FINGERPRINT = "2 fdbbe367ea63881c";

    private final RuleClassifier classifier =
            new RuleClassifier(Senders.CATALOGUE, Senders.SUFFIXES);

    static Stream<String> cases() throws IOException {
        try (InputStream in = Objects.requireNonNull(RulesTest.class.getResourceAsStream(CASES))) {
            List<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            return lines.stream().filter(line -> !line.isEmpty() && !line.startsWith("#"));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aRowGetsTheSourceAndTheCategoryOfTheFirstRuleThatFits(String line) {
        String[] columns =
                Arrays.stream(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
        Host host = Senders.host(columns[1]);
        Row row = row(host, columns);
        DomainEvidence domain = Senders.domain(columns[6]);
        SenderIndex own = Senders.OWN;

        Classification found = classifier.classify(row, Senders.DAY, host.evidence(), domain, own);

        String[] expected = columns[7].split(" ", -1);
        assertThat(found)
                .isEqualTo(
                        new Classification(
                                Category.valueOf(expected[0].toUpperCase(Locale.ROOT)),
                                Senders.number(expected[2]),
                                Rule.of(Integer.parseInt(expected[1]))));
        assertThat(
                        classifier
                                .explain(row, Senders.DAY, host.evidence(), domain, own)
                                .classification())
                .isEqualTo(found);
    }

    private static Row row(Host host, String[] columns) {
        return new Row(
                host.address(),
                "example.com",
                columns[2].contains("D"),
                columns[2].contains("S"),
                words(columns[3])
                        .map(word -> {
                            String[] parts = word.substring(1).split("/", 2);
                            return new DkimResult(parts[0], parts[1], result(word), null);
                        })
                        .toList(),
                words(columns[4]).map(RulesTest::spf).toList(),
                Arrays.stream(columns[5].split(", "))
                        .filter(word -> !word.isEmpty())
                        .map(word -> {
                            String[] parts = word.split("=", 2);
                            return new OverrideReason(parts[0], parts.length > 1 ? parts[1] : "");
                        })
                        .toList());
    }

    private static SpfResult spf(String word) {
        return word.startsWith("h")
                ? new SpfResult(word.substring(2), "helo", result(word.substring(1)), null)
                : new SpfResult(word.substring(1), "mfrom", result(word), null);
    }

    private static Stream<String> words(String column) {
        return Arrays.stream(column.split(" ", -1)).filter(word -> !word.isEmpty());
    }

    private static AuthResult result(String word) {
        return switch (word.charAt(0)) {
            case '+' -> AuthResult.PASS;
            case '-' -> AuthResult.FAIL;
            case '~' -> AuthResult.SOFTFAIL;
            case '0' -> AuthResult.NONE;
            case 'T' -> AuthResult.TEMPERROR;
            default -> throw new IllegalArgumentException(word);
        };
    }

    @Test
    void whoeverChangesAnAnswerRaisesTheNumberOfTheRules()
            throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (String line : cases().toList()) {
            digest.update((line.replaceAll("\\s+", " ") + "\n").getBytes(StandardCharsets.UTF_8));
        }
        String found =
                RuleClassifier.RULES
                        + " "
                        + HexFormat.of().formatHex(digest.digest()).substring(0, 16);

        assertThat(found)
                .as(
                        "The cases have changed. Where one gets another answer than before, raise"
                                + " RuleClassifier.RULES, so that stored rows get it too; then put"
                                + " the new value here")
                .isEqualTo(FINGERPRINT);
    }

    @Test
    void aJudgementShowsAllThatWasLookedAt() {
        Host host = Senders.host("mailer");
        Row row =
                new Row(
                        host.address(),
                        "example.com",
                        true,
                        false,
                        List.of(
                                new DkimResult("example.com", "s", AuthResult.PASS, null),
                                new DkimResult("other.example", "t", AuthResult.FAIL, null)),
                        List.of(new SpfResult("path.example", "mfrom", AuthResult.PASS, null)),
                        List.of(new OverrideReason("local_policy", "arc=pass")));

        Judgement judgement =
                classifier.explain(
                        row,
                        Senders.DAY,
                        host.evidence(),
                        Senders.domain("spf ours=Mailer"),
                        SenderIndex.EMPTY);

        List<String> shown = new ArrayList<>();
        judgement
                .evidence()
                .forEach(each ->
                        shown.add(
                                each.kind().code()
                                        + " "
                                        + each.value()
                                        + (each.confirmed() ? " +" : " -")
                                        + (each.seen() == null ? "" : " " + each.seen())));
        assertThat(shown)
                .containsExactly(
                        "reverse_name o1.mail.mailer.example + 2026-11-02T10:00:00Z",
                        "spf_network 192.0.2.1 +",
                        "dkim_domain example.com + 2026-11-01T00:00:00Z",
                        "selector s._domainkey.example.com + 2026-11-01T00:00:00Z",
                        "dkim_domain other.example - 2026-11-01T00:00:00Z",
                        "spf_domain path.example + 2026-11-01T00:00:00Z",
                        "override local_policy: arc=pass + 2026-11-01T00:00:00Z",
                        "decision ours +",
                        "country NL +",
                        "network_operator Example Net +");
    }

    @Test
    void aJudgementShowsSoMuchAndNoMore() {
        List<DkimResult> many = new ArrayList<>();
        for (int i = 0; i <= EvidenceList.MAX_EVIDENCE; i++) {
            many.add(new DkimResult("d" + i + ".example", "", AuthResult.FAIL, null));
        }
        String comment = "x".repeat(EvidenceList.MAX_VALUE);
        Host host = Senders.host("unasked");
        Row row = new Row(host.address(), "example.com", false, false, many, List.of(), List.of());
        Row wordy =
                new Row(
                        host.address(),
                        "example.com",
                        false,
                        false,
                        List.of(),
                        List.of(),
                        List.of(new OverrideReason("other", comment)));

        assertThat(explained(row)).hasSize(EvidenceList.MAX_EVIDENCE);
        assertThat(explained(wordy).getFirst().value()).hasSize(EvidenceList.MAX_VALUE);
    }

    private List<Judgement.Evidence> explained(Row row) {
        return classifier
                .explain(row, Senders.DAY, null, DomainEvidence.NONE, SenderIndex.EMPTY)
                .evidence();
    }
}
