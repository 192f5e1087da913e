package org.mailvane.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages become texts in each language, and keep their arguments when they are stored. */
class MessageFormatterTest {

    private static final MessageFormatter ENGLISH = MessageFormatter.of(Language.ENGLISH);
    private static final MessageFormatter GERMAN = MessageFormatter.of(Language.GERMAN);
    private static final MessageFormatter PROGRAMS = MessageFormatter.forPrograms();

    private static final Message COLLECT =
            Message.of("tasks.dmarc.collect")
                    .with("domain", "shop.example")
                    .with("days", 1)
                    .with("needed", 1_234);

    private static final Message FIX =
            Message.of("tasks.source.fix")
                    .with("source", "Ours")
                    .with("messages", 1_000)
                    .with("failed", 1)
                    .with("names", Message.of("tasks.names.both").with("domain", "shop.example"))
                    .with("dated", "yes")
                    .with("begin", LocalDate.of(2026, 3, 1))
                    .with("end", LocalDate.of(2026, 3, 30));

    @Test
    void numbersAndPluralsAreThoseOfTheLanguage() {
        assertThat(ENGLISH.format(COLLECT)).endsWith("1 of 1,234 days so far.");
        assertThat(GERMAN.format(COLLECT)).endsWith("bisher 1 von 1.234 Tagen.");
        Message share =
                Message.of("tasks.policy.raise")
                        .with("domain", "shop.example")
                        .with("tags", "p=reject")
                        .with("messages", 1)
                        .with("share", new BigDecimal("100.0"));
        assertThat(ENGLISH.format(share)).contains("100.0% of 1 message from");
        assertThat(GERMAN.format(share)).contains("100,0 % von 1 Nachricht Ihrer");
    }

    @Test
    void daysAreWrittenForPeopleAndForPrograms() {
        assertThat(ENGLISH.format(FIX))
                .isEqualTo(
                        "1 of 1,000 messages that Ours sent for shop.example and its subdomains from 1 Mar 2026 to 30 Mar 2026 failed DMARC.");
        assertThat(PROGRAMS.format(FIX)).contains("from 2026-03-01 to 2026-03-30");
        assertThat(GERMAN.format(FIX)).contains("(01.03.2026 bis 30.03.2026)");
    }

    @Test
    void enumerationsSayHowManyThereAreMore() {
        Message hosts =
                Message.of("tasks.source.fix.hosts").with("hosts", List.of("a", "b", "c"), 2);
        assertThat(ENGLISH.format(hosts)).endsWith("came from a, b and 1 more.");
        assertThat(GERMAN.format(hosts)).endsWith("kamen von a, b (weitere: 1).");
    }

    @Test
    void namesAreNeverPatterns() {
        Message odd = Message.of("tasks.bimi.publish").with("domain", "{domain} it's '{0}' <b>");
        assertThat(ENGLISH.format(odd)).startsWith("{domain} it's '{0}' <b> is protected");
        Message verbatim = Message.verbatim("{x} it's '{0}'");
        assertThat(GERMAN.format(verbatim)).isEqualTo("{x} it's '{0}'");
    }

    @Test
    void longNamesAndEnumerationsAreCut() {
        String smiley = "\ud83d\ude00";
        String longest = "n".repeat(Message.MAX_NAME_LENGTH);
        assertThat(ENGLISH.format(Message.verbatim(longest))).isEqualTo(longest);
        assertThat(ENGLISH.format(Message.verbatim(smiley.repeat(Message.MAX_NAME_LENGTH))))
                .hasSizeLessThanOrEqualTo(Message.MAX_NAME_LENGTH)
                .endsWith(smiley + "…");
        List<String> names = List.of("a,".repeat(Message.MAX_NAMES + 1).split(","));
        assertThat(
                        ENGLISH.format(
                                Message.of("tasks.source.fix.hosts")
                                        .with("hosts", names, names.size())))
                .endsWith("a and 1 more.");
    }

    @Test
    void aCodeThatNoBundleHasIsItsOwnText() {
        assertThat(GERMAN.format(Message.of("tasks.of.another.version")))
                .isEqualTo("tasks.of.another.version");
        assertThat(GERMAN.format(Message.of("nobody"))).isEqualTo("nobody");
    }

    @Test
    void storedMessagesAreTheSameWhenTheyAreRead() {
        Passage passage =
                Passage.of(
                        COLLECT,
                        FIX,
                        Message.of("x.y")
                                .with("time", Instant.parse("2026-03-01T12:30:00Z"))
                                .with("share", new BigDecimal("99.50"))
                                .with("names", List.of("a", "b"), 1),
                        Message.verbatim("a\0b \"c\" {d}"));
        String stored = MessageJson.write(passage);
        assertThat(MessageJson.read(stored)).isEqualTo(passage);
        assertThat(stored).doesNotContain("\0");
        assertThat(MessageJson.read(MessageJson.write(Passage.EMPTY))).isEqualTo(Passage.EMPTY);
    }
}
