package org.mailvane.intake.authentication;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.mailauth.arrival.Arrival;
import org.mailvane.mailauth.arrival.MessageAuthentication;
import org.mailvane.mailauth.arrival.MessageAuthenticator;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.arrival.TrustDetail;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.message.Author;
import org.mailvane.mailauth.message.MessageHeader;
import org.mailvane.mailauth.message.MessageReader;
import org.mailvane.net.BudgetedDns;
import org.mailvane.platform.settings.Settings;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Mechanism;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Checks whether mails come from the senders that they name. It queries DNS on separate threads,
 * within the budget of each sender.
 */
@Component
public class MailAuthenticator {

    /** Detail of a mail of which DNS did not say enough. */
    private static final String UNANSWERED = TrustDetail.DNS_UNANSWERED.toString();

    /** Detail of a mail of which DNS was not asked: others of its sender came before it. */
    private static final String NOT_ASKED = TrustDetail.NOT_ASKED.toString();

    /**
     * Details of mails that are authenticated again later. Those of which DNS was not asked are
     * first: an answer is likely there.
     */
    static final List<String> RETRIED = List.of(NOT_ASKED, UNANSWERED);

    private static final int UNIQUE_LOCAL = 0xfc;
    private static final int UNIQUE_LOCAL_MASK = 0xfe;

    private final MessageAuthenticator authenticator;
    private final AuthenticationThreads threads;
    private final ObjectProvider<BudgetedDns> dns;
    private final Set<String> receivers;

    MailAuthenticator(
            PublicSuffixes suffixes,
            AuthenticationThreads threads,
            ObjectProvider<BudgetedDns> dns,
            Settings settings) {
        this.authenticator = new MessageAuthenticator(suffixes, System::nanoTime);
        this.threads = threads;
        this.dns = dns;
        this.receivers = settings.authenticationResults();
    }

    /**
     * Begins to authenticate a mail of the queue.
     *
     * @param isTls whether it carries TLS reports only
     */
    public CompletableFuture<ReportAuthentication> authenticate(
            Claim claim, RawMessage message, boolean isTls) {
        SmtpClient client = claim.client();
        Arrival arrival =
                new Arrival(
                        client, client == null || isNearby(client) ? receivers : Set.of(), isTls);
        String author = author(message);
        String sender = sender(claim, author);
        return threads.run(
                sender,
                message.held(),
                () -> {
                    try (InputStream mail = message.open()) {
                        return reported(
                                authenticator.authenticate(
                                        mail,
                                        arrival,
                                        dns.getObject().of(sender),
                                        claim.received()));
                    }
                },
                retriedLater(UNANSWERED, author),
                retriedLater(NOT_ASKED, author));
    }

    /** Whether a mail is authenticated again later. */
    public static boolean isRetriedLater(ReportAuthentication authentication) {
        return RETRIED.contains(authentication.detail());
    }

    /** As what a mail counts until DNS answers. */
    public static ReportAuthentication unanswered(RawMessage message) {
        return retriedLater(UNANSWERED, author(message));
    }

    /** Returns what a mail counts as until it is authenticated again. */
    private static ReportAuthentication retriedLater(String detail, String author) {
        return new ReportAuthentication(Result.UNVERIFIED, null, Mechanism.NONE, detail, author);
    }

    /** Returns the From domain; empty where there is none. */
    private static String author(RawMessage message) {
        try (InputStream mail = message.open()) {
            MessageHeader header = new MessageReader(mail).readHeader();
            return header.isUsable()
                    ? Author.of(header).domain().map(DomainName::value).orElse("")
                    : "";
        } catch (IOException impossible) {
            throw new UncheckedIOException("the message is in memory", impossible);
        }
    }

    /**
     * Returns whose budget a mail uses: that of the network of the SMTP client, since anybody can
     * write any From domain; where that is not known, or a mail server nearby, that of the From
     * domain in the account, so that forged mails use up nothing of other accounts.
     */
    static String sender(Claim claim, String author) {
        SmtpClient client = claim.client();
        return client == null || isNearby(client)
                ? claim.scope().accountId() + " " + author
                : ClientNetwork.of(client);
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
