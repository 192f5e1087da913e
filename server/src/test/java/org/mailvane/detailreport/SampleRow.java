package org.mailvane.detailreport;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.detailreport.query.ShownRow;
import org.mailvane.detailreport.snapshot.SendingHost;
import org.mailvane.detailreport.snapshot.ShownResults;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.sources.evidence.SendingAddresses.Known;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.store.ResultWord;

/** A row as it is put into a snapshot. */
public record SampleRow(
        String headerFrom, SendingHost sender, ShownResults results, RowKind kind, long messages) {

    private static final List<String> ORGANIZATIONS =
            List.of(
                    "",
                    "",
                    "mailer.example",
                    "Mailer.EXAMPLE",
                    "provider.example",
                    "b\u00fccher.example");

    private static final List<Disposition> DISPOSITIONS =
            List.of(
                    Disposition.NONE,
                    Disposition.QUARANTINE,
                    Disposition.REJECT,
                    Disposition.UNKNOWN);

    /** Some row, of which others show the same in part or in all. */
    public static SampleRow any(SplittableRandom random, int variety) {
        String from = name(random, variety) + "example.com";
        return new SampleRow(
                from,
                sender(random, variety),
                results(random, variety),
                kind(random),
                random.nextInt(4) == 0 ? random.nextLong(1L << 40) : random.nextInt(1, 5));
    }

    private static String name(SplittableRandom random, int variety) {
        return List.of("", "a.", "news.", "\u00e9.", "\ud83d\ude00.", "\uffee.")
                        .get(random.nextInt(6))
                + "n"
                + random.nextInt(variety)
                + ".";
    }

    static SendingHost sender(SplittableRandom random, int variety) {
        IpAddress address =
                random.nextBoolean()
                        ? IpAddress.v4(random.nextInt(variety) * 0x1010101L)
                        : IpAddress.v6(random.nextInt(2) - 1L, random.nextInt(variety) - 2L);
        String organization = pick(random, ORGANIZATIONS);
        String country = pick(random, List.of("", "DE", "US"));
        String name = name(random, variety);
        return new SendingHost(
                address,
                organization.isEmpty()
                        ? new Known(
                                random.nextBoolean() ? "" : name + "unconfirmed",
                                false,
                                "",
                                country)
                        : new Known(name + organization, true, organization, country));
    }

    public static ShownResults results(SplittableRandom random, int variety) {
        return new ShownResults(
                pick(random, List.of("google.com", "Yahoo", "")),
                pick(random, List.of("", "forwarded", "local_policy, other")),
                pick(random, List.of("", "arc=pass", "\u0000 \r\n\u2028")),
                pick(random, Arrays.asList(ResultWord.values())),
                name(random, variety),
                pick(
                        random,
                        List.of(
                                List.of(),
                                List.of("s1"),
                                List.of("s2", "s1"),
                                List.of("two lines"),
                                List.of("two\nlines"),
                                List.of("two\rlines", "two lines"))),
                pick(random, Arrays.asList(ShownResults.Says.values())),
                pick(random, Arrays.asList(ResultWord.values())),
                name(random, variety),
                pick(random, Arrays.asList(ShownResults.Says.values())),
                pick(random, List.of("", "to.example")),
                pick(random, List.of("", "from.example")),
                pick(random, List.of("example.com", "other.example")));
    }

    private static RowKind kind(SplittableRandom random) {
        return new RowKind(
                Category.of(random.nextInt(1, 5)),
                random.nextInt(4),
                random.nextInt(1, 9),
                pick(random, DISPOSITIONS),
                random.nextBoolean(),
                random.nextBoolean());
    }

    public static <T> T pick(SplittableRandom random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Puts it into a snapshot. */
    public void addTo(SnapshotBuilder builder) {
        builder.add(
                builder.from(headerFrom),
                builder.sender(sender),
                builder.results(results),
                builder.kind(kind),
                messages);
    }

    /** The same with other messages. */
    public SampleRow with(long other) {
        return new SampleRow(headerFrom, sender, results, kind, other);
    }

    /** The name of the server that sent it. */
    public static String server(ShownRow row) {
        return row.confirmed()
                ? row.reverseName()
                        .substring(
                                row.reverseName().lastIndexOf('.', row.reverseName().length() - 9)
                                        + 1)
                        .toLowerCase(Locale.ROOT)
                : RowChoice.NO_SERVER;
    }

    /** The selectors as they are shown. */
    List<String> selectors() {
        return results.selectors().stream()
                .map(s -> s.replace('\n', ' ').replace('\r', ' '))
                .distinct()
                .toList();
    }

    /** What people are to see of it. */
    public ShownRow shown() {
        return new ShownRow(
                headerFrom,
                sender.address(),
                sender.known().reverseName(),
                sender.known().confirmed(),
                sender.known().country(),
                kind,
                messages,
                results.reporter(),
                results.reason(),
                results.comment(),
                results.dkim(),
                results.dkimDomain(),
                selectors(),
                results.spf(),
                results.spfDomain(),
                results.envelopeTo(),
                results.envelopeFrom(),
                results.policyDomain(),
                results.dkimSays().contradicts(kind.dkimAligned())
                        || results.spfSays().contradicts(kind.spfAligned()),
                !results.policyDomain().equals("example.com"));
    }
}
