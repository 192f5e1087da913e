package org.mailvane.intake;

import org.mailvane.reports.Limits;
import org.mailvane.settings.Settings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The limits of reading, as they are set. */
@Configuration(proxyBeanMethods = false)
class IntakeConfiguration {

    @Bean
    Limits limits(Settings settings) {
        return Limits.DEFAULT.withUnpackedBytes(settings.decompressedLimit());
    }
}
