package org.mailvane.mailauth.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.report.ReportUri.Problem;

class ReportUriTest {

    /** What RFC 6068, section 2 wants percent-encoded in an address. */
    @ParameterizedTest
    @CsvSource({
        "mailto:a=b@example.com, =, %3D",
        "mailto:a&b@example.com, &, %26",
        "mailto:a/b@example.com, /, %2F",
        "mailto:a%3Db@example.com, , ",
        "mailto:a+b@example.com?subject=x, , ",
        "https://example.com/?a=b, , ",
    })
    void whatAMailboxHasUnencodedIsFound(String text, String character, String encoded) {
        Optional<String> found = ReportUri.parse(text).unencoded();
        assertThat(found).isEqualTo(Optional.ofNullable(character));
        assertThat(found.map(ReportUri::encoded)).isEqualTo(Optional.ofNullable(encoded));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mailto:d@example.com | d@example.com | ''",
                "MAILTO:d@example.com | d@example.com | ''",
                " mailto:d@Example.COM!10m | d@Example.COM | 10m",
                "mailto:a%21c@example.com | a!c@example.com | ''",
                "mailto:d+x.y@example.com?subject=a | d+x.y@example.com | ''",
            })
    void mailboxesAreRead(String item, String mailbox, String size) {
        ReportUri uri = ReportUri.parse(item);
        assertThat(uri.problem()).isNull();
        assertThat(uri.mailbox()).isEqualTo(mailbox);
        assertThat(uri.host()).isEqualTo(new DomainName("example.com"));
        assertThat(uri.size()).isEqualTo(size);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "d+x@example.com | mailto:d+x@example.com",
                "a!b@example.com | mailto:a%21b@example.com",
                "a%b=c?d@example.com | mailto:a%25b%3Dc%3Fd@example.com",
                "a,b;c@example.com | mailto:a%2Cb%3Bc@example.com",
                "ä@example.com | mailto:%C3%A4@example.com",
            })
    void aMailboxBecomesAnAddressThatMeansNothingElse(String mailbox, String uri) {
        assertThat(ReportUri.mailto(mailbox)).isEqualTo(uri);
        assertThat(ReportUri.parse(uri + "!10m").size()).isEqualTo("10m");
        // A comma or a semicolon is in quotation marks only, in a mailbox that is one.
        String quoted = '"' + mailbox.replace("@", "\"@");
        assertThat(ReportUri.parse(ReportUri.mailto(quoted)).mailbox()).isEqualTo(quoted);
        assertThat(ReportUri.parse(ReportUri.mailto(quoted)).problem()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | EMPTY",
                "d@example.com | BARE_MAILBOX",
                "example.com | NO_SCHEME",
                "mailto: | MAILBOX",
                "mailto:d | MAILBOX",
                "mailto:d@ | MAILBOX",
                "mailto:@example.com | MAILBOX",
                "mailto:d..e@example.com | MAILBOX",
                "mailto:d@192.0.2.1 | MAILBOX",
                "mailto:d e@example.com | CHARACTER",
                "mailto:<d@example.com> | CHARACTER",
                "mailto:d%2@example.com | ESCAPE",
                "mailto:d%FF@example.com | ESCAPE",
                "mailto:d@example.com!10x | SIZE",
                "https:///report | HOST",
            })
    void whatIsWrongIsSaid(String item, Problem problem) {
        assertThat(ReportUri.parse(item).problem()).isEqualTo(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "dmarc@example.org, mailto:dmarc@example.org",
        "mailto:dmarc@example.org, mailto:dmarc@example.org",
        "a!b@example.org, a",
        "example.org, example.org",
        "mailto:nobody, mailto:nobody"
    })
    void aMailboxWithoutSchemeIsMeantAsOne(String item, String meant) {
        assertThat(ReportUri.parse(item).repaired().text()).isEqualTo(meant);
    }

    @Test
    void aLocalPartHasOnlySoManyCharacters() {
        assertThat(problem("x".repeat(ReportUri.MAX_LOCAL_PART))).isNull();
        assertThat(problem("x".repeat(ReportUri.MAX_LOCAL_PART + 1))).isEqualTo(Problem.MAILBOX);
    }

    private static @Nullable Problem problem(String localPart) {
        return ReportUri.parse("mailto:" + localPart + "@example.com").problem();
    }

    @Test
    void webAddressesHaveAHost() {
        assertThat(ReportUri.parse("https://tls.example.com:8443/v1?x=1").host())
                .isEqualTo(new DomainName("tls.example.com"));
    }
}
