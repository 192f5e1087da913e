package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.actions.FoundProblem;
import org.mailvane.monitor.DnsObservation.Outcome;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.text.Passage;

/** When what was read of a record counts. */
class WatchedRecordTest {

    private static final RecordKey KEY = RecordKey.of(RecordKind.SPF);
    private static final RecordContent A = content("v=spf1 a -all");
    private static final RecordContent B = content("v=spf1 mx -all");
    private static final RecordContent NONE =
            new RecordContent(RecordState.MISSING, "", List.of(), Map.of());

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private @Nullable WatchedRecord record;

    private static RecordContent content(String text, FoundProblem... problems) {
        return new RecordContent(RecordState.PRESENT, text, List.of(problems), Map.of());
    }

    private static FoundProblem problem(String code, String text) {
        return new FoundProblem(
                code, "", "warn", Passage.verbatim(text), Passage.EMPTY, Passage.EMPTY);
    }

    private WatchedRecord read(RecordContent content) {
        return look(new DnsObservation(KEY, Outcome.COMPLETE, content), false);
    }

    private WatchedRecord ask(RecordContent content) {
        return look(new DnsObservation(KEY, Outcome.COMPLETE, content), true);
    }

    private WatchedRecord fail() {
        return look(new DnsObservation(KEY, Outcome.FAILED, RecordContent.NOTHING), false);
    }

    private WatchedRecord part(RecordContent content) {
        return look(new DnsObservation(KEY, Outcome.PARTLY, content), false);
    }

    private WatchedRecord look(DnsObservation reading, boolean asked) {
        now = now.plus(Duration.ofHours(1));
        WatchedRecord next =
                (record == null ? WatchedRecord.unseen(KEY, now, false) : record)
                        .after(reading, now, asked);
        record = next;
        return next;
    }

    @Test
    void theFirstAnswerIsShownAndTheSecondCounts() {
        WatchedRecord first = read(A);
        assertThat(first.content()).isEqualTo(A);
        assertThat(first.isSettled()).isFalse();
        assertThat(first.isToBeConfirmed()).isTrue();
        WatchedRecord second = read(A);
        assertThat(second.isSettled()).isTrue();
        assertThat(second.isToBeConfirmed()).isFalse();
        assertThat(second.known()).isEqualTo(now);
    }

    @Test
    void untilSomethingCountsTheNewestAnswerIsShown() {
        read(NONE);
        assertThat(read(A).content()).isEqualTo(A);
        assertThat(read(A).isSettled()).isTrue();
    }

    @Test
    void anotherAnswerCountsWhenItIsReadTwice() {
        read(A);
        String before = read(A).fingerprint();
        WatchedRecord once = read(B);
        assertThat(once.content()).isEqualTo(A);
        assertThat(once.fingerprint()).isEqualTo(before);
        assertThat(once.isToBeConfirmed()).isTrue();
        WatchedRecord twice = read(B);
        assertThat(twice.content()).isEqualTo(B);
        assertThat(twice.fingerprint()).isNotEqualTo(before);
    }

    @Test
    void anAnswerThatGoesAgainChangesNothing() {
        read(A);
        WatchedRecord before = read(A);
        read(NONE);
        WatchedRecord after = read(A);
        assertThat(after.content()).isEqualTo(A);
        assertThat(after.fingerprint()).isEqualTo(before.fingerprint());
        assertThat(after.isToBeConfirmed()).isFalse();
        // It has to be read twice again.
        assertThat(read(NONE).content()).isEqualTo(A);
    }

    @Test
    void answersThatChangeEachTimeNeverCount() {
        read(A);
        read(A);
        for (int i = 0; i < 9; i++) {
            assertThat(read(content("v=spf1 ip4:192.0.2." + i + " -all")).content()).isEqualTo(A);
        }
    }

    @Test
    void whatAPersonAsksForCountsAtOnce() {
        assertThat(ask(A).isSettled()).isTrue();
        assertThat(ask(NONE).content()).isEqualTo(NONE);
    }

    @Test
    void aFailureLeavesWhatIsKnownAndIsNeverMissing() {
        read(A);
        read(A);
        WatchedRecord failed = fail();
        assertThat(failed.state()).isEqualTo(RecordState.UNKNOWN);
        assertThat(failed.content()).isEqualTo(A);
        assertThat(failed.failingSince()).isEqualTo(now);
        WatchedRecord back = read(A);
        assertThat(back.state()).isEqualTo(RecordState.PRESENT);
        assertThat(back.failingSince()).isNull();
    }

    @Test
    void aFailureInBetweenDoesNotContradict() {
        read(A);
        read(A);
        read(B);
        fail();
        assertThat(read(B).content()).isEqualTo(B);
    }

    @Test
    void whatDoesNotEvenFailForADayIsNotLost() {
        read(A);
        for (Instant end = now.plus(WatchedRecord.PATIENCE); now.isBefore(end); ) {
            assertThat(fail().isLost()).isFalse();
        }
        assertThat(fail().isLost()).isTrue();
        assertThat(read(A).isLost()).isFalse();
    }

    @Test
    void whatCouldBeReadInPartCountsAfterAWhile() {
        RecordContent partly =
                content("v=spf1 include:gone.example -all", problem("dns.servers.failed", ""));
        read(A);
        read(A);
        assertThat(part(partly).state()).isEqualTo(RecordState.PRESENT);
        for (Instant end = now.plus(WatchedRecord.PATIENCE).minusSeconds(3600);
                now.isBefore(end); ) {
            assertThat(part(partly).content()).isEqualTo(A);
        }
        part(partly);
        assertThat(part(partly).content()).isEqualTo(partly);
    }

    @Test
    void whatIsReadInPartAtFirstIsShownWithoutCounting() {
        WatchedRecord first = part(A);
        assertThat(first.state()).isEqualTo(RecordState.PRESENT);
        assertThat(first.isSettled()).isFalse();
    }

    @Test
    void anErrorThatIsReadInPartAtFirstMayBeNone() {
        RecordContent error =
                new RecordContent(RecordState.ERROR, "v=spf1 include:a -all", List.of(), Map.of());
        WatchedRecord first = part(error);
        assertThat(first.state()).isEqualTo(RecordState.UNKNOWN);
        assertThat(first.content()).isEqualTo(error);
        assertThat(first.isLost()).isFalse();
        assertThat(part(error).state()).isEqualTo(RecordState.UNKNOWN);
        assertThat(read(error).state()).isEqualTo(RecordState.ERROR);
    }

    @Test
    void otherProblemsAreAnotherAnswerAndOtherWordsAreNot() {
        read(content("v=spf1 a -all", problem("spf.a", "expires in 3 days")));
        WatchedRecord counts =
                read(content("v=spf1 a -all", problem("spf.a", "expires in 3 days")));
        RecordContent later = content("v=spf1 a -all", problem("spf.a", "expires in 2 days"));
        assertThat(read(later).fingerprint()).isEqualTo(counts.fingerprint());
        assertThat(record).extracting(WatchedRecord::content).isEqualTo(later);
        assertThat(read(content("v=spf1 a -all", problem("spf.b", ""))).isToBeConfirmed()).isTrue();
    }
}
