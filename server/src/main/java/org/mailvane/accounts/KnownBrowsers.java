package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Browsers in which users have signed in before. Each has a secret for each of its users, of which
 * only a hash is stored. It signs nobody in: a password that comes with it is not counted among the
 * tries of strangers, who could lock its user out otherwise.
 */
@Service
public class KnownBrowsers implements Recurring {

    /** How long a browser is known after its user last signed in there. */
    public static final Duration LIFETIME = Duration.ofDays(180);

    /** Users that one browser is known to at once: the latest. */
    public static final int MAX_USERS = 5;

    /** Browsers of a user; one more has the oldest forgotten. */
    static final int MAX_OF_USER = 10;

    private static final Duration SWEPT_EVERY = Duration.ofHours(6);

    private final KnownBrowserTable table;
    private final Clock clock;

    KnownBrowsers(KnownBrowserTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** The secret among those of a browser by which it is known to a user. */
    Optional<String> find(User user, List<String> secrets) {
        Instant oldest = clock.instant().minus(LIFETIME);
        return secrets.stream()
                .limit(MAX_USERS)
                .filter(Sessions::isSecret)
                .filter(secret -> table.has(user.scope(), user.id(), Secrets.hash(secret), oldest))
                .findFirst();
    }

    /**
     * Notes that a user has shown who they are in a browser. Their secret of it becomes another, so
     * that one that somebody else has put there is of no use.
     *
     * @param secrets of the browser until now
     * @return its secrets from now on
     */
    public List<String> remember(User user, List<String> secrets) {
        Scope scope = user.scope();
        Optional<String> old = find(user, secrets);
        old.ifPresent(secret -> table.delete(scope, user.id(), Secrets.hash(secret)));
        String fresh = Secrets.random(Sessions.SECRET_LENGTH);
        table.insert(scope, user.id(), Secrets.hash(fresh), clock.instant(), MAX_OF_USER);
        List<String> all = new ArrayList<>(List.of(fresh));
        secrets.stream()
                .filter(Sessions::isSecret)
                .filter(secret -> old.filter(secret::equals).isEmpty())
                .limit(MAX_USERS - 1)
                .forEach(all::add);
        return all;
    }

    @Override
    public String kind() {
        return "known_browsers";
    }

    @Override
    public Duration every() {
        return SWEPT_EVERY;
    }

    @Override
    public void run(StopSign stop) {
        table.deleteOver(clock.instant().minus(LIFETIME));
    }
}
