package org.mailvane.api.limits;

import inet.ipaddr.IPAddress;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.ApiGate;
import org.mailvane.api.Caller;
import org.mailvane.api.ClientAddress;
import org.mailvane.api.Forwarded;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.platform.metrics.EventCounter;
import org.mailvane.platform.metrics.Label;
import org.mailvane.platform.settings.Settings;
import org.springframework.stereotype.Component;

/**
 * Counts calls: those with a token by its user, who has one token, and those without one, and those
 * with a wrong one, by address.
 */
@Component
public final class RateLimits implements MeterBinder {

    /** What a limit counts in. */
    public static final Duration PERIOD = Duration.ofMinutes(1);

    /** Calls with a wrong token from one address; looking for a token costs the database work. */
    public static final int MAX_WRONG_TOKENS = 600;

    private static final String TOKEN = "token";
    private static final String ADDRESS = "address";
    private static final String WRONG_TOKEN = "wrong_token";

    private final EventCounter refused =
            new EventCounter(
                    "mailvane.rate.limit.refusals",
                    "Requests refused because a rate limit was reached, by limit",
                    new Label("limit", List.of(TOKEN, ADDRESS, WRONG_TOKEN)));

    private final CallLimit<Long> byUser;
    private final CallLimit<IPAddress> byAddress;
    private final CallLimit<IPAddress> wrongTokens;

    public RateLimits(Settings settings, Clock clock) {
        byUser = new CallLimit<>(settings.tokenRate(), PERIOD, clock);
        byAddress = new CallLimit<>(settings.anonymousRate(), PERIOD, clock);
        wrongTokens = new CallLimit<>(MAX_WRONG_TOKENS, PERIOD, clock);
    }

    /**
     * Counts what a page does for its visitor as the API counts the same call: by user where
     * somebody is signed in, else by address.
     *
     * @param expired whether the visitor's account has run out: then they are nobody
     * @throws ApiProblem 429 when it is one too many
     */
    public void countVisitor(HttpServletRequest request, boolean expired) {
        Optional<Caller> caller = expired ? Optional.empty() : ApiGate.caller();
        caller.ifPresentOrElse(
                who -> countUser(who.userId()), () -> countAddress(Forwarded.of(request).client()));
    }

    /**
     * Counts a call with a token.
     *
     * @throws ApiProblem 429 when it is one too many
     */
    void countUser(long userId) {
        refuse(TOKEN, byUser.count(userId));
    }

    /**
     * Counts a call without a token.
     *
     * @throws ApiProblem 429 when it is one too many
     */
    void countAddress(IPAddress address) {
        refuse(ADDRESS, byAddress.count(ClientAddress.customer(address)));
    }

    /** Counts a call with a token that nobody has. */
    public void countWrongToken(IPAddress address) {
        wrongTokens.count(ClientAddress.customer(address));
    }

    /**
     * Lets a token be looked for.
     *
     * @throws ApiProblem 429 when too many wrong ones came from there
     */
    public void checkWrongTokens(IPAddress address) {
        refuse(WRONG_TOKEN, wrongTokens.left(ClientAddress.customer(address)));
    }

    /** How many callers are remembered. */
    long remembered() {
        return byUser.remembered() + byAddress.remembered() + wrongTokens.remembered();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        refused.bindTo(registry);
    }

    private void refuse(String limit, long seconds) {
        if (seconds > 0) {
            refused.add(1, limit);
            throw ApiProblem.throttled(seconds);
        }
    }
}
