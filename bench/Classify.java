import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.Category;
import org.mailvane.sources.classify.Classifier;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.classify.Row;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;

/**
 * How long a row takes to classify, by a catalogue of 800 senders with 1,600 networks: rows of 500
 * From domains with up to two signatures, a third of them of catalogue senders, a tenth by their
 * hosts; {@code classify.sh} runs it. Prints nanoseconds a row, the best of some rounds of a
 * million, with one thread.
 */
public final class Classify {

    private static final int ROWS = 100_000;
    private static final int SENDERS = 800;
    private static final int NETWORKS_EACH = 2;
    private static final int ROUNDS = 8;

    private record Case(Row row, @Nullable AddressEvidence address) {}

    private Classify() {}

    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(5_2026);
        List<CatalogueSender> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            List<IpNetwork> networks = new ArrayList<>();
            for (int n = 0; n < NETWORKS_EACH; n++) {
                networks.add(IpNetwork.of(IpAddress.v4(0x0A00_0000L + ((i * 4L + n) << 8)), 24));
            }
            String name = "sender" + i + ".example";
            senders.add(
                    new CatalogueSender(
                            100 + i, "s" + i, "S" + i,
                            i % 20 == 0 ? Category.FORWARDER : Category.CAPABLE,
                            i % 40 == 1, true, true,
                            List.of("mail." + name), List.of("vm." + name), List.of(name),
                            List.of("bounce." + name, "*.bounce." + name), networks, "",
                            CatalogueSender.Notes.NONE));
        }
        SenderIndex catalogue = new SenderIndex(senders);
        Classifier classifier = Classifier.byRules(catalogue, PublicSuffixes.bundled());
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            cases.add(sample(random, catalogue));
        }
        LocalDate day = LocalDate.of(2026, 11, 1);
        long best = Long.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                for (Case one : cases) {
                    sum +=
                            classifier
                                    .classify(
                                            one.row, day, one.address, DomainEvidence.NONE,
                                            SenderIndex.EMPTY)
                                    .source();
                }
            }
            best = Math.min(best, System.nanoTime() - begin);
        }
        System.out.printf("%d ns a row (%d)%n", best / (10L * ROWS), sum);
    }

    private static Case sample(SplittableRandom random, SenderIndex catalogue) {
        String from = "customer" + random.nextInt(500) + ".example.org";
        int number = random.nextInt(SENDERS);
        String sender = "sender" + number + ".example";
        boolean hosted = random.nextInt(10) == 0;
        String name = hosted ? "m1.mail." + sender : "mx.host" + number + ".example.net";
        IpAddress address = IpAddress.v4(0xC612_0000L + random.nextInt(1 << 16));
        List<DkimResult> dkim = new ArrayList<>();
        dkim.add(new DkimResult("mail." + from, "s1", any(random), null));
        if (random.nextInt(3) == 0) {
            dkim.add(new DkimResult(sender, "k1", any(random), null));
        }
        List<SpfResult> spf =
                List.of(
                        new SpfResult(
                                random.nextInt(3) == 0 ? "e1.bounce." + sender : "path." + from,
                                "mfrom", any(random), null));
        List<OverrideReason> reasons =
                random.nextInt(20) == 0
                        ? List.of(new OverrideReason("local_policy", "arc=fail as[1].d=x.example"))
                        : List.of();
        return new Case(
                new Row(
                        address, from, dkim.getFirst().result() == AuthResult.PASS,
                        random.nextInt(4) == 0, dkim, spf, reasons),
                new AddressEvidence(
                        name, true, 10_000_000 + number, "NL", 0, "",
                        hosted ? catalogue.byHost(name) : null, null, Instant.EPOCH));
    }

    private static AuthResult any(SplittableRandom random) {
        return random.nextBoolean() ? AuthResult.PASS : AuthResult.FAIL;
    }
}
