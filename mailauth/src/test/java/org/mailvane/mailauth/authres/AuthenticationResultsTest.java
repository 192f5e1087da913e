package org.mailvane.mailauth.authres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.authres.AuthenticationResults.MethodResult;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.message.HeaderField;
import org.mailvane.mailauth.message.MessageHeader;
import org.mailvane.mailauth.message.MessageHeader.Problem;

class AuthenticationResultsTest {

    private static final DomainName AUTHOR = new DomainName("example.com");

    /** The form of RFC 8601, section 2.2, with everything that may be in it. */
    @Test
    void aFieldIsReadWithAllItsParts() {
        AuthenticationResults results =
                AuthenticationResults.parse(
                        """
                         (a (nested) comment) "mx.example.net" (c) 1 (d) ;
                         DKIM / 1 = Pass (good \\) (2048-bit)) reason = "is \\"right\\"; yes"
                         header . d = example.com header.i="@mail.example.com"; spf=fail
                         smtp.mailfrom="a b;c"@example.org ;
                        """);
        assertThat(results.authservId()).isEqualTo("mx.example.net");
        assertThat(results.results()).hasSize(2);
        MethodResult dkim = results.results().getFirst();
        assertThat(dkim.method()).isEqualTo("dkim");
        assertThat(dkim.result()).isEqualTo("pass");
        assertThat(dkim.reason()).isEqualTo("is \"right\"; yes");
        assertThat(dkim.value("header.d")).contains("example.com");
        assertThat(dkim.value("header.i")).contains("@mail.example.com");
        assertThat(dkim.domain("header.i")).contains(new DomainName("mail.example.com"));
        MethodResult spf = results.results().getLast();
        assertThat(spf.value("smtp.mailfrom")).contains("a b;c@example.org");
        assertThat(results.dkimPasses()).containsExactly(AUTHOR);
        assertThat(results.spfPass()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mx.example.net; none",
                "mx.example.net 1; none (nothing)",
                "mx.example.net",
                "mx.example.net;",
                "mx.example.net;;;"
            })
    void aFieldMayHoldNoResult(String value) {
        AuthenticationResults results = AuthenticationResults.parse(value);
        assertThat(results.authservId()).isEqualTo("mx.example.net");
        assertThat(results.results()).isEmpty();
    }

    @Test
    void whatGoogleWritesIsRead() {
        AuthenticationResults results =
                AuthenticationResults.parse(
                        """
                         mx.google.com;
                               dkim=pass header.i=@example.com header.s=s1 header.b=aB1/c+d=;
                               spf=pass (google.com: domain of bounce@mail.example.com designates\
                         192.0.2.1 as permitted sender) smtp.mailfrom=bounce@mail.example.com;
                               dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com\
                        """);
        assertThat(results.authservId()).isEqualTo("mx.google.com");
        assertThat(results.dkimPasses()).containsExactly(AUTHOR);
        assertThat(results.results().getFirst().value("header.b")).contains("aB1/c+d=");
        assertThat(results.spfPass()).contains(new DomainName("mail.example.com"));
        assertThat(results.isDmarcPass(AUTHOR)).isTrue();
        assertThat(results.isDmarcPass(new DomainName("example.org"))).isFalse();
        assertThat(results.isDmarcFail(AUTHOR)).isFalse();
    }

    @Test
    void whatMicrosoftWritesIsReadThoughItNamesNobody() {
        AuthenticationResults results =
                AuthenticationResults.parse(
                        " spf=pass (sender IP is 192.0.2.1)\r\n"
                                + " smtp.mailfrom=example.com; dkim=pass (signature was verified)\r\n"
                                + " header.d=example.com;dmarc=fail action=oreject"
                                + " header.from=example.com;compauth=pass reason=100");
        assertThat(results.authservId()).isEmpty();
        assertThat(methods(results)).isEqualTo("spf=pass dkim=pass dmarc=fail compauth=pass");
        assertThat(results.of("dmarc").findFirst().orElseThrow().value("action"))
                .contains("oreject");
        assertThat(results.of("compauth").findFirst().orElseThrow().reason()).isEqualTo("100");
        assertThat(results.isDmarcFail(AUTHOR)).isTrue();
    }

    @Test
    void whatFastmailWritesIsRead() {
        AuthenticationResults results =
                AuthenticationResults.parse(
                        """
                         mx1.messagingengine.com;
                            x-csa=none;
                            bimi=skipped (DMARC Policy is not at enforcement);
                            arc=none (no signatures found);
                            dkim=pass (2048-bit rsa key sha256) header.d=example.com
                              header.i=@example.com header.b=A0b1/+== header.a=rsa-sha256
                              header.s=s1 x-bits=2048;
                            dmarc=pass policy.published-domain-policy=none
                              policy.applied-disposition=none policy.evaluated-disposition=none
                              (p=none,d=none,d.eval=none) policy.policy-from=p
                              header.from=example.com;
                            iprev=pass smtp.remote-ip=192.0.2.1 (mail.example.com);
                            spf=none smtp.mailfrom="" smtp.helo=mail.example.com
                        """);
        assertThat(methods(results))
                .isEqualTo(
                        "x-csa=none bimi=skipped arc=none dkim=pass dmarc=pass iprev=pass"
                                + " spf=none");
        assertThat(results.dkimPasses()).containsExactly(AUTHOR);
        assertThat(results.isDmarcPass(AUTHOR)).isTrue();
        assertThat(results.spfPass()).isEmpty();
    }

