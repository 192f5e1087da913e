package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TokenCacheTest {

    @Test
    void onlyShortSequencesAreRemembered() throws NotPlainException {
        assertThat(timesRead(TokenCache.MAX_LENGTH)).isOne();
        assertThat(timesRead(TokenCache.MAX_LENGTH + 1)).isEqualTo(2);
    }

    /** How often a sequence that comes twice is read. */
    private static int timesRead(int length) throws NotPlainException {
        int[] times = {0};
        TokenCache<String> cache =
                new TokenCache<>(
                        4,
                        (bytes, from, to) -> {
                            times[0]++;
                            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
                        });
        byte[] bytes = new byte[length + TokenCache.READ_AHEAD];
        assertThat(cache.get(bytes, 0, length)).isEqualTo(cache.get(bytes, 0, length));
        return times[0];
    }
}
