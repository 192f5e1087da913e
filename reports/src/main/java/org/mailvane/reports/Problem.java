package org.mailvane.reports;

/**
 * The reason why a part of an input did not produce a report.
 *
 * @param path its position: the input's name, then the names of mail parts and archive entries,
 *     joined by {@code " > "}
 * @param reason the reason's stable identity
 * @param diagnostic what was wrong, with which value, what is allowed
 */
public record Problem(String path, Reason reason, Diagnostic diagnostic) {

    /** Stable identities of reasons. */
    public enum Reason {
        /** Nothing in the input is a report, and nothing in it claims to be one. */
        NOT_A_REPORT("not_a_report", true),
        /** The input, or the attachment that should be the report, holds no bytes. */
        EMPTY("empty", true),
        /** The input looks like a report, but is too broken to be read. */
        BROKEN("broken", false),
        /** It is a report, but holds nothing that says which domain it is about. */
        NO_POLICY_DOMAIN("no_policy_domain", false),
        /** A report whose period can't be read. */
        NO_PERIOD("no_period", false),
        /** An archive or a mail that is encrypted. */
        ENCRYPTED("encrypted", false),
        /** An archive that is cut off or damaged before anything could be read. */
        BAD_ARCHIVE("bad_archive", false),
        /**
         * More unpacked bytes than {@link Limits#unpackedBytes}, larger attachments than {@link
         * Limits#HELD_BYTES}, or a mail header longer than {@link Limits#MAIL_HEADER_LENGTH}.
         */
        TOO_LARGE("too_large", false),
        /**
         * More entries, parts or headers than {@link Limits#entries}, {@link Limits#mailParts} or
         * {@link Limits#MAIL_HEADERS}.
         */
        TOO_MANY_ENTRIES("too_many_entries", false),
        /**
         * Archives or mails nested deeper than {@link Limits#archiveDepth} or {@link
         * Limits#mailDepth}.
         */
        TOO_DEEP("too_deep", false),
        /** An archive that grows by more than {@link Limits#expansionRatio}. */
        BOMB("bomb", false),
        /** A format that reports may be in, but that is not read; the diagnostic names it. */
        UNSUPPORTED("unsupported", false),
        /** A document type definition or an entity declaration: never expanded. */
        DOCTYPE("doctype", false);

        private final String code;
        private final boolean harmless;

        Reason(String code, boolean harmless) {
            this.code = code;
            this.harmless = harmless;
        }

        /** The reason's code as stored, printed and answered by the API. */
        public String code() {
            return code;
        }

        /** Whether the input simply is not a report; otherwise a report may have been lost. */
        public boolean harmless() {
            return harmless;
        }
    }
}
