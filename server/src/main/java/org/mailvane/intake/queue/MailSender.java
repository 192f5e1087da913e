package org.mailvane.intake.queue;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.authentication.ClientNetwork;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reporters.ReportAuthentication;

/**
 * Who a mail counts with, where it is bounded how much others may send: the organization that
 * vouches for it, else the one that it names, else the network that it comes from. A sender that
 * names somebody else's domain does not use up what that domain may send.
 *
 * @param kind how far the name can be relied on
 * @param name the organizational domain or the network
 */
record MailSender(Kind kind, String name) {

    /** How a sender is known. */
    enum Kind {
        /** A domain vouches for the mail. */
        VERIFIED,
        /** The mail names a domain that does not vouch for it. */
        UNVERIFIED,
        /** The mail names no domain. */
        NETWORK
    }

    /**
     * Returns whom a mail counts with.
     *
     * @param headerFrom its From address; empty where it has none
     * @param envelopeFrom its envelope's sender; null or empty where it has none
     * @param client the SMTP client; null where it came another way
     */
    static MailSender of(
            PublicSuffixes suffixes,
            ReportAuthentication authentication,
            String headerFrom,
            @Nullable String envelopeFrom,
            @Nullable SmtpClient client) {
        Optional<DomainName> vouching =
                authentication.isVerified() ? name(authentication.domain()) : Optional.empty();
        if (vouching.isPresent()) {
            return ofDomain(Kind.VERIFIED, suffixes, vouching.get());
        }
        return name(authentication.fromDomain())
                .or(() -> name(domain(headerFrom)))
                .or(() -> name(domain(envelopeFrom)))
                .map(name -> ofDomain(Kind.UNVERIFIED, suffixes, name))
                .orElseGet(() ->
                        new MailSender(
                                Kind.NETWORK,
                                client == null ? "unknown" : ClientNetwork.of(client)));
    }

    private static MailSender ofDomain(Kind kind, PublicSuffixes suffixes, DomainName name) {
        return new MailSender(kind, suffixes.organizationalDomain(name).value());
    }

    private static Optional<DomainName> name(@Nullable String text) {
        return text == null ? Optional.empty() : DomainName.parse(text);
    }

    private static @Nullable String domain(@Nullable String address) {
        return address == null ? null : address.substring(address.lastIndexOf('@') + 1);
    }

    /** Returns the sender as the database has it. */
    String key() {
        return kind + " " + name;
    }

    /** Returns the sender of a {@link #key}. */
    static MailSender ofKey(String key) {
        int blank = key.indexOf(' ');
        return new MailSender(Kind.valueOf(key.substring(0, blank)), key.substring(blank + 1));
    }
}
