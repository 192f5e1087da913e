package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.testing.TestService;

/** Senders of the demo. */
class DemoSendersTest {

    @Test
    void theDemosAddressesBelongToSendersOfThreeCategoriesAndSpoofersToNobody() {
        try (TestService service = TestService.shared()) {
            Scope scope = service.account("demo").account().scope();
            CustomSources sources = service.part(CustomSources.class);
            DemoSenders.make(sources, scope);
            SenderIndex index = sources.index(scope);
            String found =
                    Stream.of(
                                    "192.0.2.25",
                                    "2001:db8:25::25",
                                    "198.51.100.40",
                                    "198.51.100.60",
                                    "203.0.113.11",
                                    "203.0.113.13",
                                    "203.0.113.100")
                            .map(text -> category(index, text))
                            .collect(Collectors.joining(" "));
            assertThat(found).isEqualTo("1 1 1 2 3 3 none");
        }
    }

    private static String category(SenderIndex index, String text) {
        CatalogueSender sender = index.byNetwork(IpAddress.parse(text).orElseThrow());
        return sender == null ? "none" : String.valueOf(sender.category().number());
    }
}
