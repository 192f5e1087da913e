package org.mailvane.mailauth.testing;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.RecordType;

/** DNS that answers anything to anything. */
public final class ChaosDns implements Dns {

    private static final List<Status> STATUSES = List.of(Status.values());

    private final SplittableRandom random;
    private final Function<SplittableRandom, DnsRecord> records;
    private int asked;

    /** Chaos of these records. */
    public ChaosDns(SplittableRandom random, Function<SplittableRandom, DnsRecord> records) {
        this.random = random;
        this.records = records;
    }

    @Override
    public DnsAnswer ask(DnsName name, RecordType type) {
        asked++;
        Status status = STATUSES.get(random.nextInt(STATUSES.size()));
        List<DnsName> aliases =
                random.nextInt(3) == 0 ? List.of(name, new DnsName("a.example")) : List.of();
        List<DnsRecord> found =
                status != Status.FOUND
                        ? List.of()
                        : Stream.generate(() -> records.apply(random))
                                .limit(random.nextInt(1, 4))
                                .toList();
        return new DnsAnswer(status, found, aliases, 0);
    }

    /** How many questions were asked. */
    public int asked() {
        return asked;
    }
}
