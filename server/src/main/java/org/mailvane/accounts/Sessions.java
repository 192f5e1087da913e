package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mailvane.accounts.SessionTable.Bounds;
import org.mailvane.api.Caller;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Sessions of users who are signed in to the pages. The browser has a secret, of which only a hash
 * is stored; every server looks it up, so that a session that was ended is over at once everywhere.
 */
@Service
public class Sessions implements Recurring {

    /** Some 206 bits. */
    static final int SECRET_LENGTH = 40;

    private static final Pattern SECRET = Pattern.compile("[0-9a-z]{" + SECRET_LENGTH + "}");

    private static final Duration SWEPT_EVERY = Duration.ofHours(1);

    private final SessionTable table;
    private final Accounts accounts;
    private final Clock clock;

    Sessions(SessionTable table, Accounts accounts, Clock clock) {
        this.table = table;
        this.accounts = accounts;
        this.clock = clock;
    }

    /**
     * Somebody who is signed in.
     *
     * @param session how they came in
     * @param verdict who they are, and whether their account has run out
     */
    public record Visitor(Session session, Verdict verdict) {}

    /** Whether this has the form of a secret: what has another is not looked for. */
    static boolean isSecret(String text) {
        return SECRET.matcher(text).matches();
    }

    /**
     * Returns the visitor who has this secret; empty if nobody has it, or their session is over.
     */
    public Optional<Visitor> find(String secret) {
        if (!isSecret(secret)) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        return table.find(Secrets.hash(secret), Bounds.at(now))
                .flatMap(found -> {
                    Session session = found.session();
                    Scope scope = Scope.ofAccount(found.accountId());
                    if (!now.isBefore(session.lastSeen().plus(Session.NOTED_EVERY))) {
                        table.touch(scope, session.id(), now);
                    }
                    return accounts.verdict(scope, session.userId())
                            .map(verdict -> new Visitor(session, verdict));
                });
    }

    /**
     * Begins a session of a user, within the caller's transaction.
     *
     * @return its secret
     */
    String begin(User user, Client client) {
        Scope scope = user.scope();
        String secret = Secrets.random(SECRET_LENGTH);
        table.insert(
                scope,
                user.id(),
                Secrets.hash(secret),
                clock.instant(),
                client.address(),
                client.browser());
        table.keep(scope, user.id(), Session.MAX_OF_USER);
        return secret;
    }

    /** The caller's sessions, the one that was used last first. */
    public List<Session> list(Caller caller) {
        return table.list(
                caller.scope().wholeAccount(), caller.userId(), Bounds.at(clock.instant()));
    }

    /** Ends one of the caller's sessions; answers whether there was one. */
    public boolean end(Caller caller, long id) {
        return table.delete(caller.scope().wholeAccount(), caller.userId(), id);
    }

    /** Ends the session of this secret, where there is one. */
    public void end(String secret) {
        table.find(Secrets.hash(secret), Bounds.at(clock.instant()))
                .ifPresent(found ->
                        table.delete(
                                Scope.ofAccount(found.accountId()),
                                found.session().userId(),
                                found.session().id()));
    }

    /** Ends all of the caller's sessions but this one. */
    public void endOthers(Caller caller, long id) {
        table.deleteOthers(caller.scope().wholeAccount(), caller.userId(), id);
    }

    /** Sessions that are over would be of no use to anybody, and tell who was where. */
    @Override
    public String kind() {
        return "web_sessions";
    }

    @Override
    public Duration every() {
        return SWEPT_EVERY;
    }

    @Override
    public void run(StopSign stop) {
        table.deleteOver(Bounds.at(clock.instant()));
        table.deleteSteps(clock.instant().minus(SignIns.STEP_LIFETIME));
    }
}
