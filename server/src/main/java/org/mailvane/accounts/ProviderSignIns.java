package org.mailvane.accounts;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.mailvane.accounts.IdentityProvider.Returned;
import org.mailvane.accounts.ProviderException.Reason;
import org.mailvane.accounts.UserIdentityTable.Linked;
import org.mailvane.api.SecurityLog;
import org.mailvane.api.limits.CallLimit;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Service;

/**
 * Signs in users who were converted to single sign-on, and nobody else: users who have a password,
 * and maybe a second factor, sign in with these. Signing in never creates a user.
 *
 * <p>Users are identified by issuer and subject. The first sign-in is matched by address, if the
 * provider says that the address is theirs; from then on no other subject can sign in by that
 * address.
 */
@Service
public class ProviderSignIns {

    /**
     * Returns from the provider without a successful sign-in that one address may make within
     * {@link #RETURNS_WINDOW}.
     */
    static final int MAX_RETURNS = 100;

    /** How long they count, from the first of them. */
    static final Duration RETURNS_WINDOW = Duration.ofMinutes(15);

    private static final Logger log = LoggerFactory.getLogger(ProviderSignIns.class);

    private final Db db;
    private final IdentityProvider provider;
    private final UserIdentityTable table;
    private final UserTable users;
    private final Sessions sessions;
    private final Clock clock;
    private final CallLimit<String> returns;

    ProviderSignIns(
            Db db,
            IdentityProvider provider,
            UserIdentityTable table,
            UserTable users,
            Sessions sessions,
            Clock clock) {
        this.db = db;
        this.provider = provider;
        this.table = table;
        this.users = users;
        this.sessions = sessions;
        this.clock = clock;
        this.returns = new CallLimit<>(MAX_RETURNS, RETURNS_WINDOW, clock);
    }

    /** What becomes of a return from the provider. */
    public sealed interface Outcome {

        /**
         * They are in.
         *
         * @param secret what their browser gets
         * @param email the user's
         */
        record In(String secret, String email) implements Outcome {}

        /** They are not, for this reason. */
        record Refused(Refusal refusal) implements Outcome {}

        /** Too many returns; after so many seconds another is listened to. */
        record Throttled(long seconds) implements Outcome {}
    }

    /** Why somebody is not let in. */
    public enum Refusal {
        /** The provider does not answer, or is not set up rightly. */
        UNAVAILABLE,
        /** The provider has said no. */
        DENIED,
        /** What came back does not belong to what was begun here, or can't be believed. */
        NOT_OURS,
        /** The provider says no address, or does not say that it is theirs. */
        NOT_VERIFIED,
        /** Nobody of this address signs in by the provider. */
        NOBODY,
        /** The user with this address is somebody else at the provider. */
        SOMEBODY_ELSE,
        /** They are invited, and have not followed the mailed link. */
        NOT_ACTIVE;

        /** As texts are named after it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Lets somebody in who comes back from the provider.
     *
     * @param secret of the browser that began it; empty where it has none
     * @param back where it was to come back to
     */
    public Outcome signIn(String secret, String back, Returned returned, Client client) {
        long seconds = returns.count(client.customer());
        if (seconds > 0) {
            note("sign_in_throttled", "", client);
            return new Outcome.Throttled(seconds);
        }
        Outcome outcome = judge(secret, back, returned, client);
        if (outcome instanceof Outcome.In) {
            // Otherwise people who share one address could lock each other out on a Monday morning.
            returns.giveBack(client.customer());
        }
        return outcome;
    }

    private Outcome judge(String secret, String back, Returned returned, Client client) {
        ProviderIdentity identity;
        try {
            identity = provider.identity(secret, back, returned);
        } catch (ProviderException failed) {
            // A problem that an administrator has to fix matters more than what strangers send.
            log.atLevel(failed.reason() == Reason.UNAVAILABLE ? Level.WARN : Level.INFO)
                    .log("Nobody was signed in by the identity provider: {}", failed.getMessage());
            // Nobody has tried to sign in: anybody can call the address of return.
            if (failed.reason() == Reason.UNAVAILABLE) {
                note("provider_failed", "", client);
            }
            return new Outcome.Refused(
                    switch (failed.reason()) {
                        case UNAVAILABLE -> Refusal.UNAVAILABLE;
                        case DENIED -> Refusal.DENIED;
                        case NOT_OURS -> Refusal.NOT_OURS;
                    });
        }
        Outcome outcome = db.inTransaction(() -> signIn(identity, client));
        switch (outcome) {
            case Outcome.In in -> note("signed_in", in.email(), client);
            case Outcome.Refused _, Outcome.Throttled _ ->
                    note(
                            "sign_in_failed",
                            Objects.requireNonNullElse(identity.email(), ""),
                            client);
        }
        return outcome;
    }

    /** As of a sign-in with a password; nobody's address is told where it is not known. */
    private static void note(String event, String email, Client client) {
        SecurityLog.note(event, "email", email, "address", client.address(), "by", "provider");
    }

    private Outcome signIn(ProviderIdentity identity, Client client) {
        Optional<Linked> linked = table.find(identity.issuer(), identity.subject());
        if (linked.isPresent()) {
            return begin(
                    users.lock(Scope.ofAccount(linked.get().accountId()), linked.get().userId()),
                    client);
        }
        String email = identity.email();
        if (email == null || !identity.verified() || EmailAddress.problemOf(email) != null) {
            return new Outcome.Refused(Refusal.NOT_VERIFIED);
        }
        Optional<User> user =
                users.findByEmail(email)
                        .flatMap(found -> users.lock(found.scope(), found.id()))
                        // As it is now that nobody else changes it.
                        .filter(now -> now.email().equalsIgnoreCase(email))
                        .filter(User::ssoReady);
        if (user.isPresent()
                && user.get().active()
                && !table.link(
                        user.get().scope(),
                        user.get().id(),
                        identity.issuer(),
                        identity.subject(),
                        clock.instant())) {
            return new Outcome.Refused(Refusal.SOMEBODY_ELSE);
        }
        return begin(user, client);
    }

    private Outcome begin(Optional<User> known, Client client) {
        Optional<User> user = known.filter(User::ssoReady);
        if (user.isEmpty()) {
            return new Outcome.Refused(Refusal.NOBODY);
        }
        if (!user.get().active()) {
            return new Outcome.Refused(Refusal.NOT_ACTIVE);
        }
        users.noteSignIn(
                user.get().scope(), user.get().id(), true, client.language(), clock.instant());
        return new Outcome.In(sessions.begin(user.get(), client), user.get().email());
    }
}
