package org.mailvane.detail;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Reports of the detail viewer. Each belongs to the user who asked for it, and is there as long as
 * that user may read all domains that it names or shows.
 */
@Service
class DetailReports {

    /** What became of a wish for a report. */
    sealed interface Creation {

        /** It is new; a small one may be ready already. */
        record Created(DetailReport report) implements Creation {}

        /** The user has asked for the same before. */
        record Existing(DetailReport report) implements Creation {}

        /** The user may not read these domains, or there are none of these names. */
        record Unknown(Set<DomainName> names) implements Creation {}

        /** Too many of the account's reports are not ready yet. */
        record TooMany(int most) implements Creation {}
    }

    /** Finds the user's report about this, or has it worked out. */
    Creation create(Scope scope, ReportCriteria criteria) {
        throw new UnsupportedOperationException();
    }

    /** How many reports the user has. */
    long count(Scope scope) {
        throw new UnsupportedOperationException();
    }

    /** A page of them, the newest first where nothing else is said. */
    List<DetailReport> list(Scope scope, Ordering<ReportOrder> ordering, Window window) {
        throw new UnsupportedOperationException();
    }

    /** The report of this token, if it is the user's and they may read its domains. */
    Optional<DetailReport> find(Scope scope, String searchToken) {
        throw new UnsupportedOperationException();
    }

    /** What a report has found; empty where it is not ready, or has gone meanwhile. */
    Optional<Snapshot> snapshot(Scope scope, DetailReport report) {
        throw new UnsupportedOperationException();
    }
}
