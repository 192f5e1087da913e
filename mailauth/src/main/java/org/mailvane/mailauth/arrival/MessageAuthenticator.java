package org.mailvane.mailauth.arrival;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.mailvane.mailauth.authres.AuthenticationResults;
import org.mailvane.mailauth.dkim.DkimVerifier;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.message.Author;
import org.mailvane.mailauth.message.MessageHeader;
import org.mailvane.mailauth.message.MessageReader;
import org.mailvane.mailauth.spf.SpfEvaluator;

/**
 * Authenticates mails that arrived: who vouches for each, by DKIM (RFC 6376), SPF (RFC 7208) and
 * DMARC (RFC 9989).
 *
 * <p>A mail is read once, and its body is not kept. Whatever it holds, there is a result; only its
 * source can throw.
 *
 * <p>What costs little comes first, and what can't change the conclusion is left out:
 *
 * <ol>
 *   <li>The header has exactly one author domain. Else DNS is not asked.
 *   <li>The DMARC policy of the author domain is looked up. It says which domains may vouch.
 *   <li>The signatures of these domains are verified, those of others are not.
 *   <li>SPF is evaluated if its domain is one of these.
 *   <li>If nobody vouches and the policy asks for nothing, the other signatures and SPF are looked
 *       at, to say why.
 * </ol>
 */
public final class MessageAuthenticator {

    /** Questions to DNS for one mail. */
    public static final int MAX_QUESTIONS = 100;

    /** Time to ask DNS for one mail. */
    public static final Duration MAX_TIME = Duration.ofSeconds(15);

    private static final Set<String> MAIL = Set.of(DkimVerifier.EMAIL);
    private static final Set<String> TLS_REPORT = Set.of(DkimVerifier.EMAIL, "tlsrpt");

    private final PublicSuffixes suffixes;
    private final LongSupplier nanos;
    private final SpfEvaluator spf;

    /**
     * An authenticator of all mails.
     *
     * @param suffixes say which domains belong together where no policy is published
     * @param nanos a clock that only runs forward, such as {@code System::nanoTime}
     */
    public MessageAuthenticator(PublicSuffixes suffixes, LongSupplier nanos) {
        this.suffixes = suffixes;
        this.nanos = nanos;
        this.spf = new SpfEvaluator(nanos);
    }

    /**
     * Authenticates a mail.
     *
     * @param rawMail the mail as it came. It is read to its end, unless its header can't be used;
     *     not closed
     * @param arrival how it came
     * @param now when it came: signatures expire
     * @throws IOException only where the stream throws it
     */
    public MessageAuthentication authenticate(
            InputStream rawMail, Arrival arrival, Dns dns, Instant now) throws IOException {
        MessageReader reader = new MessageReader(rawMail);
        MessageHeader header = reader.readHeader();
        if (!header.isUsable()) {
            return none(
                    header.problem() == MessageHeader.Problem.MALFORMED
                            ? TrustDetail.HEADER_MALFORMED
                            : TrustDetail.HEADER_TOO_LONG);
        }
        DkimVerifier verifier = new DkimVerifier(header, arrival.isTlsReport() ? TLS_REPORT : MAIL);
        reader.readBody(verifier);
        BoundedDns bounded = new BoundedDns(dns, MAX_QUESTIONS, MAX_TIME, nanos);
        Optional<AuthenticationResults> results =
                AuthenticationResults.trusted(header, arrival.receivers());
        return new Conclusion(Author.of(header), verifier, arrival.client(), results, now)
                .conclude(spf, suffixes, bounded);
    }

    private static MessageAuthentication none(TrustDetail detail) {
        return new MessageAuthentication(
                Trust.UNVERIFIED,
                Optional.empty(),
                VouchedBy.NONE,
                detail,
                Optional.empty(),
                DmarcOutcome.NONE,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
