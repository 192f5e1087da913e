package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.NeedsChromium;
import org.mailvane.testing.PageChecks;
import org.mailvane.testing.TestService;

/** From the set-up link to records that DNS has, and a source of one's own, in a real browser. */
@NeedsChromium
class StartInChromiumTest {

    private static final String PASSWORD = "correct horse battery";

    private static DnsServer dns;
    private static TestService service;
    private static Chromium browser;

    @BeforeAll
    static void open() {
        dns =
                DnsServer.of(
                        """
                        in.example    MX  10 mx.in.example
                        shop.example  A   192.0.2.1
                        news.example  A   192.0.2.2
                        """);
        service =
                TestService.start(
                        Map.of(
                                Setting.DNS_SERVERS,
                                dns.setting(),
                                Setting.INTAKE_DOMAIN,
                                "in.example",
                                Setting.MONITOR,
                                "off"));
        browser = new Chromium(service);
    }

    @AfterAll
    static void close() {
        browser.close();
        service.close();
        dns.close();
    }

    @Test
    void setUpUntilDnsHasTheRecords() {
        browser.width(Chromium.WIDE);
        String link = service.part(SetupLink.class).address().orElseThrow();
        browser.open(link.replaceFirst("^https?://[^/]+", ""));
        browser.find("#nm").sendKeys("Example Ltd");
        browser.find("#em").sendKeys("ann@example.com");
        browser.find("#pw").sendKeys(PASSWORD);
        browser.follow("form button.btn-primary");
        browser.follow(".mv-actions a.btn-primary");
        browser.find("[name=email]").sendKeys("ann@example.com");
        browser.find("[name=password]").sendKeys(PASSWORD);
        browser.follow("form.mv-body button");
        assertThat(browser.path()).isEqualTo("/start");

        browser.find("#names").sendKeys("shop.example news.example");
        browser.follow("form.mv-body button.btn-primary");
        assertThat(browser.path()).isEqualTo("/start/reports?added=2");
        browser.find(".mv-copy button").click();
        browser.await("document.querySelector('.mv-copy [data-word]').textContent === 'Copied'");
        String address = browser.find(".mv-copy pre").getText();
        assertThat(address).endsWith("@in.example");
        browser.follow(".mv-main > .mv-actions a");
        assertThat(browser.path()).isEqualTo("/start/records");
        assertThat(states()).containsExactly("To do.", "Done.", "To do.", "To do.");
        assertThat(browser.find(".mv-card:has(#sw) p").getText())
                .contains("Publish the records first");
        assertThat(browser.find(".mv-card:has(#sr) pre").getText())
                .isEqualTo("v=DMARC1; p=none; rua=mailto:" + address);
        for (String path : List.of("/start", "/start/reports", "/start/records")) {
            PageChecks.check(browser, path, 200);
        }

        for (String domain : List.of("shop.example", "news.example")) {
            dns.add("_dmarc." + domain + " TXT \"v=DMARC1; p=none; rua=mailto:" + address + "\"");
        }
        dns.add("*._report._dmarc.in.example TXT \"v=DMARC1\"");
        browser.width(Chromium.WIDE);
        browser.open("/start/records");
        browser.follow(".mv-card:has(#sr) button.btn-primary");
        assertThat(states()).containsExactly("Done.", "Done.", "Done.", "Done.");
        assertThat(browser.find(".mv-card:has(#sw) p").getText())
                .contains("don't need to do anything else until then");
        assertThat(browser.happened().wrong()).isEmpty();

        browser.open("/settings/sources/new");
        browser.find("#nm").sendKeys("Own house");
        browser.find("#networks").sendKeys("nonsense");
        browser.follow("form.mv-body button.btn-primary");
        assertThat(browser.find("#networks-e").getText()).contains("nonsense");
        PageChecks.accessible(browser, "a refused source");
        browser.find("#networks").clear();
        browser.find("#networks").sendKeys("192.0.2.0/24");
        browser.follow("form.mv-body button.btn-primary");
        browser.follow("tbody a");
        browser.follow("form[action$='/delete'] button");
        PageChecks.accessible(browser, "a source that is to be deleted");
        browser.follow(".mv-next button");
        assertThat(browser.path()).isEqualTo("/settings/sources?done=deleted");
    }

    private static List<String> states() {
        return browser.all(".mv-main .mv-list > li b").stream()
                .map(each -> each.getText())
                .toList();
    }
}
