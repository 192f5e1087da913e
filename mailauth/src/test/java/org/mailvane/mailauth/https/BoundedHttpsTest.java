package org.mailvane.mailauth.https;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.https.Https.Failure;
import org.mailvane.mailauth.https.Https.Fetched;
import org.mailvane.mailauth.https.Https.NoResponse;
import org.mailvane.mailauth.https.Https.Request;
import org.mailvane.mailauth.https.Https.Response;
import org.mailvane.mailauth.testing.ZoneDns;

class BoundedHttpsTest {

    private static final Request REQUEST =
            new Request("https://example.com/file", 100, Duration.ofSeconds(10), 3, true);

    private final AtomicLong clock = new AtomicLong();
    private final List<Request> requests = new ArrayList<>();
    private final BoundedHttps https =
            new BoundedHttps(
                    request -> {
                        requests.add(request);
                        return new Response(200, "", "", new byte[0]);
                    },
                    new BoundedDns(ZoneDns.of(""), clock::get));

    @Test
    void asManyFilesAreFetchedAsMayBe() {
        for (int i = 0; i < BoundedHttps.MAX_FILES; i++) {
            assertThat(https.get(REQUEST)).isInstanceOf(Response.class);
        }
        assertNotFetched(https.get(REQUEST));
        assertThat(requests).hasSize(BoundedHttps.MAX_FILES).containsOnly(REQUEST);
    }

    @Test
    void theLastHasWhatIsLeftOfTheTime() {
        clock.addAndGet(BoundedDns.MAX_TIME.minusSeconds(2).toNanos());
        assertThat(https.get(REQUEST)).isInstanceOf(Response.class);
        assertThat(requests)
                .containsExactly(new Request(REQUEST.url(), 100, Duration.ofSeconds(2), 3, true));
    }

    @Test
    void nothingIsFetchedWhenTheTimeIsOver() {
        clock.addAndGet(BoundedDns.MAX_TIME.toNanos());
        assertNotFetched(https.get(REQUEST));
        assertThat(requests).isEmpty();
    }

    private static void assertNotFetched(Fetched fetched) {
        assertThat(fetched)
                .isInstanceOfSatisfying(
                        NoResponse.class,
                        none -> assertThat(none.failure()).isEqualTo(Failure.TIMEOUT));
    }
}
