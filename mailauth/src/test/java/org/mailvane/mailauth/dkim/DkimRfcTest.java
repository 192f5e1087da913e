package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.testing.ZoneDns;

/** The signatures and keys that the standards give as examples. */
class DkimRfcTest {

    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    private static final String FIELDS =
            """
            From: Joe SixPack <joe@football.example.com>
            To: Suzie Q <suzie@shopping.example.net>
            Subject: Is dinner ready?
            Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
            Message-ID: <20030712040037.46341.5F8J@football.example.com>
            """;

    private static final String BODY =
            """

            Hi.

            We lost the game.%sAre you hungry yet?

            Joe.
            """;

    /** RFC 8463, appendix A. */
    @Test
    void bothSignaturesOfAppendixAVerify() {
        ZoneDns dns =
                ZoneDns.of(
                        """
                        brisbane._domainkey.football.example.com TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
                        test._domainkey.football.example.com TXT "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB"
                        """);
        String signatures =
                """
                DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
                 d=football.example.com; i=@football.example.com;
                 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
                 subject : date : message-id : from : subject : date;
                 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
                 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
                 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
                DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
                 d=football.example.com; i=@football.example.com;
                 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
                 date : message-id : from : subject : date;
                 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
                 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
                 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
                 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
                """;
        String mail = signatures + FIELDS + BODY.formatted("  ");
        assertThat(DkimVerifierTest.verifyAll(mail, dns, NOW))
                .extracting(DkimResult::detail)
                .containsExactly(DkimDetail.VERIFIED, DkimDetail.VERIFIED);
        assertThat(DkimVerifierTest.verifyAll(mail.replace("dinner", "lunch"), dns, NOW))
                .extracting(DkimResult::detail)
                .containsExactly(DkimDetail.SIGNATURE_WRONG, DkimDetail.SIGNATURE_WRONG);
    }

    /** RFC 6376, appendixes A.2 and C, with the text as its errata have it. */
    @Test
    void theSignatureOfAppendixAVerifies() {
        ZoneDns dns =
                ZoneDns.of(
                        """
                        brisbane._domainkey.example.com TXT "v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB"
                        """);
        String signature =
                """
                DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;
                      c=simple/simple; q=dns/txt; i=joe@football.example.com;
                      h=Received : From : To : Subject : Date : Message-ID;
                      bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
                      b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
                        4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut
                        KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV
                        4bmp/YzhwvcubU4=;
                Received: from client1.football.example.com  [192.0.2.1]
                      by submitserver.example.com with SUBMISSION;
                      Fri, 11 Jul 2003 21:01:54 -0700 (PDT)
                """;
        String mail = signature + FIELDS + BODY.formatted(" ");
        assertThat(DkimVerifierTest.verifyAll(mail, dns, NOW))
                .extracting(DkimResult::detail)
                .containsExactly(DkimDetail.VERIFIED);
    }
}
