package org.mailvane.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import inet.ipaddr.IPAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.limits.RateLimits;

/**
 * Finds the owner of a token, but not for an address that has sent many wrong ones. Tokens that
 * were valid recently are still looked up from there: somebody who guesses from the same proxy or
 * router must not lock their owners out. Each lookup checks again whether they are still valid.
 */
final class KnownTokens {

    static final int MAX_REMEMBERED = 100_000;
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private final TokenVerifier verifier;
    private final RateLimits rates;

    /** Hashes of the tokens, so that the memory of this program does not hold them. */
    private final Cache<ByteBuffer, Boolean> known =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterAccess(REMEMBERED).build();

    KnownTokens(TokenVerifier verifier, RateLimits rates) {
        this.verifier = verifier;
        this.rates = rates;
    }

    /**
     * The bearer of a token; empty when nobody has it.
     *
     * @throws ApiProblem 429 when too many wrong tokens came from this address
     */
    Optional<Verdict> verify(String token, IPAddress sender) {
        ByteBuffer hash = hash(token);
        if (known.getIfPresent(hash) == null) {
            rates.checkWrongTokens(sender);
        }
        Optional<Verdict> verdict = verifier.verify(token);
        if (verdict.isPresent()) {
            known.put(hash, true);
        } else {
            known.invalidate(hash);
            rates.countWrongToken(sender);
        }
        return verdict;
    }

    /** How many are remembered. */
    long remembered() {
        known.cleanUp();
        return known.estimatedSize();
    }

    private static ByteBuffer hash(String token) {
        try {
            return ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256")
                            .digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