    @Test
    void ofAnEmptySenderTheGreetingIsWhatPassed() {
        assertThat(
                        AuthenticationResults.parse(
                                        "mx; spf=pass smtp.mailfrom=\"\" smtp.helo=example.com")
                                .spfPass())
                .contains(AUTHOR);
    }

    @Test
    void whatIsInACommentOrInQuotationMarksIsNoResult() {
        AuthenticationResults results =
                AuthenticationResults.parse(
                        "mx; spf=fail (domain of x; dkim=pass header.d=example.com)"
                                + " reason=\"; dkim=pass header.d=example.com\"; dkim=none (x");
        assertThat(methods(results)).isEqualTo("spf=fail dkim=none");
        assertThat(AuthenticationResults.parse("mx; (; dkim=pass header.d=a.example").results())
                .isEmpty();
    }

    @Test
    void onlyTheTopmostFieldOfTheTrustedReceiverCounts() {
        MessageHeader header =
                header(
                        "other.example; dkim=pass header.d=other.example",
                        "MX.example.net 1; dkim=fail header.d=example.com",
                        "mx.example.net; dkim=pass header.d=example.com");
        AuthenticationResults results =
                AuthenticationResults.trusted(header, Set.of("mx.example.net")).orElseThrow();
        assertThat(results.dkimPasses()).isEmpty();
        assertThat(AuthenticationResults.trusted(header, Set.of("mx.example"))).isEmpty();
        assertThat(AuthenticationResults.trusted(header, Set.of(""))).isEmpty();
        assertThat(
                        AuthenticationResults.trusted(
                                header("spf=pass smtp.helo=a.example"), Set.of("")))
                .isPresent();
    }

    @Test
    void ofAFieldThatIsTooLongNothingIsTaken() {
        String start = "mx; dkim=pass header.d=example.com";
        String most = start + " ".repeat(AuthenticationResults.MAX_LENGTH - start.length());
        assertThat(AuthenticationResults.parse(most).dkimPasses()).containsExactly(AUTHOR);
        AuthenticationResults longer = AuthenticationResults.parse(most + ".evil.example");
        assertThat(longer.authservId()).isEqualTo("mx");
        assertThat(longer.results()).isEmpty();
        // The sender's own further down does not take its place.
        MessageHeader header = header(most + ".evil.example", start);
        assertThat(AuthenticationResults.trusted(header, Set.of("mx")).orElseThrow().results())
                .isEmpty();
    }

    @Test
    void resultsPropertiesAndCommentsHaveBounds() {
        int most = AuthenticationResults.MAX_RESULTS;
        assertThat(AuthenticationResults.parse("mx" + ";a=b".repeat(most)).results()).hasSize(most);
        assertThat(AuthenticationResults.parse("mx" + ";a=b".repeat(most + 1)).results())
                .hasSize(most);
        int properties = AuthenticationResults.MAX_PROPERTIES;
        AuthenticationResults full =
                AuthenticationResults.parse("mx; a=b" + " x.y=z".repeat(properties + 1) + "; c=d");
        assertThat(full.results().getFirst().properties()).hasSize(properties);
        assertThat(methods(full)).isEqualTo("a=b c=d");
        int depth = AuthenticationResults.MAX_DEPTH;
        String deep = "(".repeat(depth) + ")".repeat(depth);
        assertThat(methods(AuthenticationResults.parse("mx; " + deep + " a=b"))).isEqualTo("a=b");
        assertThat(AuthenticationResults.parse("mx; (" + deep + ") a=b").results()).isEmpty();
    }

    @Test
    void anyTextCanBeRead() {
        SplittableRandom random = new SplittableRandom(1);
        List<String> pieces =
                List.of(
                        "mx.example",
                        ";",
                        "=",
                        ".",
                        "/",
                        "(",
                        ")",
                        "\"",
                        "\\",
                        " ",
                        "dkim=pass",
                        "header.d=example.com",
                        "reason=x",
                        "none",
                        "1",
                        "\r\n",
                        "\u0000",
                        "@",
                        "\u00fc");
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j > 0; j--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            AuthenticationResults results = AuthenticationResults.parse(text.toString());
            results.dkimPasses();
            results.spfPass();
            results.isDmarcPass(AUTHOR);
            assertThat(results.results()).noneMatch(result -> result.result().isEmpty());
        }
    }

    private static MessageHeader header(String... values) {
        return new MessageHeader(
                List.of(values).stream()
                        .map(value ->
                                new HeaderField(
                                        AuthenticationResults.FIELD,
                                        "Authentication-Results: " + value))
                        .toList(),
                Problem.NONE);
    }

    private static String methods(AuthenticationResults results) {
        return results.results().stream()
                .map(result -> result.method() + "=" + result.result())
                .collect(Collectors.joining(" "));
    }
}
