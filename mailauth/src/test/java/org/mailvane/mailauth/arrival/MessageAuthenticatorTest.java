package org.mailvane.mailauth.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dkim.DkimDetail;
import org.mailvane.mailauth.dkim.DkimResult;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.message.MessageReader;
import org.mailvane.mailauth.spf.SpfVerdict;
import org.mailvane.mailauth.testing.ChaosDns;
import org.mailvane.mailauth.testing.MailSigner;
import org.mailvane.mailauth.testing.ZoneDns;

class MessageAuthenticatorTest {

    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
    private static final MailSigner SIGNER = MailSigner.ed25519();

    private static final String MAIL =
            """
            From: Reports <reports@example.com>\r
            Subject: Report domain: example.net\r
            \r
            The report.\r
            """;

    private static final IpAddress OWN = IpAddress.parse("192.0.2.1").orElseThrow();
    private static final IpAddress FOREIGN = IpAddress.parse("198.51.100.1").orElseThrow();

    private final MessageAuthenticator authenticator =
            new MessageAuthenticator(PublicSuffixes.bundled(), () -> 0);

    private final ZoneDns dns =
            ZoneDns.of(
                    """
                    example.com TXT "v=spf1 ip4:192.0.2.1 -all"
                    mail.example.com TXT "v=spf1 ip4:192.0.2.1 -all"
                    bulk.example TXT "v=spf1 ip4:192.0.2.1 -all"
                    *._domainkey.example.com TXT "%1$s"
                    *._domainkey.mail.example.com TXT "%1$s"
                    *._domainkey.bulk.example TXT "%1$s"
                    """
                            .formatted(SIGNER.record()));

