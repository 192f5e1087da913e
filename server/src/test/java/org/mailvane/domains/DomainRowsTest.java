package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.domains.Domain.Records;
import org.mailvane.domains.DomainApi.Person;

/** What watching DNS notes of a domain. */
class DomainRowsTest {

    private static final WatchedRecords FOUND = found(at(1), "v=spf1 -all", "present", 1);

    private static DomainApi api;
    private static DomainRows rows;

    @BeforeAll
    static void start() {
        api = new DomainApi();
        rows = api.service.part(DomainRows.class);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** What was found on a day. */
    private static String at(int day) {
        return "{\"spf\":{\"state\":\"present\",\"checked_at\":\"2026-11-0%dT10:00:00Z\"}}"
                .formatted(day);
    }

    private static WatchedRecords found(String states, String spf, String state, int lookups) {
        return new WatchedRecords(
                new Records(state, state, state, states, "v=DMARC1", spf, lookups),
                "n",
                "10 mx.example",
                "ns.example 1",
                false,
                false,
                false,
                false);
    }

    private static DomainId added(Person owner) {
        owner.add("example.com");
        return new DomainId(owner.id("example.com"));
    }

    private static String version(DomainId id) {
        return api.sql.value("select xmin || ' ' || ctid from domain where id = " + id.value());
    }

    private static String stored(DomainId id) {
        return api.sql
                .rows(
                        """
                        select state_dmarc, state_spf, state_dkim, records_dmarc, records_spf,
                            spf_lookup_count, last_seen_dmarc_policy, mx_txt, soa_txt, nxdomain,
                            unconfirmed, has_errors, is_verified
                        from domain where id = %d
                        """
                                .formatted(id.value()))
                .getFirst();
    }

    private static String checked(Person owner) {
        return owner.domain("example.com").at("/states/spf/checked_at").asString();
    }

    @Test
    void aLookUpThatFindsTheSameLeavesTheRowAloneAndSaysWhenItWas() {
        Person owner = api.account("same");
        DomainId id = added(owner);
        rows.setRecords(owner.scope, id, FOUND);
        assertThat(checked(owner)).isEqualTo("2026-11-01T10:00:00Z");
        String version = version(id);
        rows.setRecords(owner.scope, id, found(at(2), "v=spf1 -all", "present", 1));
        assertThat(version(id)).isEqualTo(version);
        assertThat(checked(owner)).isEqualTo("2026-11-02T10:00:00Z");
    }

    /** {@link #FOUND} with something else in place of one part. */
    static Stream<WatchedRecords> others() {
        Records r = FOUND.records();
        return Stream.of(
                with(
                        new Records(
                                "missing",
                                r.spfState(),
                                r.dkimState(),
                                at(1),
                                r.dmarc(),
                                r.spf(),
                                1)),
                with(
                        new Records(
                                r.dmarcState(),
                                "missing",
                                r.dkimState(),
                                at(1),
                                r.dmarc(),
                                r.spf(),
                                1)),
                with(
                        new Records(
                                r.dmarcState(),
                                r.spfState(),
                                "missing",
                                at(1),
                                r.dmarc(),
                                r.spf(),
                                1)),
                with(
                        new Records(
                                r.dmarcState(),
                                r.spfState(),
                                r.dkimState(),
                                at(1),
                                "",
                                r.spf(),
                                1)),
                with(
                        new Records(
                                r.dmarcState(),
                                r.spfState(),
                                r.dkimState(),
                                at(1),
                                r.dmarc(),
                                "",
                                1)),
                with(
                        new Records(
                                r.dmarcState(),
                                r.spfState(),
                                r.dkimState(),
                                at(1),
                                r.dmarc(),
                                r.spf(),
                                2)),
                new WatchedRecords(
                        r, "q", "10 mx.example", "ns.example 1", false, false, false, false),
                new WatchedRecords(r, "n", "", "ns.example 1", false, false, false, false),
                new WatchedRecords(
                        r, "n", "10 mx.example", "ns.example 2", false, false, false, false),
                new WatchedRecords(
                        r, "n", "10 mx.example", "ns.example 1", true, false, false, false),
                new WatchedRecords(
                        r, "n", "10 mx.example", "ns.example 1", false, true, false, false),
                new WatchedRecords(
                        r, "n", "10 mx.example", "ns.example 1", false, false, true, false),
                new WatchedRecords(
                        r, "n", "10 mx.example", "ns.example 1", false, false, false, true));
    }

    private static WatchedRecords with(Records records) {
        return new WatchedRecords(
                records, "n", "10 mx.example", "ns.example 1", false, false, false, false);
    }

    @ParameterizedTest
    @MethodSource("others")
    void whateverIsElseIsWritten(WatchedRecords other) {
        Person owner = api.account("else" + Integer.toHexString(other.hashCode()));
        DomainId id = added(owner);
        rows.setRecords(owner.scope, id, FOUND);
        String before = stored(id);
        rows.setRecords(owner.scope, id, other);
        Records records = other.records();
        assertThat(stored(id))
                .isNotEqualTo(before)
                .isEqualTo(
                        String.join(
                                "|",
                                records.dmarcState(),
                                records.spfState(),
                                records.dkimState(),
                                records.dmarc(),
                                records.spf(),
                                "" + records.spfLookupCount(),
                                other.policy(),
                                other.mailExchangers(),
                                other.startOfZone(),
                                flag(other.nxdomain()),
                                flag(other.unconfirmed()),
                                flag(other.hasErrors()),
                                flag(other.verified())));
    }

    private static String flag(boolean flag) {
        return flag ? "t" : "f";
    }

    @Test
    void whatWasShownToBeTheAccountsStaysSo() {
        Person owner = api.account("ours");
        DomainId id = added(owner);
        rows.setRecords(
                owner.scope,
                id,
                new WatchedRecords(FOUND.records(), "n", "", "", false, false, false, true));
        rows.setRecords(owner.scope, id, FOUND);
        assertThat(owner.domain("example.com").get("is_verified").asBoolean()).isTrue();
    }

    @Test
    void nothingIsNotedOfAnotherAccountsDomain() {
        Person owner = api.account("theirs");
        DomainId id = added(owner);
        rows.setRecords(api.account("strangers").scope, id, FOUND);
        assertThat(owner.domain("example.com").get("state_spf").asString()).isEqualTo("unknown");
        assertThat(
                        api.sql.value(
                                "select count(*) from domain_states where domain_id = "
                                        + id.value()))
                .isEqualTo("0");
    }
}
