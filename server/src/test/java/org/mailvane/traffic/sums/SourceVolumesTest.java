package org.mailvane.traffic.sums;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.sources.Category;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.sums.SourceVolumes.Choice;
import org.mailvane.traffic.sums.SourceVolumes.Largest;
import org.mailvane.traffic.sums.SourceVolumes.OfSource;
import org.mailvane.traffic.sums.SourceVolumes.Part;

/** Sources by what they sent: those that are remembered, and those beyond. */
class SourceVolumesTest {

    /** More than domains' counts cover, so that all mail is remembered. */
    private static final int DAYS = 30;

    private static final int SOURCES = SourceVolumes.MAX_REMEMBERED + 3;

    private static ReclassificationFixture house;
    private static SourceVolumes volumes;

    @BeforeAll
    static void start() {
        house = new ReclassificationFixture("");
        volumes = house.service.part(SourceVolumes.class);
        house.service.part(Domains.class).add(house.scope, List.of(new DomainName("shop.example")));
        // Some have equally many messages: then their numbers decide.
        house.sql.execute(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select account_id, id, '%s', 1000000 + n, 4, 1 + n %% 400, 0, 0, 0, 0, 0
                from domain, generate_series(1, %d) n
                """
                        .formatted(today().minusDays(DAYS - 1), SOURCES));
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    private static LocalDate today() {
        return LocalDate.now(house.clock.withZone(ZoneOffset.UTC));
    }

    /** The only domain that there is, by name: what is chosen so is never remembered. */
    private static List<DomainId> chosen() {
        return List.of(new DomainId(Long.parseLong(house.sql.value("select id from domain"))));
    }

    private static Part<OfSource> page(Optional<List<DomainId>> only, int limit, long offset) {
        return volumes.sources(
                house.scope,
                new Choice(Category.THREAT_OR_UNKNOWN, null, only, DAYS),
                limit,
                offset);
    }

    @Test
    void pagesBeyondThoseThatAreRememberedGoOn() {
        Part<OfSource> all = page(Optional.of(chosen()), 2 * SOURCES, 0);
        assertThat(all.total()).isEqualTo(SOURCES);
        assertThat(all.rows()).hasSize(SOURCES);
        List<OfSource> found = new ArrayList<>();
        // The last but one crosses the limit, the last comes after it.
        for (int limit : List.of(SourceVolumes.MAX_REMEMBERED - 1, 2, SOURCES)) {
            Part<OfSource> part = page(Optional.empty(), limit, found.size());
            assertThat(part.total()).isEqualTo(SOURCES);
            found.addAll(part.rows());
        }
        assertThat(found).isEqualTo(all.rows());
    }

    @Test
    void moreOfTheLargestThanAreRememberedAreToldToo() {
        List<OfSource> all = page(Optional.of(chosen()), 2 * SOURCES, 0).rows();
        for (int limit : List.of(SourceVolumes.MAX_REMEMBERED, SourceVolumes.MAX_REMEMBERED + 1)) {
            assertThat(volumes.largest(house.scope, Optional.empty(), DAYS, limit))
                    .singleElement()
                    .extracting(Largest::rows)
                    .isEqualTo(all.subList(0, limit));
        }
    }
}
