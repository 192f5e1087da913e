package org.mailvane.intake;

import org.mailvane.platform.settings.Settings;
import org.mailvane.reports.Limits;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What intake is bounded by, as it is set. */
@Configuration(proxyBeanMethods = false)
class IntakeConfiguration {

    @Bean
    Limits limits(Settings settings) {
        return Limits.DEFAULT.withUnpackedBytes(settings.decompressedLimit());
    }

    @Bean
    FreeSpace freeSpace(Settings settings) {
        return FreeSpace.of(settings.dataDir(), System::nanoTime);
    }
}
