package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.NeedsChromium;
import org.mailvane.testing.PageChecks;
import org.mailvane.testing.TestService;
import org.mailvane.web.frame.InspectedRecord;
import org.openqa.selenium.Keys;

/** The inspectors in a real browser, by who is not signed in. */
@NeedsChromium
class InspectorInChromiumTest {

    private static DnsServer dns;
    private static TestService service;
    private static Chromium stranger;

    @BeforeAll
    static void open() {
        dns =
                DnsServer.of(
                        """
                        shop.example                 TXT  "v=spf1 include:a-long-name-of-somebody-who-sends-mail-for-others.mail.shop.example ip4:198.51.100.0/24 -all"
                        a-long-name-of-somebody-who-sends-mail-for-others.mail.shop.example  TXT  "v=spf1 include:deeper.shop.example ~all"
                        deeper.shop.example          TXT  "v=spf1 ip4:203.0.113.0/24 a:<script>document.title='bad'</script> ?all"
                        _dmarc.shop.example          TXT  "v=DMARC1; p=none; rua=mailto:dmarc@reports.example; xx=<script>document.title='bad'</script>"
                        s1._domainkey.shop.example   TXT  "v=DKIM1; p=MCowBQYDK2VwAyEAMCowBQYDK2VwAyEAMCowBQYDK2VwAyEAMCowBQYDK2VwAyEA"
                        _smtp._tls.shop.example      TXT  "v=TLSRPTv1; rua=mailto:tls@reports.example"
                        _mta-sts.shop.example        TXT  "v=STSv1; id=20261120"
                        default._bimi.shop.example   TXT  "v=BIMI1; l=; a="
                        """);
        service = TestService.start(Map.of(Setting.DNS_SERVERS, dns.setting()));
        stranger = new Chromium(service);
    }

    @AfterAll
    static void close() {
        stranger.close();
        service.close();
        dns.close();
    }

    @ParameterizedTest
    @EnumSource(InspectedRecord.class)
    void everyResultIsAGoodPage(InspectedRecord kind) {
        PageChecks.check(
                stranger,
                "/inspectors?record=" + kind.code() + "&domain=shop.example&selector=s1",
                200);
    }

    @Test
    void domainIsInspectedAndThenATextIs() {
        for (boolean scripts : List.of(true, false)) {
            stranger.scripts(scripts);
            stranger.width(Chromium.WIDE);
            stranger.open("/inspectors");
            stranger.leave(() -> stranger.find("#dom").sendKeys("shop.example", Keys.ENTER));
            assertThat(stranger.find("#ir").getText()).isEqualTo("DMARC of shop.example");
            stranger.follow(".mv-tabs a[href*='record=spf']");
            assertThat(stranger.find("#ir").getText()).isEqualTo("SPF of shop.example");
            assertThat(stranger.all("[aria-labelledby=tr] tbody tr")).hasSize(6);

            stranger.find("#kind option[value=dmarc]").click();
            stranger.find("#text").sendKeys("v=DMARC1; p=reject");
            stranger.follow("form[method=post] .btn-quiet");
            assertThat(stranger.find("#ir").getText()).isEqualTo("DMARC: your text");
            assertThat(stranger.find("#text").getAttribute("value"))
                    .isEqualTo("v=DMARC1; p=reject");
            assertThat(stranger.happened().wrong()).isEmpty();
            assertThat(stranger.run("return document.title")).isNotEqualTo("bad");
        }
        stranger.scripts(true);
    }
}
