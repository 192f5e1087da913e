package org.mailvane.sources.classify;

import java.time.Instant;
import java.util.Optional;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code source_rules}, which belongs to no account. */
@Repository
class SourceRulesTable {

    private final SystemDb db;

    SourceRulesTable(SystemDb db) {
        this.db = db;
    }

    Optional<Integer> find(String fingerprint) {
        return db.sql("select version from source_rules where fingerprint = :fingerprint")
                .param("fingerprint", fingerprint)
                .optional(row -> Math.toIntExact(row.number("version")));
    }

    /** Gives rules the next version, also where they have had one. */
    int renew(String fingerprint, Instant now) {
        return db.sql(
                        """
                        insert into source_rules (fingerprint, since) values (:fingerprint, :now)
                        on conflict (fingerprint) do update
                        set version = default, since = excluded.since
                        returning version
                        """)
                .param("fingerprint", fingerprint)
                .param("now", now)
                .one(row -> Math.toIntExact(row.number("version")));
    }
}
