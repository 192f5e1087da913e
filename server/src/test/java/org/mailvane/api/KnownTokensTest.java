package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import inet.ipaddr.ipv4.IPv4Address;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.api.limits.RateLimits;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Scope;

class KnownTokensTest {

    private static final Verdict ANN =
            new Verdict.Valid(
                    new Caller(Scope.ofAccount(1), 1, "ann@example.com", true, false, false));

    @Test
    void onlySoManyTokensAreRemembered() {
        KnownTokens tokens =
                new KnownTokens(
                        token -> Optional.of(ANN),
                        new RateLimits(
                                SettingsReader.read(Map.of(), Map.of(), null), Clock.systemUTC()));
        IPv4Address sender = new IPv4Address(1);
        for (int i = 0; i < KnownTokens.MAX_REMEMBERED; i++) {
            tokens.verify("token" + i, sender);
        }
        assertThat(tokens.remembered()).isEqualTo(KnownTokens.MAX_REMEMBERED);
        assertThat(tokens.verify("one more", sender)).contains(ANN);
        assertThat(tokens.remembered()).isEqualTo(KnownTokens.MAX_REMEMBERED);
    }
}
