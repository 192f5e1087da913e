package org.mailvane.mailauth.dmarc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dmarc.AuthorPolicy.Alignment;
import org.mailvane.mailauth.dmarc.AuthorPolicy.Mechanism;
import org.mailvane.mailauth.dmarc.AuthorPolicy.State;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.testing.ZoneDns;

class AuthorPolicyTest {

    private static final PublicSuffixes SUFFIXES = PublicSuffixes.bundled();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.com | p=reject | REJECT | p | OWN",
                "www.example.com | p=reject | REJECT | p | INHERITED",
                "www.example.com | p=reject; sp=quarantine; np=none | QUARANTINE | sp | INHERITED",
                "no.example.com | p=none; sp=quarantine; np=reject | REJECT | np | INHERITED",
                "no.example.com | p=none; sp=quarantine | QUARANTINE | sp | INHERITED",
                "example.com | rua=mailto:a@example.com | NONE | '' | OWN",
                "example.com | p=quarantine; t=y | QUARANTINE | p | OWN",
            })
    void theTagThatAppliesIsFound(
            String author, String record, DmarcPolicy policy, String tag, String origin) {
        ZoneDns dns =
                ZoneDns.of(
                        """
                        _dmarc.example.com TXT "v=DMARC1; %s"
                        example.com MX 10 mx.example.com
                        www.example.com A 192.0.2.1
                        """
                                .formatted(record));
        AuthorPolicy found = lookUp(author, dns);
        assertThat(found.state()).isEqualTo(State.PUBLISHED);
        EffectivePolicy effective = found.effective().orElseThrow();
        assertThat(effective.policy()).isEqualTo(policy);
        assertThat(effective.tag()).isEqualTo(tag);
        assertThat(effective.origin()).hasToString(origin);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_dmarc.example.com TXT \"v=DMARC1; p=maybe\" | INVALID",
                "_dmarc.example.com TXT \"v=spf1\" | MISSING",
                "example.com A 192.0.2.1 | MISSING",
                "_dmarc.example.com TIMEOUT | UNANSWERED",
                "_dmarc.com TXT SERVFAIL | UNANSWERED",
            })
    void thereMayBeNoPolicy(String zone, State state) {
        AuthorPolicy found = lookUp("example.com", ZoneDns.of(zone));
        assertThat(found.state()).isEqualTo(state);
        assertThat(found.effective()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com, r, ALIGNED",
        "example.com, mail.example.com, r, ALIGNED",
        "mail.example.com, example.com, r, ALIGNED",
        "a.example.com, b.example.com, r, ALIGNED",
        "example.com, example.org, r, NOT_ALIGNED",
        "example.com, badexample.com, r, NOT_ALIGNED",
        "example.com, com, r, NOT_ALIGNED",
        "example.com, own.example.com, r, NOT_ALIGNED",
        "own.example.com, example.com, r, NOT_ALIGNED",
        "own.example.com, a.own.example.com, r, ALIGNED",
        "example.com, example.com, s, ALIGNED",
        "example.com, mail.example.com, s, NOT_ALIGNED",
        "mail.example.com, example.com, s, NOT_ALIGNED",
    })
    void domainsOfOneOrganisationAreAligned(
            String author, String authenticated, String mode, Alignment expected) {
        ZoneDns dns =
                ZoneDns.of(
                        """
                        _dmarc.example.com TXT "v=DMARC1; p=reject; adkim=%s; ASPF=%s"
                        _dmarc.own.example.com TXT "v=DMARC1; p=none; psd=n"
                        """
                                .formatted(mode, mode.equals("s") ? "S" : "r"));
        for (Mechanism mechanism : Mechanism.values()) {
            assertThat(lookUp(author, dns).alignment(new DomainName(authenticated), mechanism))
                    .isEqualTo(expected);
        }
    }

    @Test
    void eachMechanismHasItsMode() {
        ZoneDns dns = ZoneDns.of("_dmarc.example.com TXT \"v=DMARC1; p=reject; adkim=s\"");
        AuthorPolicy policy = lookUp("example.com", dns);
        DomainName below = new DomainName("mail.example.com");
        assertThat(policy.alignment(below, Mechanism.DKIM)).isEqualTo(Alignment.NOT_ALIGNED);
        assertThat(policy.alignment(below, Mechanism.SPF)).isEqualTo(Alignment.ALIGNED);
    }

    @ParameterizedTest
    @CsvSource({
        "mail.example.com, example.com, ALIGNED",
        "example.com, a.b.example.com, ALIGNED",
        "a.example.co.uk, b.example.co.uk, ALIGNED",
        "a.co.uk, b.co.uk, NOT_ALIGNED",
        "one.github.io, two.github.io, NOT_ALIGNED",
        "example.com, example.org, NOT_ALIGNED",
    })
    void withoutAnyRecordThePublicSuffixesSayWhatBelongsTogether(
            String author, String authenticated, Alignment expected) {
        ZoneDns dns = ZoneDns.of("");
        assertThat(lookUp(author, dns).alignment(new DomainName(authenticated), Mechanism.DKIM))
                .isEqualTo(expected);
    }

    @Test
    void whatDnsDoesNotAnswerIsNotJudged() {
        DomainName same = new DomainName("a.example.com");
        DomainName other = new DomainName("example.com");
        DomainName foreign = new DomainName("example.org");
        for (String zone :
                new String[] {
                    "_dmarc.a.example.com TIMEOUT",
                    "_dmarc.a.example.com TXT \"v=DMARC1; p=none\"\n_dmarc.example.com TIMEOUT"
                }) {
            AuthorPolicy policy = lookUp("a.example.com", ZoneDns.of(zone));
            assertThat(policy.alignment(same, Mechanism.DKIM)).isEqualTo(Alignment.ALIGNED);
            assertThat(policy.alignment(other, Mechanism.DKIM)).isEqualTo(Alignment.UNANSWERED);
            assertThat(policy.alignment(foreign, Mechanism.DKIM)).isEqualTo(Alignment.NOT_ALIGNED);
        }
        AuthorPolicy sure =
                lookUp(
                        "example.com",
                        ZoneDns.of(
                                "_dmarc.example.com TXT \"v=DMARC1; p=none\"\n"
                                        + "_dmarc.x.example.com TIMEOUT"));
        assertThat(sure.alignment(new DomainName("x.example.com"), Mechanism.SPF))
                .isEqualTo(Alignment.UNANSWERED);
    }

    @Test
    void aDomainOfAnotherOrganisationNeedsNoQuestion() {
        ZoneDns dns = ZoneDns.of("_dmarc.example.com TXT \"v=DMARC1; p=none\"");
        AuthorPolicy policy = lookUp("example.com", dns);
        int asked = dns.asked().size();
        policy.alignment(new DomainName("a.b.c.example.org"), Mechanism.DKIM);
        assertThat(dns.asked()).hasSize(asked);
    }

    private static AuthorPolicy lookUp(String author, ZoneDns dns) {
        return AuthorPolicy.lookUp(new DomainName(author), SUFFIXES, dns);
    }
}
