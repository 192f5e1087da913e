package org.mailvane.mailauth.bimi;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The kinds of marks, and what a certificate must say of each (Minimum Security Requirements for
 * Issuance of Mark Certificates, section 7.1.4.2).
 */
enum MarkType {
    /** Registered as a trademark. */
    REGISTERED("Registered Mark", "VMC"),
    /** Granted by law. */
    GOVERNMENT("Government Mark", "VMC"),
    /** In use for a year at least. */
    PRIOR_USE("Prior Use Mark", "CMC"),
    /** A registered trademark that was changed a little. */
    MODIFIED_REGISTERED("Modified Registered Mark", "CMC"),
    /** Not registered yet. */
    PROVISIONAL("Provisional Mark", "CMC"),
    /** In use for less than a year. */
    NEW("New Mark", "CMC");

    /** Time from which a certificate of prior use must name where the mark was seen. */
    static final Instant SOURCE_REQUIRED = Instant.parse("2025-04-15T00:00:00Z");

    private static final List<SubjectField> ALWAYS =
            List.of(
                    SubjectField.ORGANIZATION,
                    SubjectField.COUNTRY,
                    SubjectField.STREET,
                    SubjectField.BUSINESS_CATEGORY,
                    SubjectField.SERIAL_NUMBER,
                    SubjectField.JURISDICTION_COUNTRY);

    private static final List<SubjectField> OF_TRADEMARKS =
            List.of(SubjectField.TRADEMARK_COUNTRY, SubjectField.TRADEMARK_IDENTIFIER);

    private static final List<SubjectField> OF_STATUTES =
            List.of(SubjectField.STATUTE_COUNTRY, SubjectField.STATUTE_CITATION);

    private final String words;
    private final String certificateType;

    MarkType(String words, String certificateType) {
        this.words = words;
        this.certificateType = certificateType;
    }

    /** The kind of these words. */
    static Optional<MarkType> of(String words) {
        return Arrays.stream(values())
                .filter(type -> type.words.equalsIgnoreCase(words.strip()))
                .findFirst();
    }

    /** Returns all of them. */
    static List<MarkType> all() {
        return List.of(values());
    }

    /** {@code VMC} for verified, {@code CMC} for common mark certificates. */
    String certificateType() {
        return certificateType;
    }

    /** Returns the fields that the subject of a certificate issued at that time must have. */
    List<SubjectField> required(Instant issued) {
        List<SubjectField> own =
                switch (this) {
                    case REGISTERED, MODIFIED_REGISTERED -> OF_TRADEMARKS;
                    case GOVERNMENT -> OF_STATUTES;
                    case PRIOR_USE ->
                            issued.isBefore(SOURCE_REQUIRED)
                                    ? List.of()
                                    : List.of(SubjectField.PRIOR_USE_SOURCE);
                    case PROVISIONAL, NEW -> List.of();
                };
        return Stream.concat(ALWAYS.stream(), own.stream()).toList();
    }

    /** Returns the fields that the subject must not have. */
    List<SubjectField> forbidden() {
        return switch (this) {
            case REGISTERED, MODIFIED_REGISTERED -> OF_STATUTES;
            case GOVERNMENT -> OF_TRADEMARKS;
            case PRIOR_USE -> Stream.concat(OF_TRADEMARKS.stream(), OF_STATUTES.stream()).toList();
            case PROVISIONAL, NEW -> OF_STATUTES;
        };
    }

    /** The words of the certificate. */
    @Override
    public String toString() {
        return words;
    }
}
