package org.mailvane.mailauth.dmarc;

import java.util.Optional;
import org.mailvane.mailauth.dmarc.TreeWalk.Step;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;

/**
 * The policy of the author domain of one mail, and which other domains may vouch for it (RFC 9989,
 * sections 4.4 and 4.10). Unlike {@link DmarcInspector} it asks only what decides about the mail.
 */
public final class AuthorPolicy {

    /** The state of the policy. */
    public enum State {
        /** There is one. */
        PUBLISHED,
        /** There is none. */
        MISSING,
        /** There is a record, but nothing that receivers can use. */
        INVALID,
        /** DNS did not answer. */
        UNANSWERED
    }

    /** Which mechanism authenticated a domain. */
    public enum Mechanism {
        DKIM("adkim"),
        SPF("aspf");

        private final String tag;

        Mechanism(String tag) {
            this.tag = tag;
        }
    }

    /** Whether an authenticated domain may vouch for the author domain. */
    public enum Alignment {
        ALIGNED,
        NOT_ALIGNED,
        /** DNS did not answer. */
        UNANSWERED
    }

    private static final String STRICT = "s";

    private final DomainName author;
    private final PublicSuffixes suffixes;
    private final Dns dns;
    private final TreeWalk walk;
    private final State state;
    private final Optional<EffectivePolicy> effective;

    private AuthorPolicy(DomainName author, PublicSuffixes suffixes, Dns dns) {
        this.author = author;
        this.suffixes = suffixes;
        this.dns = dns;
        this.walk = TreeWalk.of(author, dns);
        Optional<Step> source = walk.own().isFailure() ? Optional.empty() : walk.policy();
        this.effective =
                source.flatMap(step -> EffectivePolicy.of(walk, author, step, this::isMissingName));
        if (effective.isPresent()) {
            this.state = State.PUBLISHED;
        } else if (source.isPresent()) {
            this.state = State.INVALID;
        } else {
            this.state = walk.failures().isEmpty() ? State.MISSING : State.UNANSWERED;
        }
    }

    /**
     * Asks for the policy of an author domain.
     *
     * @param suffixes say which domains belong together where no policy is published
     * @param dns is asked later, too
     */
    public static AuthorPolicy lookUp(DomainName author, PublicSuffixes suffixes, Dns dns) {
        return new AuthorPolicy(author, suffixes, dns);
    }

    /** Returns the state of the policy. */
    public State state() {
        return state;
    }

    /** Returns the policy; empty unless it is published. */
    public Optional<EffectivePolicy> effective() {
        return effective;
    }

    /**
     * Returns whether an authenticated domain may vouch for the author domain: it is the same, or
     * where the record does not ask for strict alignment, of the same organisation (section 4.4).
     */
    public Alignment alignment(DomainName authenticated, Mechanism mechanism) {
        if (authenticated.equals(author)) {
            return Alignment.ALIGNED;
        }
        return switch (state) {
            case PUBLISHED ->
                    isStrict(mechanism) ? Alignment.NOT_ALIGNED : byTreeWalk(authenticated);
            // The tree walk finds organisations by their records. Here are none.
            case MISSING, INVALID ->
                    suffixes.organizationalDomain(author)
                                    .equals(suffixes.organizationalDomain(authenticated))
                            ? Alignment.ALIGNED
                            : Alignment.NOT_ALIGNED;
            case UNANSWERED ->
                    areBelowOneName(authenticated) ? Alignment.UNANSWERED : Alignment.NOT_ALIGNED;
        };
    }

    private Alignment byTreeWalk(DomainName authenticated) {
        if (!walk.failures().isEmpty()) {
            return areBelowOneName(authenticated) ? Alignment.UNANSWERED : Alignment.NOT_ALIGNED;
        }
        DomainName organization = walk.organizationalDomain();
        if (authenticated.equals(organization)) {
            // Its own tree walk would find what this one found on its way.
            return Alignment.ALIGNED;
        }
        if (!authenticated.isBelow(organization)) {
            return Alignment.NOT_ALIGNED;
        }
        TreeWalk other = TreeWalk.of(authenticated, dns);
        if (!other.failures().isEmpty()) {
            return Alignment.UNANSWERED;
        }
        return other.organizationalDomain().equals(organization)
                ? Alignment.ALIGNED
                : Alignment.NOT_ALIGNED;
    }

    /** Whether both have the same top-level domain: others are never of one organisation. */
    private boolean areBelowOneName(DomainName other) {
        String name = author.value();
        return other.value().endsWith(name.substring(name.lastIndexOf('.') + 1));
    }

    private boolean isStrict(Mechanism mechanism) {
        return effective
                .flatMap(policy ->
                        policy.record().tags().stream()
                                .filter(tag -> tag.key().equalsIgnoreCase(mechanism.tag))
                                .findFirst())
                .filter(tag -> tag.value().equalsIgnoreCase(STRICT))
                .isPresent();
    }

    /** Whether the author domain does not exist (section 3.2, by RFC 8020). */
    private boolean isMissingName() {
        return walk.own().answer().status() == DnsAnswer.Status.NO_SUCH_NAME
                && dns.ask(DnsName.of(author), RecordType.MX).status()
                        == DnsAnswer.Status.NO_SUCH_NAME;
    }
}
