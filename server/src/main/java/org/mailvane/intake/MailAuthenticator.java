package org.mailvane.intake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import org.mailvane.intake.QueueTable.Claim;
import org.mailvane.mailauth.arrival.Arrival;
import org.mailvane.mailauth.arrival.MessageAuthentication;
import org.mailvane.mailauth.arrival.MessageAuthenticator;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.arrival.TrustDetail;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Mechanism;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.settings.Settings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Finds out whether mails come from whom they say. */
@Component
class MailAuthenticator {

    /** Detail of a mail of which DNS did not say enough: it is authenticated again later. */
    static final String UNANSWERED = TrustDetail.DNS_UNANSWERED.toString();

    private static final int UNIQUE_LOCAL = 0xfc;
    private static final int UNIQUE_LOCAL_MASK = 0xfe;

    private final MessageAuthenticator authenticator;
    private final ObjectProvider<Dns> dns;
    private final Set<String> receivers;

    MailAuthenticator(PublicSuffixes suffixes, ObjectProvider<Dns> dns, Settings settings) {
        this.authenticator = new MessageAuthenticator(suffixes, System::nanoTime);
        this.dns = dns;
        this.receivers = settings.authenticationResults();
    }

    /** Authenticates a mail of the queue. It asks DNS. */
    ReportAuthentication authenticate(Claim claim, RawMessage message) {
        SmtpClient client = claim.client();
        Arrival arrival =
                client == null
                        ? Arrival.fromMailbox(receivers)
                        : new Arrival(client, isNearby(client) ? receivers : Set.of());
        try (InputStream mail = message.open()) {
            return reported(
                    authenticator.authenticate(mail, arrival, dns.getObject(), claim.received()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("the message is in memory", impossible);
        }
    }

    /**
     * Whether a client is on this machine or in a private network (RFC 1918, RFC 4193): it may be
     * the mail server that received the mail from elsewhere.
     */
    private static boolean isNearby(SmtpClient client) {
        byte[] octets = client.address().octets();
        try {
            InetAddress address = InetAddress.getByAddress(octets);
            return address.isLoopbackAddress()
                    || address.isSiteLocalAddress()
                    || address.isLinkLocalAddress()
                    || (address instanceof Inet6Address
                            && (octets[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ReportAuthentication reported(MessageAuthentication mail) {
        return new ReportAuthentication(
                switch (mail.trust()) {
                    case VERIFIED -> Result.VERIFIED;
                    case UNVERIFIED, TEMPORARY -> Result.UNVERIFIED;
                    case FAILED -> Result.FAILED;
                },
                mail.domain().map(DomainName::value).orElse(null),
                switch (mail.mechanism()) {
                    case DKIM -> Mechanism.DKIM;
                    case SPF -> Mechanism.SPF;
                    case BOTH -> Mechanism.BOTH;
                    case NONE -> Mechanism.NONE;
                },
                mail.detail().toString(),
                mail.author().map(DomainName::value).orElse(""));
    }
}
