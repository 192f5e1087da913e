package org.mailvane.sources.classify;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a row's messages, with all that was looked at.
 *
 * @param classification the answer
 * @param evidence what is seen of the sender, whether or not it decided
 */
public record Judgement(Classification classification, List<Evidence> evidence) {

    /** A judgement. */
    public Judgement {
        evidence = List.copyOf(evidence);
    }

    /**
     * Something that is seen of a sender.
     *
     * @param kind what it is
     * @param value the name, network or word
     * @param confirmed whether it counts: a reverse name that leads back to the address, a domain
     *     that passed, a network that somebody is known to have. What anybody can write of
     *     themselves does not
     * @param seen when; null where it holds without a time
     */
    public record Evidence(Kind kind, String value, boolean confirmed, @Nullable Instant seen) {}

    /** What can be seen of a sender. */
    public enum Kind {
        /** The address's reverse name (PTR). */
        REVERSE_NAME("reverse_name"),
        /** A network of the catalogue that the address lies in. */
        NETWORK("network"),
        /** Domain of a signature (DKIM). */
        DKIM_DOMAIN("dkim_domain"),
        /** Domain of a return path or of a greeting (SPF). */
        SPF_DOMAIN("spf_domain"),
        /** A network that the domain's own SPF record allows. */
        SPF_NETWORK("spf_network"),
        /** A selector that the domain's messages are signed with. */
        SELECTOR("selector"),
        /** Why the receiver did something else than the policy asks for. */
        OVERRIDE("override"),
        /** One of the account's own sources. */
        CUSTOM_SOURCE("custom_source"),
        /** What people have said of a shared sender. */
        DECISION("decision"),
        /** The country of the address. */
        COUNTRY("country"),
        /** The network operator that announces the address's network. */
        NETWORK_OPERATOR("network_operator");

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        /** Returns the word for it in answers. */
        public String code() {
            return code;
        }
    }
}
