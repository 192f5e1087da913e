package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.message.MessageReader;
import org.mailvane.mailauth.testing.MailSigner;
import org.mailvane.mailauth.testing.ZoneDns;

class DkimVerifierTest {

    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    private static final String MAIL =
            """
            Received: from a.example by b.example\r
            From: Reports <reports@example.com>\r
            To: dmarc@example.net\r
            Subject: Report \t domain:\r
             example.net\r
            Date: Fri, 27 Nov 2026 11:00:00 +0000\r
            \r
            The  report of \r
            \r
            yesterday.\t\r
            \r
            \r
            """;

    private static final MailSigner RSA = MailSigner.rsa(1024);
    private static final MailSigner ED25519 = MailSigner.ed25519();

    private static final String TAGS =
            "d=example.com; s=s1; c=relaxed/relaxed; h=from:to:subject:date";

    private static final String NAME = "s1._domainkey.example.com";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "simple/simple",
                "simple/relaxed",
                "relaxed/simple",
                "relaxed/relaxed",
                "simple",
                "relaxed"
            })
    void bothAlgorithmsVerifyInEachForm(String form) {
        String tags = TAGS.replace("relaxed/relaxed", form);
        for (MailSigner signer : List.of(RSA, ED25519)) {
            DkimResult result = verify(signer.sign(MAIL, tags), ZoneDns.of(signer.at(NAME)));
            assertThat(result.detail()).isEqualTo(DkimDetail.VERIFIED);
            assertThat(result.isPass()).isTrue();
        }
    }

    @Test
    void theResultSaysWhatTheSignatureSays() {
        DkimResult result =
                verify(RSA.sign(MAIL, TAGS + "; i=a@mail.example.com"), ZoneDns.of(RSA.at(NAME)));
        assertThat(result.domain()).hasToString("Optional[example.com]");
        assertThat(result.selector()).isEqualTo("s1");
        assertThat(result.identity()).isEqualTo("a@mail.example.com");
        assertThat(result.algorithm()).isEqualTo("rsa-sha256");
        assertThat(result.keyBits()).isEqualTo(1024);
        assertThat(result.isTesting()).isFalse();
        assertThat(verify(RSA.sign(MAIL, TAGS), ZoneDns.of(RSA.at(NAME))).identity())
                .isEqualTo("@example.com");
    }

    @Test
    void whatAResultShowsIsCut() {
        String identity = "a".repeat(DkimSignature.MAX_SHOWN) + "@example.com";
        DkimResult result =
                verify(RSA.sign(MAIL, TAGS + "; i=" + identity), ZoneDns.of(RSA.at(NAME)));
        assertThat(result.isPass()).isTrue();
        assertThat(result.identity()).isEqualTo("a".repeat(DkimSignature.MAX_SHOWN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple/simple", "relaxed/relaxed"})
    void linesMayEndWithLineFeedAlone(String form) {
        String signed = RSA.sign(MAIL, TAGS.replace("relaxed/relaxed", form));
        assertThat(detail(signed.replace("\r\n", "\n"))).isEqualTo(DkimDetail.VERIFIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n", "\r\n\r\n", " \r\n", "x", "x\r\n", "\r\n\r\nx\r\n\r\n"})
    void bodiesThatAreEmptyOrHaveNoLastLineEndVerify(String body) {
        String mail = "From: a@example.com\r\n\r\n" + body;
        for (String form : List.of("simple/simple", "relaxed/relaxed")) {
            String signed = RSA.sign(mail, "d=example.com; s=s1; h=from; c=" + form);
            assertThat(detail(signed)).as(form).isEqualTo(DkimDetail.VERIFIED);
            assertThat(detail(signed + "\r\n")).as(form).isEqualTo(DkimDetail.VERIFIED);
            assertThat(detail(signed + "y")).as(form).isEqualTo(DkimDetail.BODY_CHANGED);
        }
    }

    @Test
    void aMailWithoutABodyVerifies() {
        String signed = RSA.sign("From: a@example.com\r\n\r\n", "d=example.com; s=s1; h=from");
        assertThat(detail(signed.substring(0, signed.length() - 2))).isEqualTo(DkimDetail.VERIFIED);
    }

    @Test
    void relaxedFormsForgiveBlanksAndFolding() {
        String signed =
                RSA.sign(MAIL, TAGS)
                        .replace(
                                "Subject: Report \t domain:\r\n example.net",
                                "SUBJECT :Report domain: example.net  ")
                        .replace("The  report of \r\n", "The report\t of\r\n");
        assertThat(detail(signed)).isEqualTo(DkimDetail.VERIFIED);
        String simple = RSA.sign(MAIL, TAGS.replace("relaxed/relaxed", "simple/simple"));
        assertThat(detail(simple.replace("Subject:", "subject:")))
                .isEqualTo(DkimDetail.SIGNATURE_WRONG);
        assertThat(detail(simple.replace("of \r\n", "of\r\n"))).isEqualTo(DkimDetail.BODY_CHANGED);
    }

    @Test
    void aSignedFieldThatWasChangedIsNoticed() {
        String signed = RSA.sign(MAIL, TAGS);
        assertThat(detail(signed.replace("From: Reports", "From: Others")))
                .isEqualTo(DkimDetail.SIGNATURE_WRONG);
        assertThat(detail(signed.replace("Received: from a", "Received: from z")))
                .isEqualTo(DkimDetail.VERIFIED);
    }

    @Test
    void fieldsAreTakenFromTheBottom() {
        String twice = MAIL.replace("To:", "To: first@example.net\r\nTo:");
        String one = RSA.sign(twice, TAGS);
        assertThat(detail(one.replace("first@", "other@"))).isEqualTo(DkimDetail.VERIFIED);
        assertThat(detail(one.replace("dmarc@", "other@"))).isEqualTo(DkimDetail.SIGNATURE_WRONG);
        String both = RSA.sign(twice, TAGS + ":to");
        assertThat(detail(both)).isEqualTo(DkimDetail.VERIFIED);
        assertThat(detail(both.replace("first@", "other@"))).isEqualTo(DkimDetail.SIGNATURE_WRONG);
    }

    @Test
    void aFieldThatIsSignedOnceMoreThanItIsThereCantBeAdded() {
        String added = "From: evil@example.org\r\n";
        String signed = RSA.sign(MAIL, TAGS + ":from");
        assertThat(detail(signed)).isEqualTo(DkimDetail.VERIFIED);
        assertThat(detail(added + signed)).isEqualTo(DkimDetail.SIGNATURE_WRONG);
        assertThat(detail(added + RSA.sign(MAIL, TAGS))).isEqualTo(DkimDetail.VERIFIED);
    }

    @Test
    void aSignatureIsNotAmongTheFieldsThatItSigns() {
        String first = ED25519.sign(MAIL, TAGS.replace("s1", "s2"));
        String both = RSA.sign(first, TAGS + ":dkim-signature:dkim-signature");
        ZoneDns dns = ZoneDns.of(RSA.at(NAME) + "\n" + ED25519.at(NAME.replace("s1", "s2")));
        assertThat(verifyAll(both, dns, NOW))
                .extracting(DkimResult::detail)
                .containsExactly(DkimDetail.VERIFIED, DkimDetail.VERIFIED);
    }

    @Test
    void theSignatureMayStandAnywhereInItsField() {
        String signed = RSA.sign(MAIL, TAGS);
        int b = signed.indexOf("\tb=");
        int end = signed.indexOf("\r\n", b);
        String value = signed.substring(b + 3, end);
        String folded =
                signed.substring(0, b)
                        + "\tb="
                        + "\r\n  "
                        + value.substring(0, 20)
                        + "\r\n\t"
                        + value.substring(20).replace("=", "")
                        + signed.substring(end);
        assertThat(detail(folded)).isEqualTo(DkimDetail.VERIFIED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "d=example.com; s=s1; h=to:subject | FROM_NOT_SIGNED",
                "d=example.com; s=s1; h=from; i=@example.org | IDENTITY_FOREIGN",
                "d=example.com; s=s1; h=from; i=@badexample.com | IDENTITY_FOREIGN",
                "d=mail.example.com; s=s1; h=from; i=@example.com | IDENTITY_FOREIGN",
                "d=example.com; s=s1; h=from; i=nobody@ | IDENTITY_FOREIGN",
                "d=example.com; s=s1; h=from; i=example.com | IDENTITY_FOREIGN",
                "d=example.com; s=s1; h=from; x=999999999999 | VERIFIED",
                "d=example.com; s=s1; h=from; x=9999999999999 | SYNTAX",
                "d=example.com; s=s1; h=from; a=rsa-sha1 | ALGORITHM_HISTORIC",
                "d=example.com; s=s1; h=from; a=rsa-sha512 | ALGORITHM_UNKNOWN",
                "d=example.com; s=s1; h=from; v=2 | VERSION",
                "d=example.com; s=s1; h=from; c=nowsp | CANONICALIZATION_UNKNOWN",
                "d=example.com; s=s1; h=from; c=simple/simple/simple | CANONICALIZATION_UNKNOWN",
                "d=example.com; s=s1; h=from; c=/ | CANONICALIZATION_UNKNOWN",
                "d=example.com; s=s1; h=from; q=http | QUERY_UNKNOWN",
                "d=example.com; s=s1; h=from; q=http:dns/txt | VERIFIED",
                "d=example.com; s=s1; h=from; t=now | SYNTAX",
                "d=example.com; s=s1; h=from; t=-1 | SYNTAX",
                "d=example.com; s=s1; h=from; t=1; x=1 | SYNTAX",
                "d=example.com; s=s1; h=from; t=2; x=1 | SYNTAX",
                "d=example.com; s=s1; h=from; d=example.com | SYNTAX",
                "d=example.com; s=s1; h=from; odd | SYNTAX",
                "d=example.com; s=s1; h=from; zz=1 | VERIFIED",
                "d=exa mple.com; s=s1; h=from | SYNTAX",
                "d=example.com; s=s 1; h=from | SYNTAX",
                "d=example.com; s=s1; h=from; bh=! | SYNTAX",
                "d=example.com; s=s1; h= | TAG_MISSING",
                "d=; s=s1; h=from | TAG_MISSING",
                "d=example.com; h=from | TAG_MISSING",
                "d=EXAMPLE.com; s=S1; h=From; i=@Mail.Example.COM | VERIFIED",
            })
    void theSignatureMustBeProper(String tags, DkimDetail expected) {
        assertThat(detail(RSA.sign(MAIL, tags))).isEqualTo(expected);
    }

    @Test
    void tooManyTagsAreNoSignature() {
        String more =
                IntStream.range(0, 90)
                        .mapToObj(i -> "; x" + i + "=1")
                        .collect(Collectors.joining());
        assertThat(detail(RSA.sign(MAIL, TAGS + more))).isEqualTo(DkimDetail.VERIFIED);
        assertThat(detail(RSA.sign(MAIL, TAGS + more + more.replace("x", "y"))))
                .isEqualTo(DkimDetail.SYNTAX);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, -1, EXPIRED",
        "0, -1, VERIFIED",
        "100, 300, VERIFIED",
        "100, 0, VERIFIED",
    })
    void aSignatureExpires(int secondsLeft, int made, DkimDetail expected) {
        long now = NOW.getEpochSecond();
        long skew = DkimVerifier.CLOCK_SKEW.toSeconds();
        String times = "; t=%d; x=%d".formatted(now - 1000 + made, now - skew + secondsLeft);
        assertThat(detail(RSA.sign(MAIL, TAGS + times))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, VERIFIED", "1, FROM_THE_FUTURE"})
    void aSignatureIsNotMadeInTheFuture(int excess, DkimDetail expected) {
        long time = NOW.plus(DkimVerifier.CLOCK_SKEW).getEpochSecond() + excess;
        assertThat(detail(RSA.sign(MAIL, TAGS + "; t=" + time))).isEqualTo(expected);
    }

    @Test
    void aPartOfTheBodyDoesNotVouch() {
        String body = "0123456789\r\n";
        String mail = "From: a@example.com\r\n\r\n" + body;
        String tags = "d=example.com; s=s1; h=from; c=simple/simple; l=";
        assertThat(detail(RSA.sign(mail, tags + body.length()))).isEqualTo(DkimDetail.VERIFIED);
        DkimResult part = verify(RSA.sign(mail, tags + 5), ZoneDns.of(RSA.at(NAME)));
        assertThat(part.detail()).isEqualTo(DkimDetail.BODY_NOT_COVERED);
        assertThat(part.outcome()).isEqualTo(DkimOutcome.POLICY);
        assertThat(part.isPass()).isFalse();
        assertThat(detail(RSA.sign(mail, tags + body.length()) + "more\r\n"))
                .isEqualTo(DkimDetail.BODY_NOT_COVERED);
        assertThat(detail(RSA.sign(mail, tags + 0))).isEqualTo(DkimDetail.BODY_NOT_COVERED);
        assertThat(detail(RSA.sign(mail, tags + 100))).isEqualTo(DkimDetail.BODY_CHANGED);
        assertThat(detail(RSA.sign(mail, tags + 5).replace("l=5", "l=" + "9".repeat(76))))
                .isEqualTo(DkimDetail.BODY_CHANGED);
        assertThat(detail(RSA.sign(mail, tags + 5).replace("l=5", "l=" + "9".repeat(77))))
                .isEqualTo(DkimDetail.SYNTAX);
        assertThat(detail(RSA.sign(mail, tags + 5).replace("l=5", "l=x")))
                .isEqualTo(DkimDetail.SYNTAX);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p=KEY | VERIFIED",
                "v=DKIM1; p=KEY | VERIFIED",
                "v=DKIM1; k=rsa; g=; n=note; x=y; p=KEY | VERIFIED",
                "v=DKIM1; g=someone; p=KEY | VERIFIED",
                "v=DKIM1; h=sha1:sha256; p=KEY | VERIFIED",
                "v=DKIM1; h=sha1; p=KEY | KEY_HASH",
                "v=DKIM1; h=; p=KEY | KEY_HASH",
                "v=DKIM1; s=email; p=KEY | VERIFIED",
                "v=DKIM1; s=tlsrpt : *; p=KEY | VERIFIED",
                "v=DKIM1; s=tlsrpt; p=KEY | KEY_SERVICE",
                "v=DKIM1; t=s; p=KEY | VERIFIED",
                "v=DKIM1; p= | KEY_REVOKED",
                "v=DKIM1; p=  ; k=rsa | KEY_REVOKED",
                "v=DKIM1; k=rsa; p | KEY_INVALID",
                "v=DKIM1; k=rsa | KEY_INVALID",
                "v=DKIM1; p=AAAA | KEY_INVALID",
                "v=DKIM1; p=!KEY | KEY_INVALID",
                "v=DKIM1; p=KEY; p=KEY | KEY_INVALID",
                "v=DKIM2; p=KEY | KEY_INVALID",
                "p=KEY; v=DKIM1 | KEY_INVALID",
                "v=DKIM1; k=ed25519; p=KEY | KEY_INVALID",
                "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= | KEY_TYPE",
                "v=DKIM1; k=dsa; p=KEY | KEY_TYPE",
                "v=spf1 -all | KEY_MISSING",
            })
    void theKeyMustAllowTheSignature(String record, DkimDetail expected) {
        String key = NAME + " TXT \"" + record.replace("KEY", RSA.publicKey()) + "\"";
        assertThat(verify(RSA.sign(MAIL, TAGS), ZoneDns.of(key)).detail()).isEqualTo(expected);
    }

    @Test
    void aStrictKeyTakesNoIdentityBelowItsDomain() {
        String key = NAME + " TXT \"t=y:s; p=" + RSA.publicKey() + "\"";
        DkimResult below = verify(RSA.sign(MAIL, TAGS + "; i=@mail.example.com"), ZoneDns.of(key));
        assertThat(below.detail()).isEqualTo(DkimDetail.KEY_STRICT);
        DkimResult same = verify(RSA.sign(MAIL, TAGS + "; i=a@example.com"), ZoneDns.of(key));
        assertThat(same.detail()).isEqualTo(DkimDetail.VERIFIED);
        assertThat(same.isTesting()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1023, KEY_SHORT", "512, KEY_SHORT", "1024, VERIFIED"})
    void aShortKeyIsNeverValid(int bits, DkimDetail expected) {
        MailSigner signer = MailSigner.rsa(bits);
        DkimResult result = verify(signer.sign(MAIL, TAGS), ZoneDns.of(signer.at(NAME)));
        assertThat(result.detail()).isEqualTo(expected);
        assertThat(result.keyBits()).isEqualTo(bits);
    }

    @ParameterizedTest
    @CsvSource({
        DkimKey.MAX_RSA_BITS + ", 65537, SIGNATURE_WRONG",
        (DkimKey.MAX_RSA_BITS + 1) + ", 65537, KEY_LONG",
        "2048, 1, KEY_INVALID",
        "2048, 4, KEY_INVALID",
        "2048, -3, KEY_INVALID"
    })
    void aKeyHasBounds(int bits, String exponent, DkimDetail expected) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
        byte[] bare =
                Der.encode(
                        Der.SEQUENCE,
                        Der.encode(Der.INTEGER, modulus.toByteArray()),
                        Der.encode(Der.INTEGER, new BigInteger(exponent).toByteArray()));
        String key = NAME + " TXT \"p=" + Base64.getEncoder().encodeToString(bare) + "\"";
        assertThat(verify(RSA.sign(MAIL, TAGS), ZoneDns.of(key)).detail()).isEqualTo(expected);
    }

    @Test
    void anEd25519KeyWithWhichAnythingIsSignedIsNone() {
        String weak =
                Base64.getEncoder().encodeToString(BigInteger.ONE.shiftLeft(248).toByteArray());
        String key = NAME + " TXT \"k=ed25519; p=" + weak + "\"";
        assertThat(verify(ED25519.sign(MAIL, TAGS), ZoneDns.of(key)).detail())
                .isEqualTo(DkimDetail.KEY_INVALID);
    }

    @ParameterizedTest
    @CsvSource({
        "TIMEOUT, KEY_UNANSWERED",
        "SERVER_FAILURE, KEY_UNANSWERED",
        "NOT_ASKED, KEY_UNANSWERED",
        "NO_DATA, KEY_MISSING",
        "NO_SUCH_NAME, KEY_MISSING",
    })
    void aKeyThatDoesNotComeIsNotAKeyThatIsNotThere(DnsAnswer.Status status, DkimDetail expected) {
        Dns dns = (name, type) -> DnsAnswer.without(status);
        DkimResult result = verify(RSA.sign(MAIL, TAGS), dns);
        assertThat(result.detail()).isEqualTo(expected);
        assertThat(result.outcome())
                .isEqualTo(status.isFailure() ? DkimOutcome.TEMPERROR : DkimOutcome.PERMERROR);
    }

    @Test
    void aSelectorThatLeavesNoRoomForADomainHasNoKey() {
        String label = "a".repeat(60);
        String tags =
                TAGS.replace("s1", String.join(".", label, label, label))
                        .replace("example.com", label + ".example.com");
        assertThat(detail(RSA.sign(MAIL, tags))).isEqualTo(DkimDetail.KEY_MISSING);
    }

    @Test
    void ofSeveralKeysOneMustFit() {
        String other = MailSigner.rsa(1024).at(NAME);
        String spf = NAME + " TXT \"v=spf1 -all\"";
        String signed = RSA.sign(MAIL, TAGS);
        for (String zone :
                List.of(
                        other + "\n" + RSA.at(NAME),
                        RSA.at(NAME) + "\n" + other,
                        spf + "\n" + RSA.at(NAME))) {
            assertThat(verify(signed, ZoneDns.of(zone)).detail()).isEqualTo(DkimDetail.VERIFIED);
        }
        assertThat(verify(signed, ZoneDns.of(other + "\n" + other)).detail())
                .isEqualTo(DkimDetail.SIGNATURE_WRONG);
    }

    @Test
    void keysBeyondTheBoundAreNotTried() {
        String other = MailSigner.rsa(1024).at(NAME) + "\n";
        String signed = RSA.sign(MAIL, TAGS);
        String within = other.repeat(DkimVerifier.MAX_KEYS - 1) + RSA.at(NAME);
        assertThat(verify(signed, ZoneDns.of(within)).detail()).isEqualTo(DkimDetail.VERIFIED);
        assertThat(verify(signed, ZoneDns.of(other + within)).detail())
                .isEqualTo(DkimDetail.SIGNATURE_WRONG);
    }

    @Test
    void signaturesBeyondTheBoundAreNotVerified() {
        String signed = MAIL;
        for (int i = 0; i <= DkimVerifier.MAX_SIGNATURES; i++) {
            signed = RSA.sign(signed, "d=example.com; h=from; s=s" + i);
        }
        ZoneDns dns = ZoneDns.of(RSA.at("*._domainkey.example.com"));
        assertThat(verifyAll(signed, dns, NOW))
                .hasSize(DkimVerifier.MAX_SIGNATURES)
                .allSatisfy(result -> assertThat(result.isPass()).isTrue())
                .noneMatch(result -> result.selector().equals("s0"));
        assertThat(dns.asked()).hasSize(DkimVerifier.MAX_SIGNATURES);
    }

    @Test
    void whatIsWrongAnywayIsNotAskedFor() {
        ZoneDns dns = ZoneDns.of(RSA.at(NAME));
        verify(RSA.sign(MAIL, TAGS) + "more", dns);
        verify(RSA.sign(MAIL, TAGS + "; x=1"), dns);
        assertThat(dns.asked()).isEmpty();
    }

    private static DkimDetail detail(String mail) {
        return verify(
                        mail,
                        ZoneDns.of(
                                RSA.at("*._domainkey.example.com")
                                        + "\n"
                                        + RSA.at("*._domainkey.mail.example.com")))
                .detail();
    }

    private static DkimResult verify(String mail, Dns dns) {
        List<DkimResult> results = verifyAll(mail, dns, NOW);
        assertThat(results).hasSize(1);
        return results.getFirst();
    }

    static List<DkimResult> verifyAll(String mail, Dns dns, Instant now) {
        try {
            MessageReader reader =
                    new MessageReader(
                            new ByteArrayInputStream(mail.getBytes(StandardCharsets.ISO_8859_1)));
            DkimVerifier verifier = new DkimVerifier(reader.readHeader());
            reader.readBody(verifier);
            return verifier.results(dns, now);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
