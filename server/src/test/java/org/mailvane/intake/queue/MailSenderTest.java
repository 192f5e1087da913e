package org.mailvane.intake.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Mechanism;
import org.mailvane.reporters.ReportAuthentication.Result;

/** Tests which sender a mail counts with. */
class MailSenderTest {

    @ParameterizedTest
    @CsvSource({
        "mx.a.example, b@b.example, c@c.example, 192.0.2.7, VERIFIED a.example",
        "mx.shop.co.uk, b@b.example, c@c.example, 192.0.2.7, VERIFIED shop.co.uk",
        ", b@mx.b.example, c@c.example, 192.0.2.7, UNVERIFIED b.example",
        ", '', c@mx.c.example, 192.0.2.7, UNVERIFIED c.example",
        ", b@[192.0.2.1], c@c.example, 192.0.2.7, UNVERIFIED c.example",
        ", '', '', 192.0.2.7, NETWORK 192.0.2.0/24",
        ", '', , ::ffff:192.0.2.7, NETWORK 192.0.2.0/24",
        ", '', , 2001:db8:1:2:3::7, NETWORK 2001:db8:1::/48",
        ", '', , , NETWORK unknown",
    })
    void isWhoVouchesElseWhoIsNamedElseTheNetwork(
            @Nullable String vouching,
            String headerFrom,
            @Nullable String envelopeFrom,
            @Nullable String client,
            String expected) {
        ReportAuthentication authentication =
                vouching == null
                        ? ReportAuthentication.NONE
                        : new ReportAuthentication(
                                Result.VERIFIED, vouching, Mechanism.DKIM, "", "from.example");
        MailSender sender =
                MailSender.of(
                        PublicSuffixes.bundled(),
                        authentication,
                        headerFrom,
                        envelopeFrom,
                        client == null
                                ? null
                                : new SmtpClient(
                                        IpAddress.parse(client).orElseThrow(), "helo", ""));
        assertThat(sender.key()).isEqualTo(expected);
        assertThat(MailSender.ofKey(sender.key())).isEqualTo(sender);
    }
}
