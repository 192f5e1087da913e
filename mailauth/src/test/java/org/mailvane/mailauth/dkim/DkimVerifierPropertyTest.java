package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.testing.ChaosDns;
import org.mailvane.mailauth.testing.MailSigner;
import org.mailvane.mailauth.testing.ZoneDns;

/**
 * What holds of any mail. The runs are short and always the same; {@code -Dmailvane.fuzz=10} makes
 * a hundred thousand mails.
 */
class DkimVerifierPropertyTest {

    private static final long FUZZ = Long.getLong("mailvane.fuzz", 0) * 10_000;
    private static final long MAILS = Math.max(FUZZ, 2_000);

    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
    private static final MailSigner RSA = MailSigner.rsa(1024);
    private static final MailSigner ED25519 = MailSigner.ed25519();
    private static final ZoneDns ZONE = ZoneDns.of(RSA.at("s._domainkey.a.example"));

    private static final String TAGS = "d=a.example; s=s; h=received:from:to:subject; c=";

    private static final String MAIL =
            """
            Received: from x by y\r
            From: Reports <reports@a.example>\r
            To: b@b.example\r
            Subject: A report\r
             of yesterday\r
            \r
            First line\r
            \r
            Last line\r
            """;

    private static final List<String> PIECES =
            List.of(
                    "DKIM-Signature:",
                    "From: a@a.example",
                    "From:",
                    " v=1;",
                    " a=rsa-sha256;",
                    " a=ed25519-sha256;",
                    " c=relaxed/relaxed;",
                    " c=simple;",
                    " d=a.example;",
                    " s=s;",
                    " i=@a.example;",
                    " h=from;",
                    " h=from:dkim-signature:from:::;",
                    " bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;",
                    " bh=",
                    " b=AAAA;",
                    " b=",
                    " l=0;",
                    " l=99999999999999999999999;",
                    " t=1; x=2;",
                    " q=;",
                    ";",
                    ";;",
                    "=",
                    ":",
                    "\r\n",
                    "\n",
                    "\r",
                    "\r\n\r\n",
                    "\r\n ",
                    " ",
                    "\t",
                    "\u0000",
                    "\u00ff",
                    "body");

    @Test
    void noSignedOctetCanBeChanged() {
        SplittableRandom random = new SplittableRandom(1);
        String signed = RSA.sign(MAIL, TAGS + "simple/simple");
        int b = signed.indexOf("\tb=") + 3;
        int bEnd = signed.indexOf("\r\n", b);
        assertThat(isPass(signed)).isTrue();
        for (int i = 0; i < signed.length(); i++) {
            if (i >= b && i < bEnd) {
                continue;
            }
            char old = signed.charAt(i);
            for (int j = 0; j < 3; j++) {
                char other = (char) (old ^ random.nextInt(1, 256));
                // A line that ends with LF alone is the same line.
                if (old != '\r' || other != '\n') {
                    check(signed, i, i + 1, String.valueOf(other));
                }
            }
            if (old != '\r') {
                check(signed, i, i + 1, "");
            }
            check(signed, i, i, "x");
        }
    }

    @Test
    void noSignedSignCanBeChangedInRelaxedForm() {
        SplittableRandom random = new SplittableRandom(2);
        String signed = RSA.sign(MAIL, TAGS + "relaxed/relaxed");
        int b = signed.indexOf("\tb=") + 3;
        int bEnd = signed.indexOf("\r\n", b);
        assertThat(isPass(signed)).isTrue();
        for (int i = 0; i < signed.length(); i++) {
            char old = signed.charAt(i);
            if ((i >= b && i < bEnd) || old <= ' ') {
                continue;
            }
            char other = (char) random.nextInt('!', 0x7F);
            if (Character.toLowerCase(other) != Character.toLowerCase(old)) {
                check(signed, i, i + 1, String.valueOf(other));
            }
            check(signed, i, i + 1, "");
            check(signed, i, i, "x");
        }
    }

    @Test
    void aSignatureOfAnotherKeyNeverPasses() {
        SplittableRandom random = new SplittableRandom(3);
        String signed = RSA.sign(MAIL, TAGS + "simple/simple");
        int b = signed.indexOf("\tb=") + 3;
        for (int i = 0; i < 170; i++) {
            int at = b + i;
            char other = "ABCDEFabcdef0123".charAt(random.nextInt(16));
            if (other != signed.charAt(at)) {
                check(signed, at, at + 1, String.valueOf(other));
            }
        }
    }

    @Test
    void ofAnyMailThereAreResults() {
        SplittableRandom random = new SplittableRandom(4);
        for (long i = 0; i < MAILS; i++) {
            StringBuilder mail = new StringBuilder();
            for (int j = random.nextInt(40); j > 0; j--) {
                mail.append(
                        random.nextInt(20) == 0
                                ? String.valueOf((char) random.nextInt(256))
                                : PIECES.get(random.nextInt(PIECES.size())));
            }
            ChaosDns dns = new ChaosDns(random.split(), DkimVerifierPropertyTest::record);
            List<DkimResult> results =
                    DkimVerifierTest.verifyAll(mail.toString(), dns, Instant.EPOCH);
            assertThat(results).hasSizeLessThanOrEqualTo(DkimVerifier.MAX_SIGNATURES);
            assertThat(results).noneMatch(DkimResult::isPass);
            assertThat(dns.asked()).isLessThanOrEqualTo(DkimVerifier.MAX_SIGNATURES);
        }
    }

    @Test
    void ofASignedMailAndAnyKeysThereAreResults() {
        SplittableRandom random = new SplittableRandom(5);
        String signed = ED25519.sign(RSA.sign(MAIL, TAGS + "simple"), TAGS + "relaxed");
        int passes = 0;
        for (long i = 0; i < MAILS; i++) {
            ChaosDns dns = new ChaosDns(random.split(), DkimVerifierPropertyTest::record);
            List<DkimResult> results = DkimVerifierTest.verifyAll(signed, dns, NOW);
            assertThat(results).hasSize(2);
            passes += results.stream().anyMatch(DkimResult::isPass) ? 1 : 0;
        }
        assertThat(passes).isPositive();
    }

    private static void check(String signed, int from, int to, String instead) {
        String changed = signed.substring(0, from) + instead + signed.substring(to);
        assertThat(isPass(changed)).as("%d %s", from, changed).isFalse();
    }

    private static boolean isPass(String mail) {
        return DkimVerifierTest.verifyAll(mail, ZONE, NOW).stream().anyMatch(DkimResult::isPass);
    }

    private static DnsRecord record(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(1, 6); j > 0; j--) {
            String piece =
                    switch (random.nextInt(12)) {
                        case 0 -> "v=DKIM1";
                        case 1 -> "k=rsa";
                        case 2 -> "k=ed25519";
                        case 3 -> "p=";
                        case 4 -> "h=sha1";
                        case 5 -> "s=*";
                        case 6 -> "t=y:s";
                        case 7 -> "p=" + ED25519.publicKey();
                        case 8 -> "p=AAAA";
                        case 9 -> String.valueOf((char) random.nextInt(256));
                        default -> "p=" + RSA.publicKey();
                    };
            text.append(piece).append(';');
        }
        return new DnsRecord.Text(text.toString());
    }
}
