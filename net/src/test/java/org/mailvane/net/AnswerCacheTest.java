package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.Text;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.AnswerCache.Question;

/** What the cache of answers holds at most. */
class AnswerCacheTest {

    @Test
    void smallAnswersAreBoundedInNumber() {
        AnswerCache cache =
                new AnswerCache(Ticker.disabledTicker(), 100L * AnswerCache.ENTRY_WEIGHT);
        for (int i = 0; i < 1_000; i++) {
            cache.keep(question(i), DnsAnswer.without(Status.NO_SUCH_NAME));
        }
        assertThat(cache.size()).isBetween(50L, 100L);
    }

    @Test
    void thereIsRoomForOnlySoManySmallAnswers() {
        AnswerCache cache = new AnswerCache(Ticker.disabledTicker());
        int most = Math.toIntExact(AnswerCache.MAX_WEIGHT / AnswerCache.ENTRY_WEIGHT);
        for (int i = 0; i < most + 100; i++) {
            cache.keep(question(i), DnsAnswer.without(Status.NO_SUCH_NAME));
        }
        assertThat(cache.size()).isBetween(most / 2L, (long) most);
    }

    @Test
    void largeAnswersAreBoundedInBytes() {
        AnswerCache cache = new AnswerCache(Ticker.disabledTicker(), 1_000_000);
        DnsAnswer large = DnsAnswer.of(List.of(new Text("x".repeat(65_000))));
        for (int i = 0; i < 100; i++) {
            cache.keep(question(i), large);
        }
        assertThat(cache.size()).isBetween(5L, 15L);
    }

    @Test
    void answerThatIsLargerThanAllIsNotKept() {
        AnswerCache cache = new AnswerCache(Ticker.disabledTicker(), 1_000);
        cache.keep(question(1), DnsAnswer.of(List.of(new Text("x".repeat(1_000)))));
        assertThat(cache.find(question(1))).isEmpty();
    }

    private static Question question(int number) {
        return new Question(new DnsName("n" + number + ".example"), RecordType.TXT);
    }
}
