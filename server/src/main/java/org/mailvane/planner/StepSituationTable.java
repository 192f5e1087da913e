package org.mailvane.planner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/**
 * Reads what says which steps are next for a domain; of {@code watched_record}, which the monitor
 * writes, how the records were when that was known last.
 */
@Repository
class StepSituationTable {

    private final Db db;

    StepSituationTable(Db db) {
        this.db = db;
    }

    private record Known(String kind, String selector, String state, boolean reportsHere) {}

    private record Found(
            DomainName name, boolean parked, boolean nxdomain, List<String> selectors) {}

    /** Empty where the domain is gone. */
    Optional<StepSituation> find(
            Scope scope, DomainId domain, PolicyAdvice advice, String mailbox) {
        return db.as(scope)
                .sql(
                        """
                        select name, domain_state = 'inactive' as parked, nxdomain, selectors,
                            state_dkim
                        from domain where account_id = :account and id = :id
                        """)
                .param("id", domain.value())
                .optional(row ->
                        new Found(
                                new DomainName(row.text("name")),
                                row.flag("parked"),
                                row.flag("nxdomain"),
                                row.texts("selectors")))
                .map(found -> situation(found, records(scope, domain), advice, mailbox));
    }

    private List<Known> records(Scope scope, DomainId domain) {
        return db.as(scope)
                .sql(
                        """
                        select kind, selector, state,
                            coalesce(cast(details ->> 'rua_here' as boolean), false) as rua_here
                        from watched_record
                        where account_id = :account and domain_id = :id and state <> 'unknown'
                            and fingerprint <> ''
                        """)
                .param("id", domain.value())
                .list(row ->
                        new Known(
                                row.text("kind"),
                                row.text("selector"),
                                row.text("state"),
                                row.flag("rua_here")));
    }

    private static StepSituation situation(
            Found found, List<Known> records, PolicyAdvice advice, String mailbox) {
        Map<String, String> states = new HashMap<>();
        List<String> missing = new ArrayList<>();
        boolean reportsHere = false;
        for (Known record : records) {
            if (record.selector().isEmpty()) {
                states.put(record.kind(), record.state());
                reportsHere |= record.kind().equals("dmarc") && record.reportsHere();
            } else if (record.state().equals("error")) {
                states.put(record.kind(), record.state());
            } else if (record.state().equals("missing")
                    && found.selectors().contains(record.selector())) {
                missing.add(record.selector());
            }
        }
        return new StepSituation(
                found.name(),
                found.parked(),
                found.nxdomain(),
                states,
                missing.stream().sorted().toList(),
                reportsHere,
                mailbox,
                advice);
    }
}
