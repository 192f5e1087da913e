package org.mailvane.mailauth.dmarc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.testing.ZoneDns;

/** The examples of RFC 9989, sections 4.10, 4.10.2 and 5.1.8, and what follows from the rules. */
class TreeWalkTest {

    private static final Pattern RECORD = Pattern.compile("([^ :]+):([ynu])");

    @Test
    void aLongNameIsAskedForEightTimes() {
        ZoneDns dns = ZoneDns.of("");
        TreeWalk.of(new DomainName("a.b.c.d.e.f.g.h.i.j.mail.example.com"), dns);
        assertThat(dns.asked())
                .containsExactly(
                        "_dmarc.a.b.c.d.e.f.g.h.i.j.mail.example.com TXT",
                        "_dmarc.g.h.i.j.mail.example.com TXT",
                        "_dmarc.h.i.j.mail.example.com TXT",
                        "_dmarc.i.j.mail.example.com TXT",
                        "_dmarc.j.mail.example.com TXT",
                        "_dmarc.mail.example.com TXT",
                        "_dmarc.example.com TXT",
                        "_dmarc.com TXT")
                .hasSize(TreeWalk.MAX_STEPS);
    }

    @Test
    void eightLabelsAreAskedForOneByOne() {
        ZoneDns dns = ZoneDns.of("");
        TreeWalk.of(new DomainName("a.b.c.d.e.f.example.com"), dns);
        assertThat(dns.asked())
                .hasSize(8)
                .startsWith(
                        "_dmarc.a.b.c.d.e.f.example.com TXT", "_dmarc.b.c.d.e.f.example.com TXT")
                .endsWith("_dmarc.com TXT");
    }

    @Test
    void theWalkEndsAtPsd() {
        ZoneDns dns = ZoneDns.of("_dmarc.mail.example.com TXT \"v=DMARC1; psd=n\"");
        TreeWalk.of(new DomainName("a.mail.example.com"), dns);
        assertThat(dns.asked())
                .containsExactly("_dmarc.a.mail.example.com TXT", "_dmarc.mail.example.com TXT");
    }

    @Test
    void aFailureAtTheDomainItselfEndsTheWalk() {
        ZoneDns dns = ZoneDns.of("_dmarc.a.example.com TIMEOUT");
        TreeWalk walk = TreeWalk.of(new DomainName("a.example.com"), dns);
        assertThat(dns.asked()).containsExactly("_dmarc.a.example.com TXT");
        assertThat(walk.policy()).isEmpty();
    }

    @Test
    void aNameThatLeavesNoRoomForTheLabelIsNotAskedFor() {
        String label = "a".repeat(61);
        DomainName domain = new DomainName(String.join(".", label, label, label, label, "com"));
        ZoneDns dns = ZoneDns.of("_dmarc.com TXT \"v=DMARC1; p=reject\"");
        TreeWalk walk = TreeWalk.of(domain, dns);
        assertThat(walk.own().name()).isEmpty();
        assertThat(walk.policy()).get().extracting(TreeWalk.Step::query).isEqualTo("_dmarc.com");
    }

    /** Records are named by the domain where they are published, with their psd. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // section 4.10.2, the examples
                "a.mail.example.com | mail.example.com:u example.com:u | example.com | example.com",
                "a.mail.example.com | mail.example.com:n | mail.example.com | mail.example.com",
                "a.mail.example.com | com:y | example.com | com",
                "mail.example.com | example.com:y | mail.example.com | example.com",
                // psd=n comes before what is above it
                "a.mail.example.com | mail.example.com:n example.com:u | mail.example.com |"
                        + " mail.example.com",
                // psd=y of the domain itself says nothing about what is below
                "example.com | example.com:y | example.com | example.com",
                // the own record counts, whoever is the organisation
                "a.example.com | a.example.com:u example.com:u | example.com | a.example.com",
                // between organisation and domain nothing counts
                "a.b.example.com | b.example.com:u com:y | example.com | com",
                // the organisation's record comes before the suffix's
                "a.example.com | example.com:u com:y | example.com | example.com",
                // a top-level domain that does not say psd=y is like any other
                "a.example.com | example.com:u com:u | com | com",
                "a.example.com | '' | a.example.com | ''",
            })
    void organisationAndPolicyAreFound(
            String domain, String records, String organization, String policy) {
        ZoneDns dns = ZoneDns.of("");
        RECORD.matcher(records)
                .results()
                .forEach(record ->
                        dns.add(
                                "_dmarc.%s TXT \"v=DMARC1; p=none; psd=%s\""
                                        .formatted(record.group(1), record.group(2))));
        TreeWalk walk = TreeWalk.of(new DomainName(domain), dns);
        assertThat(walk.organizationalDomain()).hasToString(organization);
        assertThat(walk.policy().map(step -> step.domain().value()).orElse("")).isEqualTo(policy);
    }
}
