package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.text.Language;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.MailOutcome;
import org.mailvane.timeline.TimelineEvent;

class EventMarkTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

    private static @Nullable EventMark mark(
            Change change, String before, String after, String details) {
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
                MailOutcome.newSource("NewsBlaster", "shop.example", DAY, messages, passed));
    }

    private static @Nullable EventMark ofForgery(String messages, long rejected) {
        return mark(
                Change.THREAT_SPIKE,
                "190",
                messages,
                "Unknown senders sent " + messages + "." + MailOutcome.rejected(rejected));
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

    /** Events are stored with their sentences: those that were made before are read as well. */
    @Test
    void sentencesThatAreStoredAreRead() {
        assertThat(
                        mark(
                                Change.NEW_SOURCE,
                                "",
                                "NewsBlaster",
                                "NewsBlaster sent mail in the name of shop.example for the first time"
                                        + " on 2026-11-10: 1,468 messages, of which 0 passed DMARC."))
                .isEqualTo(new EventMark("watch", "0.0% compliant"));
        assertThat(
                        mark(
                                Change.THREAT_SPIKE,
                                "193",
                                "5811",
                                "Unknown senders sent 5,811 messages in the name of news.example on"
                                        + " 2026-11-16; on most days it is about 193. Receivers"
                                        + " rejected 5,811 of them."))
                .isEqualTo(new EventMark("ok", "100.0% rejected"));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 94, watch, 94.0% rejected",
        "100, 95, ok, 95.0% rejected",
        "2814003, 2814003, ok, 100.0% rejected",
        "28, 0, watch, 0.0% rejected"
    })
    void forgedMailIsMarkedByWhatWasRejected(
            String messages, long rejected, String state, String word) {
        assertThat(ofForgery(messages, rejected)).isEqualTo(new EventMark(state, word));
    }

    @ParameterizedTest
    @CsvSource({
        "v=DMARC1; p=none, v=DMARC1; p=quarantine; pct=50, ok, raised",
        "v=DMARC1; p=quarantine, v=DMARC1; p=reject, ok, raised",
        "v=DMARC1; p=reject, v=DMARC1; p=none, watch, lowered",
        "v=DMARC1; p=reject, v=DMARC1; p=reject; t=y, watch, lowered"
    })
    void aPolicyIsMarkedByWhereItWent(String before, String now, String state, String word) {
        assertThat(mark(Change.DMARC_POLICY_CHANGED, before, now, ""))
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
        assertThat(mark(Change.DMARC_POLICY_CHANGED, before, now, "")).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"NEW_SOURCE", "THREAT_SPIKE"})
    void wordsThatSayNothingOfMailAreNotMarked(Change change) {
        for (String details :
                new String[] {
                    "",
                    "Something else.",
                    "x: 1 messages, of which many passed DMARC.",
                    "x: 1,2,3 messages, of which 0 passed DMARC.",
                    " Receivers rejected all of them."
                }) {
            assertThat(mark(change, "1", "many", details)).as(details).isNull();
        }
        assertThat(ofForgery("9".repeat(30), 1)).as("no number of messages").isNull();
        assertThat(ofForgery("0", 0)).as("of nothing there is no part").isNull();
    }

    @Test
    void whatNobodyWantsIsToBeWatched() {
        for (Change change : Change.values()) {
            EventMark mark = mark(change, "", "", "");
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
