package org.mailvane.platform.network;

import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.https.Https;
import org.mailvane.net.BudgetedDns;
import org.mailvane.net.DnsResolver;
import org.mailvane.net.FreshDns;
import org.mailvane.platform.settings.Settings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The network, as it is set. */
@Configuration(proxyBeanMethods = false)
class NetworkConfiguration {

    /** Imports by commands ask for names too. */
    @Bean
    DnsResolver dns(Settings settings, DnsFigures figures) {
        return NetworkClients.dns(settings, figures);
    }

    @Bean
    BudgetedDns budgetedDns(FreshDns dns) {
        return new BudgetedDns(dns);
    }

    @Bean
    @Profile("service")
    Https https(Settings settings, Dns dns) {
        return NetworkClients.https(settings, dns);
    }
}
