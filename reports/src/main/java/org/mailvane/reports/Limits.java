package org.mailvane.reports;

/**
 * Bounds of what is read from one input. What exceeds one of them is reported as a {@link Problem}
 * that names the bound.
 *
 * @param unpackedBytes bytes of all documents unpacked from one input
 * @param expansionRatio unpacked bytes for each packed byte, checked above {@link
 *     #EXPANSION_FREE_BYTES}
 * @param entries archive entries in one input
 * @param archiveDepth archives inside archives
 * @param mailDepth mails inside mails
 * @param mailParts MIME parts in one input
 */
public record Limits(
        long unpackedBytes,
        int expansionRatio,
        int entries,
        int archiveDepth,
        int mailDepth,
        int mailParts) {

    /** Below this many unpacked bytes no ratio is checked: tiny files compress very well. */
    public static final long EXPANSION_FREE_BYTES = 16L << 20;

    /** Nested XML elements; the schema of a report needs seven. */
    public static final int XML_DEPTH = 32;

    /** Characters of one text value; the rest of a longer one is cut off. */
    public static final int TEXT_LENGTH = 1_024;

    /** Characters of an identifier (report id, reporter); a longer one is cut off. */
    public static final int IDENTIFIER_LENGTH = 255;

    /** DKIM results, SPF results or override reasons of one record; further ones are dropped. */
    public static final int RESULTS_PER_RECORD = 100;

    /** Error texts of one report's metadata; further ones are dropped. */
    public static final int ERRORS_PER_REPORT = 100;

    /** Nested values of a JSON document; a TLS report needs six. */
    public static final int JSON_DEPTH = 32;

    /** Characters of one text or name in a JSON document, before it is cut to the limits above. */
    public static final int JSON_TEXT_LENGTH = 1 << 20;

    /** Policies of one TLS report; further ones are dropped. */
    public static final int POLICIES_PER_REPORT = 1_000;

    /** Failure details of one TLS report; further ones are dropped, the sums stay. */
    public static final int FAILURES_PER_REPORT = 10_000;

    /** Lines, or mail servers, of one policy in a TLS report; further ones are dropped. */
    public static final int ITEMS_PER_POLICY = 100;

    /**
     * Characters kept of the TLS reports of one input, since these are kept as a whole: more than
     * the largest real report that respects the limits above.
     */
    public static final long KEPT_CHARACTERS = 8L << 20;

    /** Documents that follow each other in one input, outside of any archive. */
    public static final int DOCUMENTS = 10_000;

    /** Characters of one mail header line, continuation lines included. */
    public static final int MAIL_HEADER_LENGTH = 64 << 10;

    /** Headers of one mail or part. */
    public static final int MAIL_HEADERS = 1_000;

    /** Multiparts inside multiparts of one mail; mails in the field need three. */
    public static final int MULTIPART_DEPTH = 30;

    /**
     * Bytes kept in memory at once while one input is read: a mail's attachment is kept, as it is
     * packed, so that it can be read again. Only a mail with larger attachments than any mail
     * server takes crosses it.
     */
    public static final long HELD_BYTES = 64L << 20;

    /** Header fields of the mail that a failure report shows; further ones are dropped. */
    public static final int SAMPLE_HEADERS = 500;

    /** Characters of one such field; the rest of a longer one is cut off. */
    public static final int SAMPLE_HEADER_LENGTH = 16 << 10;

    /** Characters of all of them together; what follows the one that would cross it is dropped. */
    public static final int SAMPLE_HEADERS_LENGTH = 128 << 10;

    /** Characters of the body that a failure report shows; the rest is cut off. */
    public static final int SAMPLE_BODY_LENGTH = 64 << 10;

    /** Items of each list of a failure report, such as its recipients; further ones are dropped. */
    public static final int FAILURE_LIST_ITEMS = 50;

    /** Characters of one text of a failure report; the rest of a longer one is cut off. */
    public static final int FAILURE_TEXT_LENGTH = 4 << 10;

    /** The defaults: 256 MB unpacked, ratio 400, 1,000 entries, 3 archives deep, 10 mails deep. */
    public static final Limits DEFAULT = new Limits(256L << 20, 400, 1_000, 3, 10, 1_000);

    /** The same limits with another {@link #unpackedBytes}. */
    public Limits withUnpackedBytes(long bytes) {
        return new Limits(bytes, expansionRatio, entries, archiveDepth, mailDepth, mailParts);
    }
}
