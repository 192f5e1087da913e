package org.mailvane.web.imports;

import java.util.List;
import java.util.Set;
import org.mailvane.intake.ledger.LedgerEntry;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;

/**
 * A message or file of an import, as its page shows it.
 *
 * @param importId the import
 * @param entry what it is
 * @param readable whether the visitor may read it, where it is kept
 */
record ShownEntry(long importId, LedgerEntry entry, boolean readable) {

    /** Reasons that are shown of one at most; the API has all. */
    static final int MAX_REASONS = 5;

    /** The codes for which a text says what to do. */
    private static final Set<String> REPAIRED =
            Set.of(
                    "broken",
                    "no_policy_domain",
                    "no_period",
                    "encrypted",
                    "bad_archive",
                    "too_large",
                    "too_many_entries",
                    "too_deep",
                    "bomb",
                    "doctype",
                    "unreadable",
                    "not_kept",
                    "internal_error",
                    "unknown_domain",
                    "public_suffix",
                    "sender_quota",
                    "unverified_quota",
                    "verified_quota",
                    "too_many_rows");

    /** The name of the file, without the folders of this machine that it was in. */
    String fileName() {
        return entry.name().substring(entry.name().lastIndexOf('/') + 1);
    }

    boolean hasFolder() {
        return entry.name().startsWith("/") && !fileName().isEmpty();
    }

    /** The page of its import. */
    String importPath() {
        return Routes.importOf(importId);
    }

    String path(String action) {
        return importPath() + "/entries/" + entry.id() + "/" + action;
    }

    /** Those of its reasons that are shown. */
    List<Remark> reasons() {
        return entry.reasons().subList(0, Math.min(entry.reasons().size(), MAX_REASONS));
    }

    /** How many more there are. */
    int left() {
        return entry.reasons().size() - reasons().size();
    }

    /** What to do; empty where there is nothing to do. */
    String repair(Texts texts) {
        return entry.reasons().stream()
                .map(Remark::code)
                .filter(REPAIRED::contains)
                .findFirst()
                .map(code -> texts.of("imports.repair." + code))
                .orElseGet(() -> isIncomplete() ? texts.of("imports.repair.incomplete") : "");
    }

    /** Whether not all of a report could be used that was taken in. */
    private boolean isIncomplete() {
        return entry.reasons().stream().anyMatch(reason -> reason.outcome() == Outcome.IMPORTED);
    }

    /** Whether nothing else is to be said of it than what was taken in. */
    boolean isTakenIn() {
        return entry.reasons().stream().allMatch(reason -> reason.outcome() == Outcome.IMPORTED);
    }

    /** Whether all of its reports had come before. */
    boolean isKnown() {
        return entry.counts().imported() == 0 && entry.counts().duplicate() > 0;
    }

    /** Whether its message is there to be read by the visitor. */
    boolean hasOriginal() {
        return entry.rawId() != null && readable;
    }

    /** Whether it is of use, and possible, to read it again. */
    boolean canRetry() {
        return entry.rawId() != null
                && (!entry.isQueued() || entry.isDeferred())
                && entry.reasons().stream()
                        .anyMatch(reason ->
                                reason.outcome() == Outcome.FAILED
                                        || reason.outcome() == Outcome.WAITING);
    }
}
