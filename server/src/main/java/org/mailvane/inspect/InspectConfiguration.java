package org.mailvane.inspect;

import java.time.Clock;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.https.Https;
import org.mailvane.platform.settings.Settings;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The inspectors of this service. */
@Configuration(proxyBeanMethods = false)
class InspectConfiguration {

    @Bean
    Inspectors inspectors(Dns dns, Https https, Settings settings, Clock clock) {
        return new Inspectors(dns, https, settings, clock, System::nanoTime);
    }

    @Bean
    JsonMapperBuilderCustomizer inspectionJson() {
        return InspectionJson::teach;
    }
}
