package org.mailvane.web.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Language;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.web.frame.Texts;

class EventMarkTest {

    private static final DomainName DOMAIN = new DomainName("shop.example");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

    private static @Nullable EventMark mark(
            Change change, String before, String after, Passage details) {
        return EventMark.of(
                new TimelineEvent(
                        1,
                        null,
                        "shop.example",
                        change,
                        "",
                        before,
                        after,
                        details,
                        Instant.parse("2026-11-20T12:00:00Z")),
                new Texts(Language.ENGLISH));
    }

    private static @Nullable EventMark ofNewSource(long messages, long passed) {
        return mark(
                Change.NEW_SOURCE,
                "",
                "NewsBlaster",
                Passage.of(EventMessages.newSource("NewsBlaster", DOMAIN, DAY, messages, passed)));
    }

    private static @Nullable EventMark ofForgery(long messages, long rejected) {
        return mark(
                Change.THREAT_SPIKE,
                "190",
                String.valueOf(messages),
                Passage.of(
                        EventMessages.moreUnknownMail(DOMAIN, DAY, messages, 190),
                        EventMessages.rejected(rejected)));
    }

    @ParameterizedTest
    @CsvSource({
        "18204, 0, watch, 0.0% compliant",
        "100, " + (EventMark.MOSTLY - 1) + ", watch, 94.0% compliant",
        "100, " + EventMark.MOSTLY + ", ok, 95.0% compliant",
        "1234567, 1234566, ok, 100.0% compliant",
        "1, 1, ok, 100.0% compliant"
    })
    void aNewSourceIsMarkedByWhatPassed(long messages, long passed, String state, String word) {
        assertThat(ofNewSource(messages, passed)).isEqualTo(new EventMark(state, word));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 94, watch, 94.0% rejected",
        "100, 95, ok, 95.0% rejected",
        "2814003, 2814003, ok, 100.0% rejected",
        "28, 0, watch, 0.0% rejected"
    })
    void forgedMailIsMarkedByWhatWasRejected(
            long messages, long rejected, String state, String word) {
        assertThat(ofForgery(messages, rejected)).isEqualTo(new EventMark(state, word));
    }

    @ParameterizedTest
    @CsvSource({
        "v=DMARC1; p=none, v=DMARC1; p=quarantine; pct=50, ok, tightened",
        "v=DMARC1; p=quarantine, v=DMARC1; p=reject, ok, tightened",
        "v=DMARC1; p=reject, v=DMARC1; p=none, watch, relaxed",
        "v=DMARC1; p=reject, v=DMARC1; p=reject; t=y, watch, relaxed"
    })
    void aPolicyIsMarkedByWhereItWent(String before, String now, String state, String word) {
        assertThat(mark(Change.DMARC_POLICY_CHANGED, before, now, Passage.EMPTY))
                .isEqualTo(new EventMark(state, word));
    }

    @ParameterizedTest
    @CsvSource({
        "v=DMARC1; p=reject; sp=none, v=DMARC1; p=reject",
        "v=DMARC1; p=quarantine, v=DMARC1; p=reject; t=y",
        "v=DMARC1; p=nonsense, v=DMARC1; p=reject",
        "'', v=DMARC1; p=reject"
    })
    void aPolicyThatIsNoStepIsNotMarked(String before, String now) {
        assertThat(mark(Change.DMARC_POLICY_CHANGED, before, now, Passage.EMPTY)).isNull();
    }

    /** As texts that older versions stored. */
    @ParameterizedTest
    @EnumSource(names = {"NEW_SOURCE", "THREAT_SPIKE"})
    void wordsThatSayNothingOfMailAreNotMarked(Change change) {
        assertThat(mark(change, "1", "2", Passage.EMPTY)).isNull();
        assertThat(mark(change, "1", "2", Passage.verbatim("Receivers rejected 2 of them.")))
                .isNull();
        assertThat(ofForgery(0, 0)).as("of nothing there is no part").isNull();
    }

    @Test
    void whatNobodyWantsIsToBeWatched() {
        for (Change change : Change.values()) {
            EventMark mark = mark(change, "", "", Passage.EMPTY);
            switch (change) {
                case DMARC_REMOVED, SPF_REMOVED, REPORTS_STOPPED ->
                        assertThat(mark)
                                .as(change.code())
                                .isEqualTo(new EventMark("watch", "Watch"));
                default -> assertThat(mark).as(change.code()).isNull();
            }
        }
    }
}
