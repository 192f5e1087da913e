package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

class BudgetedDnsTest {

    private final Set<DnsName> known = new HashSet<>();
    private final BudgetedDns dns = new BudgetedDns(new Remembering());

    /** DNS without records, which keeps what it was asked. */
    private final class Remembering implements FreshDns {

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            known.add(name);
            return new DnsAnswer(Status.NO_SUCH_NAME, List.of(), List.of(), 60);
        }

        @Override
        public Dns fresh(Predicate<DnsName> names) {
            return this;
        }

        @Override
        public boolean isKnown(DnsName name, RecordType type) {
            return known.contains(name);
        }
    }

    private Status ask(String sender, int number) {
        DnsName name = DnsName.parse("n" + number + ".example").orElseThrow();
        return dns.of(sender).ask(name, RecordType.TXT).status();
    }

    @Test
    void oneSenderCausesOnlySoManyLookups() {
        for (int i = 0; i < BudgetedDns.LOOKUPS; i++) {
            assertThat(ask("one", i)).isEqualTo(Status.NO_SUCH_NAME);
        }
        assertThat(ask("one", BudgetedDns.LOOKUPS)).isEqualTo(Status.NOT_ASKED);
        assertThat(ask("one", 0)).as("what is known costs nothing").isEqualTo(Status.NO_SUCH_NAME);
        assertThat(ask("other", BudgetedDns.LOOKUPS)).isEqualTo(Status.NO_SUCH_NAME);
    }

    @Test
    void onlySoManySendersAreCounted() {
        for (int i = 0; i < BudgetedDns.MAX_SENDERS; i++) {
            ask("sender" + i, i);
        }
        assertThat(dns.senders()).isEqualTo(BudgetedDns.MAX_SENDERS);
        ask("one more", BudgetedDns.MAX_SENDERS);
        assertThat(dns.senders()).isEqualTo(BudgetedDns.MAX_SENDERS);
    }
}
