package org.mailvane.net;

import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.https.Https;
import org.mailvane.settings.Settings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The network, as it is set. */
@Configuration(proxyBeanMethods = false)
class NetConfiguration {

    /** Imports by commands ask for names too. */
    @Bean
    DnsResolver dns(Settings settings) {
        return DnsResolver.of(settings);
    }

    @Bean
    @Profile("service")
    Https https(Settings settings, Dns dns) {
        return HttpsFetcher.of(settings, dns);
    }
}
