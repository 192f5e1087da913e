package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.domains.SumCache;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.sources.Category;
import org.mailvane.testing.Awaiting;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.SourceVolumes;

/** What some sources sent on the days that are counted: read off what is remembered of all. */
class SourcesOfNowTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int DOMAINS = 20;
    private static final int SOURCES = 800;
    private static final int FIRST = 1_000_000;
    private static final List<Integer> ASKED = List.of(7, FIRST + 1, 99);

    private static ReclassificationFixture house;
    private static SourceVolumes volumes;

    @BeforeAll
    static void start() {
        house = new ReclassificationFixture("");
        volumes = house.service.part(SourceVolumes.class);
        house.service
                .part(Domains.class)
                .add(
                        house.scope,
                        IntStream.range(0, DOMAINS)
                                .mapToObj(n -> new DomainName("d" + n + ".example"))
                                .toList());
        sent(FIRST + 1, SOURCES);
        assertThat((long) DOMAINS * CountedDays.NUMBER * SOURCES)
                .as("so many sums that they are remembered")
                .isGreaterThan(SumCache.MANY);
        for (Category category : List.of(Category.CAPABLE, Category.FORWARDER)) {
            house.sql.execute(
                    """
                    insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                        spf, dkim, quarantined, rejected)
                    select account_id, id, '%s', 7, %d, 9, 4, 3, 2, 0, 0 from domain
                    where name = 'd0.example'
                    """
                            .formatted(today(), category.number()));
        }
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    private static LocalDate today() {
        return LocalDate.now(house.clock.withZone(ZoneOffset.UTC));
    }

    /** Each of so many sources that nobody knows sent one message a day for each domain. */
    private static void sent(int first, int number) {
        house.sql.execute(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select account_id, id, date '%s' - back, n, 4, 1, 0, 0, 0, 0, 0
                from domain, generate_series(0, %d) back, generate_series(%d, %d) n
                """
                        .formatted(today(), CountedDays.NUMBER - 1, first, first + number - 1));
    }

    private static Map<Integer, Map<Category, MessageSums>> now(Optional<List<DomainId>> only) {
        return volumes.nowOfMany(house.scope, ASKED, only);
    }

    /** What the source that sends as two categories sent as one of them. */
    private static long capable(Map<Integer, Map<Category, MessageSums>> sums) {
        return sums.getOrDefault(7, Map.of())
                .getOrDefault(Category.CAPABLE, MessageSums.NONE)
                .messages();
    }

    /** All domains by their rows: what is chosen so is never remembered. */
    private static Optional<List<DomainId>> chosen() {
        String rows = house.sql.value("select string_agg(cast(id as text), ',') from domain");
        return Optional.of(
                Arrays.stream(rows.split(","))
                        .map(id -> new DomainId(Long.parseLong(id)))
                        .toList());
    }

    private static long remembered() {
        return volumes
                .largest(house.scope, Optional.empty(), CountedDays.NUMBER, SOURCES + 1)
                .stream()
                .filter(each -> each.category() == Category.THREAT_OR_UNKNOWN)
                .findFirst()
                .orElseThrow()
                .sources();
    }

    @Test
    void theyAreReadOffWhatIsRememberedOfAllWhileThatIsWhole() {
        MessageSums known = new MessageSums(9, 4, 3, 2);
        Map<Integer, Map<Category, MessageSums>> before =
                Map.of(
                        7,
                        Map.of(Category.CAPABLE, known, Category.FORWARDER, known),
                        FIRST + 1,
                        Map.of(
                                Category.THREAT_OR_UNKNOWN,
                                new MessageSums((long) DOMAINS * CountedDays.NUMBER, 0, 0, 0)));
        assertThat(now(Optional.empty())).as("nothing is remembered").isEqualTo(before);

        assertThat(remembered()).isEqualTo(SOURCES);
        assertThat(now(Optional.empty())).isEqualTo(before);
        house.sql.execute("update daily set messages = 10 where source = 7");
        assertThat(now(Optional.empty())).as("remembered").isEqualTo(before);
        assertThat(capable(now(chosen()))).isEqualTo(10);
        assertThat(volumes.now(house.scope, ASKED, Optional.empty()))
                .as("one source's own page")
                .isEqualTo(now(chosen()));
        Scope nothing =
                new Scope(
                        house.scope.accountId(),
                        Long.parseLong(house.sql.value("select id from account_user limit 1")),
                        Reach.GROUPS,
                        Reach.GROUPS);
        assertThat(volumes.nowOfMany(nothing, ASKED, Optional.empty()))
                .as("who sees no domain")
                .isEmpty();

        // More sources than are remembered of a category: what is not there may be one of them.
        sent(FIRST + 1 + SOURCES, SourceVolumes.MAX_REMEMBERED - SOURCES + 1);
        house.clock.advance(SumCache.FRESH.plusSeconds(1));
        Awaiting.until(
                "sources are added up again",
                PATIENCE,
                () -> remembered() == SourceVolumes.MAX_REMEMBERED + 1);
        house.sql.execute("update daily set messages = 11 where source = 7");
        assertThat(now(Optional.empty())).as("added up").isEqualTo(now(chosen()));
        assertThat(capable(now(Optional.empty()))).isEqualTo(11);
    }
}
