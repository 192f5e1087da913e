package org.mailvane.platform.outbox;

import java.util.Optional;
import org.mailvane.platform.settings.MailUrl;
import org.mailvane.platform.settings.Settings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The way of outgoing mail, as it is set. */
@Configuration(proxyBeanMethods = false)
@Profile("service")
class MailConfiguration {

    @Bean
    Delivery delivery(Settings settings) {
        MessageForm form = new MessageForm(settings.mailFrom());
        Optional<MailUrl> server = settings.mailUrl();
        return server.isPresent()
                ? new SmtpDelivery(server.get(), form)
                : new OutboxDelivery(settings.outbox(), form);
    }
}
