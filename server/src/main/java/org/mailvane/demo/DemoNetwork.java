package org.mailvane.demo;

import org.mailvane.mailauth.https.Https;
import org.mailvane.net.FreshDns;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Profile;

/** The network of a demo, before the real one. */
@Configuration(proxyBeanMethods = false)
@Profile(DemoNetwork.PROFILE)
public class DemoNetwork {

    /** The profile with which a demo runs, beside the service's. */
    public static final String PROFILE = "demo";

    @Bean
    @Primary
    DemoDns demoDns(@Qualifier("dns") FreshDns dns, DemoClock clock) {
        return new DemoDns(dns, clock);
    }

    @Bean
    @Primary
    DemoHttps demoHttps(@Qualifier("https") Https https, DemoDns dns) {
        return new DemoHttps(https, dns);
    }
}
