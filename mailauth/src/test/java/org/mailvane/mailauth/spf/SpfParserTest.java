package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

class SpfParserTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v=spf1",
                "V=SPF1 -ALL",
                "v=spf1 ",
                "v=spf1  a   mx -all  ",
                "v=spf1 a:example.com/24//64 mx/0 mx//0 a//128",
                "v=spf1 include:_spf.example.com. ?include:%{d}",
                "v=spf1 ip4:0.0.0.0/0 ip4:255.255.255.255 ip6:::/0 ip6:2001:DB8::1/128",
                "v=spf1 ip6:::ffff:192.0.2.1",
                "v=spf1 ptr ptr:example.com",
                "v=spf1 exists:%{ir}.%{v}._spf.%{d2} exists:%{l1r-+,/_=.}.example.com",
                "v=spf1 exists:foo%%bar%_baz%-.example.com exists:%{d}%%",
                "v=spf1 mx:foo:bar/baz.example.com",
                "v=spf1 redirect=%{d}.example.com exp=exp.example.com",
                "v=spf1 moo.cow-far_out=man:dog/cat moo= moo=%{c} -all",
                "v=spf1 a:example.x-1 a:example.1a a:.com",
                "v=spf1 exists:%{d127} exists:%{D2R}",
                "v=spf1 all -all a:x.example.com/24//0",
            })
    void whatTheGrammarAllowsIsValid(String record) {
        assertThat(SpfParser.parse(record).isSyntaxValid()).as("%s", findings(record)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | spf.version.missing | 0",
                "google-site-verification=abc | spf.version.missing | 0",
                "` v=spf1 -all` | spf.version.indented | 0",
                "`\"v=spf1 -all` | spf.version.quoted | 0",
                "v=spf10 -all | spf.version.wrong | 0",
                "v=spf2 -all | spf.version.wrong | 0",
                "spf1 -all | spf.version.wrong | 0",
                "v = spf1 -all | spf.version.wrong | 0",
                "v=sfp1 -all | spf.version.wrong | 0",
                "v=spf1; -all | spf.version.glued | 6",
                "v=spf1-all | spf.version.glued | 6",
                "v=spf1\t-all | spf.version.glued | 6",
                "v=spf1 a\t-all | spf.syntax.character | 8",
                "v=spf1 \u0096all | spf.syntax.character | 7",
                "v=spf1 moo -all | spf.term.unknown | 7",
                "v=spf1 inlcude:example.com -all | spf.term.misspelled | 7",
                "v=spf1 ipv4:192.0.2.1 -all | spf.term.misspelled | 7",
                "v=spf1 ip4192.0.2.1 -all | spf.term.misspelled | 7",
                "v=spf1 -all; | spf.term.misspelled | 8",
                "`v=spf1 -all\"` | spf.term.misspelled | 8",
                "v=spf1 -all. | spf.term.misspelled | 8",
                "v=spf1 --all | spf.term.misspelled | 8",
                "v=spf1 192.0.2.1 -all | spf.term.bare_address | 7",
                "v=spf1 2001:db8::1 -all | spf.term.bare_address | 7",
                "v=spf1 mail.example.com -all | spf.term.bare_domain | 7",
                "v=spf1 a - | spf.term.qualifier_alone | 9",
                "v=spf1 include -all | spf.term.argument_missing | 14",
                "v=spf1 ip4 -all | spf.term.argument_missing | 10",
                "v=spf1 -all:foo | spf.term.argument_unexpected | 11",
                "v=spf1 -all/8 | spf.term.argument_unexpected | 11",
                "v=spf1 ip4: -all | spf.term.address_empty | 11",
                "v=spf1 ip4:1.2.3 -all | spf.term.address_ip4 | 11",
                "v=spf1 ip4:1.2.3.4:8080 -all | spf.term.address_ip4 | 11",
                "v=spf1 ip4:1.2.3.04 -all | spf.term.address_ip4 | 11",
                "v=spf1 ip4:256.2.3.4 -all | spf.term.address_ip4 | 11",
                "v=spf1 ip4:2001:db8::1 -all | spf.term.address_ip4 | 11",
                "v=spf1 ip4:mail.example.com -all | spf.term.address_ip4 | 11",
                "v=spf1 ip6:192.0.2.1 -all | spf.term.address_ip6 | 11",
                "v=spf1 ip6:2001:db8:::1 -all | spf.term.address_ip6 | 11",
                "v=spf1 ip4:1.2.3.4/ -all | spf.term.length_syntax | 19",
                "v=spf1 ip4:1.2.3.4/032 -all | spf.term.length_syntax | 19",
                "v=spf1 ip4:1.2.3.4//32 -all | spf.term.length_syntax | 19",
                "v=spf1 ip4:1.2.3.4/33 -all | spf.term.length_range | 19",
                "v=spf1 ip6:::/129 -all | spf.term.length_range | 14",
                "v=spf1 a/33 | spf.term.length_range | 9",
                "v=spf1 a//129 | spf.term.length_range | 10",
                "v=spf1 a/ | spf.term.length_syntax | 9",
                "v=spf1 a// | spf.term.length_syntax | 10",
                "v=spf1 a/24// | spf.term.length_syntax | 13",
                "v=spf1 a/24/64 | spf.term.length_syntax | 9",
                "v=spf1 include:example.com/24 | spf.term.length_unexpected | 26",
                "v=spf1 ptr/0 | spf.term.length_unexpected | 10",
                "v=spf1 include: -all | spf.term.domain_empty | 15",
                "v=spf1 a:/24 -all | spf.term.domain_empty | 9",
                "v=spf1 ptr: | spf.term.domain_empty | 11",
                "v=spf1 redirect= | spf.term.domain_empty | 16",
                "v=spf1 a:foo-bar -all | spf.term.domain_single_label | 9",
                "v=spf1 a:192.0.2.1 -all | spf.term.domain_is_address | 9",
                "v=spf1 mx:abc.123 | spf.term.domain_end | 10",
                "v=spf1 mx:example.-com | spf.term.domain_end | 10",
                "v=spf1 mx:example.com:8080 | spf.term.domain_end | 10",
                "v=spf1 a:example.com.. | spf.term.domain_end | 9",
                "v=spf1 a:%{d}. | spf.term.domain_end | 9",
                "v=spf1 redirect:example.com | spf.term.colon | 7",
                "v=spf1 redirect=a.example exp=b.example redirect=c.example"
                        + " | spf.term.modifier_repeated | 40",
                "v=spf1 -redirect=example.com | spf.term.modifier_qualified | 7",
                "v=spf1 =example.com | spf.term.modifier_name | 7",
                "v=spf1 1a=example.com | spf.term.modifier_name | 7",
                "v=spf1 moo/cow=x | spf.term.unknown | 7",
                "v=spf1 exists:%(ir).example.com | spf.macro.percent | 14",
                "v=spf1 exists:foo% | spf.macro.percent | 17",
                "v=spf1 exists:%{i.example.com | spf.macro.unclosed | 14",
                "v=spf1 exists:%{} | spf.macro.letter | 16",
                "v=spf1 exists:%{a}.example.com | spf.macro.letter | 16",
                "v=spf1 exp=%{r}.example.com | spf.macro.explanation_only | 13",
                "v=spf1 exists:%{d0} | spf.macro.zero | 17",
                "v=spf1 exists:%{dr2} | spf.macro.delimiter | 18",
                "v=spf1 moo=%{f} | spf.macro.letter | 13",
            })
    void whatTheGrammarForbidsIsFoundAtItsPlace(String record, String code, int position) {
        SpfRecord read = SpfParser.parse(record);
        assertThat(read.isSyntaxValid()).isFalse();
        assertThat(findings(record)).extracting(Finding::code).contains(code);
        assertThat(findings(record).stream().filter(f -> f.code().equals(code)))
                .extracting(Finding::position)
                .containsExactly(position);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v=spf1 ipv4:192.0.2.1 -all | ip4:192.0.2.1",
                "v=spf1 -ip:192.0.2.1 -all | -ip4:192.0.2.1",
                "v=spf1 inlcude:example.com -all | include:example.com",
                "v=spf1 include;example.com -all | include:example.com",
                "v=spf1 ip4192.0.2.0/24 | ip4:192.0.2.0/24",
                "v=spf1 -all; | -all",
                "v=spf1 ~al | ~all",
                "v=spf1 exist:%{i}.example.com | exists:%{i}.example.com",
                "v=spf1 redirect:example.com | redirect=example.com",
                "v=spf1 include=example.com | include:example.com",
                "v=spf1 ~192.0.2.1 | ~ip4:192.0.2.1",
                "v=spf1 ip4:2001:db8::/32 | ip6:2001:db8::/32",
                "v=spf1 ip6:192.0.2.1 | ip4:192.0.2.1",
                "v=spf1 ip4:mail.example.com | a:mail.example.com",
                "v=spf1 ip4:192.0.2 | ip4:192.0.2.0/24",
                "v=spf1 ip4:192.0.2.1:25 | ip4:192.0.2.1",
                "v=spf1 ip6:[2001:db8::1] | ip6:2001:db8::1",
                "v=spf1 a:192.0.2.1 | ip4:192.0.2.1",
                "v=spf1 redirct=example.com | redirect=",
            })
    void whatWasProbablyMeantIsSaid(String record, String meant) {
        assertThat(findings(record))
                .singleElement()
                .extracting(Finding::values)
                .asString()
                .contains(meant.split("[:=]", 2));
    }

    @Test
    void everyTermIsReadAlsoBehindErrors() {
        SpfRecord record =
                SpfParser.parse("v=spf1 moo ?mx:Example.com/20//44 ip4:1.2.3 ip4:10.1.2.3/8 -all");
        assertThat(record.terms())
                .extracting(Term::text)
                .containsExactly(
                        "moo", "?mx:Example.com/20//44", "ip4:1.2.3", "ip4:10.1.2.3/8", "-all");
        Mechanism mx = (Mechanism) record.terms().get(1);
        assertThat(mx.qualifier()).isEqualTo(Qualifier.NEUTRAL);
        assertThat(mx.kind()).isEqualTo(MechanismKind.MX);
        assertThat(mx.domainSpec()).isEqualTo("Example.com");
        assertThat(mx.prefix4()).isEqualTo(20);
        assertThat(mx.prefix6()).isEqualTo(44);
        assertThat(((Mechanism) record.terms().get(3)).network())
                .isEqualTo(IpNetwork.parse("10.0.0.0/8").orElseThrow());
        assertThat(record.terms())
                .extracting(Term::isValid)
                .containsExactly(false, true, false, true, true);
        assertThat(record.all()).contains((Mechanism) record.terms().get(4));
    }

    @Test
    void modifiersAreFoundWhereverTheyStand() {
        SpfRecord record = SpfParser.parse("v=spf1 EXP=e.example.com a REDIRECT=r.example.com mx");
        assertThat(record.redirect()).map(Modifier::value).contains("r.example.com");
        assertThat(record.explanation()).map(Modifier::value).contains("e.example.com");
        assertThat(record.all()).isEmpty();
    }

    @Test
    void whatIsLongerThanDnsCanHoldIsNotRead() {
        String longest = "v=spf1" + " ".repeat(SpfParser.MAX_LENGTH - 6);
        assertThat(SpfParser.parse(longest).isSyntaxValid()).isTrue();
        SpfRecord longer = SpfParser.parse(longest + "moo");
        assertThat(longer.terms()).isEmpty();
        assertThat(longer.findings())
                .extracting(Finding::code)
                .containsExactly("spf.syntax.too_long");
    }

    private static List<Finding> findings(String record) {
        SpfRecord read = SpfParser.parse(record);
        List<Finding> all = new ArrayList<>(read.findings());
        read.terms().forEach(term -> all.addAll(term.findings()));
        return all;
    }
}
