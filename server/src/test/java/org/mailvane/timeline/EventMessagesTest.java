package org.mailvane.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.timeline.EventMessages.Happening;

class EventMessagesTest {

    private static final DomainName DOMAIN = new DomainName("shop.example");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 9);

    /** One of each. */
    private static List<Message> all() {
        List<Message> all =
                new ArrayList<>(
                        List.of(
                                EventMessages.added(),
                                EventMessages.addedByReports(),
                                EventMessages.discovered(),
                                EventMessages.deleted(),
                                EventMessages.verified(DOMAIN),
                                EventMessages.keyRevoked(DOMAIN, "k1"),
                                EventMessages.mxChanged(DOMAIN),
                                EventMessages.mxFirstSeen(DOMAIN),
                                EventMessages.policyChanged(DOMAIN, "reject", "none"),
                                EventMessages.policiesChanged(DOMAIN, "p=none sp=reject", ""),
                                EventMessages.stsPolicyChanged(DOMAIN),
                                EventMessages.stsModeChanged(DOMAIN, "enforce", "testing"),
                                EventMessages.stsSameId(DOMAIN),
                                EventMessages.newSource("Blaster", DOMAIN, DAY, 1_468, 1),
                                EventMessages.moreKnownMail(DOMAIN, DAY, 2_450, 193),
                                EventMessages.moreUnknownMail(DOMAIN, DAY, 5_811, 193),
                                EventMessages.rejected(5_811),
                                EventMessages.reportsStopped(DOMAIN, "", DAY),
                                EventMessages.reportsStopped(DOMAIN, "one.example", DAY),
                                EventMessages.reportsResumed(DOMAIN, "", DAY),
                                EventMessages.reportsResumed(DOMAIN, "one.example", DAY)));
        for (Happening happening : Happening.values()) {
            all.add(EventMessages.record(DOMAIN, "SPF", happening));
            all.add(EventMessages.key(DOMAIN, "k1", happening));
        }
        return all;
    }

    private static TimelineEvent event(Passage details) {
        return new TimelineEvent(
                1,
                null,
                "shop.example",
                Change.DKIM_ADDED,
                "",
                "",
                "",
                details,
                Instant.parse("2026-11-20T12:00:00Z"));
    }

    private static TimelineEvent event(Message... details) {
        return event(MessageJson.read(MessageJson.write(Passage.of(details))));
    }

    /** What is stored is read by every version, so no code may come or go unnoticed. */
    @Test
    void everySentenceOfTheBundleIsMade() {
        Set<String> made = new TreeSet<>(List.of("timeline.dmarc.no_policy"));
        all().forEach(message -> made.add(message.code()));
        assertThat(made)
                .isEqualTo(
                        new TreeSet<>(
                                ResourceBundle.getBundle("org.mailvane.text.timeline", Locale.ROOT)
                                        .keySet()));
    }

    @Test
    void everySentenceIsSaidInAllLanguages() {
        for (Language language : Language.values()) {
            assertThat(all().stream().map(MessageFormatter.of(language)::format))
                    .doesNotHaveDuplicates()
                    .allSatisfy(text ->
                            assertThat(text).endsWith(".").doesNotContain("{", "timeline."));
        }
    }

    @Test
    void sentencesAreWrittenInTheLanguage() {
        Message spike = EventMessages.moreUnknownMail(DOMAIN, DAY, 5_811, 1_193);
        assertThat(MessageFormatter.forPrograms().format(spike))
                .isEqualTo(
                        "Unknown senders sent 5,811 messages in the name of shop.example on 2026-11-09."
                                + " On most days it is about 1,193.");
        assertThat(MessageFormatter.of(Language.GERMAN).format(spike))
                .isEqualTo(
                        "Unbekannte Absender haben am 09.11.2026 im Namen von shop.example 5.811"
                                + " Nachrichten gesendet. An den meisten Tagen sind es etwa 1.193.");
        Message policies = EventMessages.policiesChanged(DOMAIN, "", "p=none {x}");
        assertThat(MessageFormatter.forPrograms().format(policies))
                .isEqualTo(
                        "The DMARC record of shop.example now asks for no valid policy instead of"
                                + " p=none {x}.");
        assertThat(MessageFormatter.of(Language.GERMAN).format(policies))
                .isEqualTo(
                        "Der DMARC-Eintrag von shop.example verlangt jetzt keine gültige Policy statt"
                                + " p=none {x}.");
        Message source = EventMessages.newSource("Blaster", DOMAIN, DAY, 1, 1);
        assertThat(MessageFormatter.of(Language.GERMAN).format(source))
                .isEqualTo(
                        "Blaster hat am 09.11.2026 zum ersten Mal E-Mails im Namen von shop.example"
                                + " gesendet: 1 Nachricht, davon hat 1 DMARC bestanden.");
    }

    @Test
    void theSelectorIsAnArgument() {
        for (Happening happening : Happening.values()) {
            assertThat(
                            EventMessages.selector(
                                    event(EventMessages.key(DOMAIN, "a.b-2026", happening))))
                    .hasValue("a.b-2026");
        }
        assertThat(EventMessages.selector(event(EventMessages.keyRevoked(DOMAIN, "k1"))))
                .hasValue("k1");
        assertThat(
                        EventMessages.selector(
                                event(EventMessages.record(DOMAIN, "SPF", Happening.PUBLISHED))))
                .isEmpty();
        assertThat(EventMessages.selector(event(Message.of("timeline.dkim.changed"))))
                .as("of a version that stores none")
                .isEmpty();
    }

    @Test
    void whatBecameOfMailIsAnArgument() {
        assertThat(MailOutcome.of(event(EventMessages.newSource("Blaster", DOMAIN, DAY, 1_468, 3))))
                .hasValue(new MailOutcome(1_468, 3));
        Message spike = EventMessages.moreUnknownMail(DOMAIN, DAY, 5_811, 193);
        assertThat(MailOutcome.of(event(spike, EventMessages.rejected(5_810))))
                .hasValue(new MailOutcome(5_811, 5_810));
        assertThat(MailOutcome.of(event(spike))).as("nothing of what became of it").isEmpty();
        assertThat(MailOutcome.of(event(EventMessages.rejected(1)))).isEmpty();
        assertThat(
                        MailOutcome.of(
                                event(
                                        EventMessages.moreUnknownMail(DOMAIN, DAY, 0, 193),
                                        EventMessages.rejected(0))))
                .as("of nothing there is no part")
                .isEmpty();
        assertThat(MailOutcome.of(event(EventMessages.moreKnownMail(DOMAIN, DAY, 2_450, 193))))
                .isEmpty();
        assertThat(MailOutcome.of(event(Message.of("timeline.source.new")))).isEmpty();
    }

    /** Events from before messages were stored show their English text, and nothing is read out. */
    @Test
    void textsOfOldEventsAreOnlyShown() {
        TimelineEvent old =
                event(
                        Passage.verbatim(
                                "NewsBlaster sent mail in the name of shop.example for the first time"
                                        + " on 2026-11-10: 1,468 messages, of which 0 passed DMARC."));
        assertThat(MailOutcome.of(old)).isEmpty();
        assertThat(EventMessages.selector(old)).isEmpty();
        assertThat(EventMessages.isFirstSeen(old)).isFalse();
        assertThat(EventMessages.saysMore(old)).isTrue();
        assertThat(EventMessages.saysMore(event(Passage.EMPTY))).isFalse();
    }
}
