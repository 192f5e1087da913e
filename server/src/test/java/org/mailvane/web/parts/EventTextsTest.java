package org.mailvane.web.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.EventMessages.Happening;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.web.parts.Difference.Piece;

class EventTextsTest {

    private static final DomainName DOMAIN = new DomainName("shop.example");

    private static final String KEY = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA";

    private static TimelineEvent event(String record, String before, String after) {
        return event(Change.DKIM_CHANGED, record, before, after, Passage.EMPTY);
    }

    private static TimelineEvent told(Message details) {
        return event(Change.DKIM_CHANGED, details);
    }

    private static TimelineEvent event(Change change, Message details) {
        return event(change, "", "", "", Passage.of(details));
    }

    private static TimelineEvent event(
            Change change, String record, String before, String after, Passage details) {
        return new TimelineEvent(
                1,
                null,
                "shop.example",
                change,
                record,
                before,
                after,
                details,
                Instant.parse("2026-11-20T12:00:00Z"));
    }

    private static String text(Iterable<Piece> pieces) {
        StringBuilder text = new StringBuilder();
        pieces.forEach(piece -> text.append(piece.text()));
        return text.toString();
    }

    @Test
    void theInnerPartOfAKeyIsLeftOut() {
        String key = KEY + "Avwxyz" + "Q".repeat(300) + "0123456789abcdefIDAQAB==";
        Difference difference =
                EventTexts.difference(event("dkim", "", "v=DKIM1; p=" + key + "; n=" + KEY));
        assertThat(difference.before()).isEmpty();
        assertThat(text(difference.after()))
                .isEqualTo("v=DKIM1; p=" + key.substring(0, 48) + "…6789abcdefIDAQAB==; n=" + KEY);
    }

    @Test
    void keysThatDifferInsideAloneAreShownWhole() {
        String one = "p=" + KEY + "A".repeat(100);
        String other = "p=" + KEY + "A".repeat(40) + "B" + "A".repeat(59);
        Difference difference = EventTexts.difference(event("dkim", one, other));
        assertThat(text(difference.before())).isEqualTo(one);
        assertThat(text(difference.after())).isEqualTo(other);
    }

    @Test
    void aSentenceThatRepeatsTheNameIsLeftOut() {
        assertThat(
                        List.of(
                                EventMessages.record(DOMAIN, "SPF", Happening.CHANGED),
                                EventMessages.mxChanged(DOMAIN),
                                EventMessages.verified(DOMAIN),
                                EventMessages.record(DOMAIN, "DMARC", Happening.REMOVED)))
                .noneMatch(details -> EventTexts.saysMore(told(details)));
        assertThat(
                        List.of(
                                EventMessages.policyChanged(DOMAIN, "reject", "none"),
                                EventMessages.record(DOMAIN, "SPF", Happening.FIRST_SEEN),
                                EventMessages.stsSameId(DOMAIN),
                                EventMessages.reportsStopped(
                                        DOMAIN, "", LocalDate.of(2026, 11, 13))))
                .allMatch(details -> EventTexts.saysMore(told(details)));
    }

    @Test
    void whereNobodyHadLookedNothingIsSaidOfBefore() {
        assertThat(
                        EventTexts.isFirstSeen(
                                told(EventMessages.key(DOMAIN, "k1", Happening.FIRST_SEEN))))
                .isTrue();
        assertThat(
                        EventTexts.isFirstSeen(
                                told(EventMessages.record(DOMAIN, "SPF", Happening.PUBLISHED))))
                .isFalse();
    }

    @Test
    void aKeyThatWasNotLookedForIsNotSaidToBeNew() {
        TimelineEvent seen =
                event(Change.DKIM_ADDED, EventMessages.key(DOMAIN, "k1", Happening.FIRST_SEEN));
        assertThat(EventTexts.key(seen)).isEqualTo("change.dkim-first-seen");
        assertThat(EventTexts.saysMore(seen)).as("more than its name").isFalse();
        TimelineEvent published =
                event(Change.DKIM_ADDED, EventMessages.key(DOMAIN, "k1", Happening.PUBLISHED));
        assertThat(EventTexts.key(published)).isEqualTo("change.dkim-added");
        TimelineEvent revoked = event(Change.DKIM_CHANGED, EventMessages.keyRevoked(DOMAIN, "k1"));
        assertThat(EventTexts.saysMore(revoked)).isTrue();
    }

    @Test
    void onlyRecordsAreComparedWordByWord() {
        assertThat(EventTexts.hasDifference(event("spf", "", "v=spf1 -all"))).isTrue();
        assertThat(EventTexts.hasDifference(event("spf", "", ""))).isFalse();
        assertThat(EventTexts.hasDifference(event("", "193", "2450"))).isFalse();
    }
}