    @Test
    void aSignatureOfTheAuthorDomainVouches() {
        publish("p=reject");
        MessageAuthentication result = authenticate(signed("example.com"), Arrival.UNKNOWN);
        assertThat(result.trust()).isEqualTo(Trust.VERIFIED);
        assertThat(result.domain()).hasToString("Optional[example.com]");
        assertThat(result.mechanism()).isEqualTo(VouchedBy.DKIM);
        assertThat(result.detail()).isEqualTo(TrustDetail.ALIGNED);
        assertThat(result.author()).hasToString("Optional[example.com]");
        assertThat(result.dmarc()).isEqualTo(DmarcOutcome.PASS);
        assertThat(result.policy().orElseThrow().policy()).hasToString("reject");
        assertThat(result.dkim())
                .extracting(DkimResult::detail)
                .containsExactly(DkimDetail.VERIFIED);
        assertThat(result.spf()).isEmpty();
        assertThat(result.trust()).hasToString("verified");
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, reports@example.com, BOTH, example.com",
        "mail.example.com, reports@example.com, BOTH, mail.example.com",
        "bulk.example, reports@mail.example.com, SPF, mail.example.com",
        "example.com, bounce@bulk.example, DKIM, example.com",
        "bulk.example, '', SPF, mail.example.com",
    })
    void domainsOfTheOrganisationVouch(
            String signing, String mailFrom, VouchedBy mechanism, String domain) {
        for (String record : List.of("p=reject", "p=none", "")) {
            publish(record);
            MessageAuthentication result =
                    authenticate(signed(signing), bySmtp(OWN, mailFrom, "mail.example.com"));
            assertThat(result.trust()).isEqualTo(Trust.VERIFIED);
            assertThat(result.mechanism()).isEqualTo(mechanism);
            assertThat(result.domain()).contains(new DomainName(domain));
            assertThat(result.dmarc())
                    .isEqualTo(record.isEmpty() ? DmarcOutcome.NONE : DmarcOutcome.PASS);
        }
    }

    @Test
    void theAuthorDomainItselfIsNamedFirst() {
        publish("p=none");
        String twice = SIGNER.sign(signed("example.com"), tags("mail.example.com"));
        assertThat(authenticate(twice, Arrival.UNKNOWN).domain())
                .contains(new DomainName("example.com"));
    }

    @ParameterizedTest
    @CsvSource({
        "p=reject, FAILED, POLICY, FAIL",
        "p=quarantine, FAILED, POLICY, FAIL",
        "p=reject; t=y, FAILED, POLICY, FAIL",
        "p=quarantine; t=y, UNVERIFIED, NOT_AUTHENTICATED, FAIL",
        "p=none, UNVERIFIED, NOT_AUTHENTICATED, FAIL",
        "'', UNVERIFIED, NOT_AUTHENTICATED, NONE",
        "p=maybe, UNVERIFIED, NOT_AUTHENTICATED, PERMERROR",
    })
    void forgedMailFailsWhereThePolicySaysSo(
            String record, Trust trust, TrustDetail detail, DmarcOutcome dmarc) {
        publish(record);
        MessageAuthentication result =
                authenticate(MAIL, bySmtp(FOREIGN, "reports@example.com", "evil.example"));
        assertThat(result.trust()).isEqualTo(trust);
        assertThat(result.detail()).isEqualTo(detail);
        assertThat(result.dmarc()).isEqualTo(dmarc);
        assertThat(result.domain()).isEmpty();
        assertThat(result.mechanism()).isEqualTo(VouchedBy.NONE);
        assertThat(result.spf().orElseThrow().result()).isEqualTo(SpfVerdict.FAIL);
    }

    @Test
    void strictAlignmentIsKept() {
        publish("p=reject; adkim=s; aspf=s");
        MessageAuthentication result =
                authenticate(
                        signed("mail.example.com"),
                        bySmtp(OWN, "a@mail.example.com", "mail.example.com"));
        assertThat(result.trust()).isEqualTo(Trust.FAILED);
    }

    @Test
    void strangersWhoVouchForThemselvesDoNotVouchForTheAuthor() {
        publish("p=none");
        MessageAuthentication result =
                authenticate(signed("bulk.example"), bySmtp(OWN, "a@bulk.example", "bulk.example"));
        assertThat(result.trust()).isEqualTo(Trust.UNVERIFIED);
        assertThat(result.detail()).isEqualTo(TrustDetail.NOT_ALIGNED);
        assertThat(result.mechanism()).isEqualTo(VouchedBy.NONE);
    }

    @Test
    void aSignatureThatIsWrongDoesNotVouch() {
        publish("p=none");
        MessageAuthentication result =
                authenticate(
                        signed("example.com").replace("The report", "A report"), Arrival.UNKNOWN);
        assertThat(result.trust()).isEqualTo(Trust.UNVERIFIED);
        assertThat(result.detail()).isEqualTo(TrustDetail.SIGNATURE_INVALID);
    }

    @Test
    void aPartOfTheBodyDoesNotVouch() {
        publish("p=none");
        String part = SIGNER.sign(MAIL, tags("example.com") + "; l=3");
        MessageAuthentication result = authenticate(part, Arrival.UNKNOWN);
        assertThat(result.trust()).isEqualTo(Trust.UNVERIFIED);
        assertThat(result.detail()).isEqualTo(TrustDetail.BODY_NOT_COVERED);
    }

    @Test
    void withoutTheSmtpClientMailWithoutASignatureIsNotKnownToFail() {
        publish("p=reject");
        MessageAuthentication result = authenticate(MAIL, Arrival.UNKNOWN);
        assertThat(result.trust()).isEqualTo(Trust.UNVERIFIED);
        assertThat(result.detail()).isEqualTo(TrustDetail.SPF_UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "To: a@b.example | FROM_MISSING",
                "From: a@example.com, b@example.com | FROM_SEVERAL",
                "From: a@example.com;From: a@example.com | FROM_SEVERAL",
                "From: nobody | FROM_INVALID",
                "From: a@example.com;no field | HEADER_MALFORMED",
            })
    void thereIsExactlyOneAuthor(String header, TrustDetail detail) {
        publish("p=reject");
        String mail = header.replace(";", "\r\n") + "\r\n\r\nbody\r\n";
        MessageAuthentication result =
                authenticate(
                        SIGNER.sign(mail, tags("example.com")),
                        bySmtp(OWN, "a@example.com", "example.com"));
        assertThat(result.trust()).isEqualTo(Trust.UNVERIFIED);
        assertThat(result.detail()).isEqualTo(detail);
        assertThat(result.dmarc()).isEqualTo(DmarcOutcome.NONE);
        assertThat(result.author()).isEmpty();
    }

    @Test
    void aHeaderThatIsTooLongIsNotUsed() {
        String mail = "X: y\r\n".repeat(MessageReader.MAX_FIELDS) + signed("example.com");
        assertThat(authenticate(mail, Arrival.UNKNOWN).detail())
                .isEqualTo(TrustDetail.HEADER_TOO_LONG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_dmarc.example.com TIMEOUT",
                "_dmarc.com TIMEOUT",
                "s._domainkey.mail.example.com TIMEOUT",
                "mail.example.com TXT SERVFAIL"
            })
    void whereDnsDoesNotAnswerNothingIsConcluded(String failure) {
        publish("p=reject");
        dns.add(failure);
        MessageAuthentication result =
                authenticate(
                        signed("mail.example.com"),
                        bySmtp(FOREIGN, "a@mail.example.com", "mail.example.com"));
        boolean isKey = failure.contains("_domainkey") || failure.contains("_dmarc");
        // Where the signature passes, SPF need not.
        assertThat(result.trust()).isEqualTo(isKey ? Trust.TEMPORARY : Trust.VERIFIED);
        MessageAuthentication unsigned =
                authenticate(MAIL, bySmtp(FOREIGN, "a@mail.example.com", "mail.example.com"));
        assertThat(unsigned.trust())
                .isEqualTo(
                        failure.contains("_domainkey") || failure.startsWith("_dmarc.com")
                                ? Trust.FAILED
                                : Trust.TEMPORARY);
        if (unsigned.trust() == Trust.TEMPORARY) {
            assertThat(unsigned.detail()).isEqualTo(TrustDetail.DNS_UNANSWERED);
            assertThat(unsigned.dmarc()).isEqualTo(DmarcOutcome.TEMPERROR);
        }
    }

    @Test
    void whatWasNotAskedIsToldFromWhatWasNotAnswered() {
        publish("p=reject");
        Dns spent =
                (name, type) ->
                        name.value().contains("_domainkey")
                                ? DnsAnswer.without(DnsAnswer.Status.NOT_ASKED)
                                : dns.ask(name, type);
        MessageAuthentication result = authenticate(signed("example.com"), Arrival.UNKNOWN, spent);
        assertThat(result.trust()).isEqualTo(Trust.TEMPORARY);
        assertThat(result.detail()).isEqualTo(TrustDetail.NOT_ASKED);
    }

    @Test
    void theAuthorDomainItselfVouchesWhateverDnsSaysOfItsPolicy() {
        dns.add("_dmarc.example.com TIMEOUT");
        MessageAuthentication result = authenticate(signed("example.com"), Arrival.UNKNOWN);
        assertThat(result.trust()).isEqualTo(Trust.VERIFIED);
        assertThat(result.dmarc()).isEqualTo(DmarcOutcome.TEMPERROR);
    }

    @Test
    void failuresOfStrangersDoNotDelay() {
        publish("p=reject");
        dns.add("s._domainkey.bulk.example TIMEOUT");
        dns.add("bulk.example TXT SERVFAIL");
        MessageAuthentication result =
                authenticate(
                        signed("bulk.example"), bySmtp(FOREIGN, "a@bulk.example", "bulk.example"));
        assertThat(result.trust()).isEqualTo(Trust.FAILED);
    }

    @Test
    void policyIsAskedForBeforeKeysAndSpf() {
        publish("p=reject");
        authenticate(signed("example.com"), bySmtp(OWN, "reports@example.com", "mail.example.com"));
        assertThat(dns.asked())
                .startsWith("_dmarc.example.com TXT")
                .containsSubsequence("s._domainkey.example.com TXT", "example.com TXT");
    }

    @Test
    void strangersAreNotLookedAtWhereTheyChangeNothing() {
        publish("p=reject");
        String mail = SIGNER.sign(signed("example.com"), tags("bulk.example"));
        MessageAuthentication verified =
                authenticate(mail, bySmtp(FOREIGN, "a@bulk.example", "bulk.example"));
        assertThat(verified.trust()).isEqualTo(Trust.VERIFIED);
        MessageAuthentication failed =
                authenticate(
                        signed("bulk.example"), bySmtp(FOREIGN, "a@bulk.example", "bulk.example"));
        assertThat(failed.trust()).isEqualTo(Trust.FAILED);
        assertThat(failed.dkim()).isEmpty();
        assertThat(dns.asked()).noneMatch(question -> question.contains("bulk.example"));
    }

    @Test
    void withoutOneAuthorDnsIsNotAsked() {
        authenticate(
                SIGNER.sign("From: a@example.com, b@example.com\r\n\r\n", tags("example.com")),
                bySmtp(OWN, "a@example.com", "example.com"));
        assertThat(dns.asked()).isEmpty();
    }

    @Test
    void keyForTlsReportsSignsTlsReportsOnly() {
        publish("p=reject");
        dns.add(
                "t._domainkey.example.com TXT \"%s\""
                        .formatted(SIGNER.record().replace("v=DKIM1;", "v=DKIM1; s=tlsrpt;")));
        String mail = SIGNER.sign(MAIL, "d=example.com; s=t; c=relaxed/relaxed; h=from:subject");
        assertThat(authenticate(mail, Arrival.UNKNOWN).trust()).isEqualTo(Trust.UNVERIFIED);
        Arrival ofTls = new Arrival(null, Set.of(), true);
        assertThat(authenticate(mail, ofTls).trust()).isEqualTo(Trust.VERIFIED);
        assertThat(authenticate(signed("example.com"), ofTls).trust())
                .as("a key for any mail does, too")
                .isEqualTo(Trust.VERIFIED);
    }

    @Test
    void aMailThatAsksTooMuchIsNotVerified() {
        publish("p=reject");
        StringBuilder record = new StringBuilder("v=spf1");
        for (int i = 0; i < 10; i++) {
            record.append(" mx:m").append(i).append(".example.com");
            for (int j = 0; j < 10; j++) {
                String host = "h" + i + "-" + j + ".example.com";
                dns.add("m" + i + ".example.com MX 1 " + host);
                dns.add(host + " A 203.0.113.9");
            }
        }
        dns.add("many.example.com TXT \"" + record + " -all\"");
        SmtpClient client = new SmtpClient(FOREIGN, "h.example", "a@many.example.com");
        MessageAuthentication result = authenticate(MAIL, Arrival.bySmtp(client));
        assertThat(dns.asked()).hasSize(MessageAuthenticator.MAX_QUESTIONS);
        assertThat(result.trust()).isEqualTo(Trust.UNVERIFIED);
        assertThat(result.detail()).isEqualTo(TrustDetail.DNS_LIMIT);
        assertThat(authenticate(signed("example.com"), Arrival.bySmtp(client)).trust())
                .isEqualTo(Trust.VERIFIED);
    }

    @ParameterizedTest
    @CsvSource({"0, VERIFIED", "1, TEMPORARY"})
    void whenTheTimeIsOverNothingMoreIsAsked(int excess, Trust expected) throws IOException {
        publish("p=reject");
        AtomicLong clock = new AtomicLong();
        Dns slow =
                (name, type) -> {
                    // The question for the policy takes the time of all.
                    if (name.value().equals("_dmarc.example.com")) {
                        clock.set(MessageAuthenticator.MAX_TIME.toNanos() - 1 + excess);
                    }
                    return dns.ask(name, type);
                };
        MessageAuthentication result =
                new MessageAuthenticator(PublicSuffixes.bundled(), clock::get)
                        .authenticate(
                                stream(signed("mail.example.com")), Arrival.UNKNOWN, slow, NOW);
        assertThat(result.trust()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dkim=pass header.d=mail.example.com | VERIFIED | DKIM | ALIGNED",
                "spf=pass smtp.mailfrom=a@mail.example.com | VERIFIED | SPF | ALIGNED",
                "dmarc=pass header.from=example.com | VERIFIED | NONE | RECEIVER_PASS",
                "dmarc=pass header.from=example.org | UNVERIFIED | NONE | SPF_UNKNOWN",
                "dkim=pass header.d=bulk.example; spf=fail | FAILED | NONE | POLICY",
                "dmarc=fail header.from=example.com | FAILED | NONE | POLICY",
                "none | UNVERIFIED | NONE | SPF_UNKNOWN",
            })
    void theTrustedReceiverIsBelieved(
            String results, Trust trust, VouchedBy mechanism, TrustDetail detail) {
        publish("p=reject");
        String mail = "Authentication-Results: mx.example.net; " + results + "\r\n" + MAIL;
        MessageAuthentication result =
                authenticate(mail, Arrival.fromMailbox(Set.of("mx.example.net")));
        assertThat(result.trust()).isEqualTo(trust);
        assertThat(result.mechanism()).isEqualTo(mechanism);
        assertThat(result.detail()).isEqualTo(detail);
        for (Arrival other :
                List.of(Arrival.UNKNOWN, Arrival.fromMailbox(Set.of("mx.example.org")))) {
            assertThat(authenticate(mail, other).trust()).isEqualTo(Trust.UNVERIFIED);
        }
    }

    @Test
    void theBodyIsNotKept() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream body = new DigestInputStream(new LongBody(), digest)) {
            body.transferTo(OutputStream.nullOutputStream());
        }
        digest.update(new byte[] {'\r', '\n'});
        String bh = Base64.getEncoder().encodeToString(digest.digest());
        String header =
                SIGNER.sign("From: a@example.com\r\n\r\n", "d=example.com; s=s; h=from; bh=" + bh);
        InputStream mail = new SequenceInputStream(stream(header), new LongBody());
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        MessageAuthentication result = authenticator.authenticate(mail, Arrival.UNKNOWN, dns, NOW);
        assertThat(result.trust()).isEqualTo(Trust.VERIFIED);
        assertThat(memory.getCurrentThreadAllocatedBytes() - before)
                .isLessThan(LongBody.LENGTH / 4);
    }

    /** A body of one long line. */
    private static final class LongBody extends InputStream {

        private static final int LENGTH = 8 * 1024 * 1024;

        private int left = LENGTH;

        @Override
        public int read() {
            return left-- > 0 ? 'x' : -1;
        }

        @Override
        public int read(byte[] buffer, int from, int most) {
            int count = Math.min(most, left);
            Arrays.fill(buffer, from, from + count, (byte) 'x');
            left -= count;
            return count == 0 ? -1 : count;
        }
    }

    @Test
    void ofAnyMailAndAnyDnsThereIsAResult() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<String> pieces =
                List.of(
                        "From: a@example.com\r\n",
                        "From: <b@mail.example.com>\n",
                        "Authentication-Results: mx; dkim=pass header.d=example.com\r\n",
                        "\r\n",
                        "text",
                        ":",
                        signed("example.com"),
                        signed("mail.example.com"));
        for (int i = 0; i < 1_000; i++) {
            StringBuilder mail = new StringBuilder();
            for (int j = random.nextInt(8); j > 0; j--) {
                mail.append(pieces.get(random.nextInt(pieces.size())));
            }
            ChaosDns chaos = new ChaosDns(random.split(), MessageAuthenticatorTest::record);
            Arrival arrival =
                    random.nextBoolean()
                            ? Arrival.fromMailbox(Set.of("mx"))
                            : bySmtp(OWN, "a@example.com", "h");
            MessageAuthentication result =
                    authenticator.authenticate(stream(mail.toString()), arrival, chaos, NOW);
            assertThat(result.domain().isPresent()).isEqualTo(result.trust() == Trust.VERIFIED);
            assertThat(chaos.asked()).isLessThanOrEqualTo(MessageAuthenticator.MAX_QUESTIONS);
        }
    }

    private static DnsRecord record(SplittableRandom random) {
        return new DnsRecord.Text(
                switch (random.nextInt(5)) {
                    case 0 -> "v=DMARC1; p=reject";
                    case 1 -> "v=DMARC1; p=none; psd=" + "ynu".charAt(random.nextInt(3));
                    case 2 -> "v=spf1 include:a.example mx ~all";
                    case 3 -> "x";
                    default -> SIGNER.record();
                });
    }

    private void publish(String record) {
        dns.remove("_dmarc.example.com");
        if (!record.isEmpty()) {
            dns.add("_dmarc.example.com TXT \"v=DMARC1; " + record + "\"");
        }
    }

    private static String signed(String domain) {
        return SIGNER.sign(MAIL, tags(domain));
    }

    private static String tags(String domain) {
        return "d=" + domain + "; s=s; c=relaxed/relaxed; h=from:subject";
    }

    private static Arrival bySmtp(IpAddress address, String mailFrom, String helo) {
        return Arrival.bySmtp(new SmtpClient(address, helo, mailFrom));
    }

    private MessageAuthentication authenticate(String mail, Arrival arrival) {
        return authenticate(mail, arrival, dns);
    }

    private MessageAuthentication authenticate(String mail, Arrival arrival, Dns of) {
        try {
            return authenticator.authenticate(stream(mail), arrival, of, NOW);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static InputStream stream(String mail) {
        return new ByteArrayInputStream(mail.getBytes(StandardCharsets.ISO_8859_1));
    }
}
