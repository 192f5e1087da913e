package org.mailvane.reports.aggregate;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The elements of an aggregate report, of RFC 7489, of its drafts and of RFC 9990, by local name.
 */
enum Element {
    FEEDBACK,
    VERSION,

    REPORT_METADATA,
    ORG_NAME,
    EMAIL,
    EXTRA_CONTACT_INFO,
    REPORT_ID,
    DATE_RANGE,
    BEGIN,
    END,
    ERROR,
    GENERATOR,

    POLICY_PUBLISHED,
    DOMAIN,
    ADKIM,
    ASPF,
    P,
    SP,
    NP,
    PCT,
    FO,
    TESTING,
    DISCOVERY_METHOD,

    RECORD,
    ROW,
    SOURCE_IP,
    COUNT,
    POLICY_EVALUATED,
    DISPOSITION,
    REASON,
    TYPE,
    COMMENT,
    IDENTIFIERS,
    /** The name of {@link #IDENTIFIERS} in drafts. */
    IDENTITIES,
    HEADER_FROM,
    ENVELOPE_FROM,
    ENVELOPE_TO,
    AUTH_RESULTS,
    DKIM,
    SPF,
    SELECTOR,
    RESULT,
    HUMAN_RESULT,
    SCOPE,

    /** A wrapper that some reporters open and never close. */
    SCHEMA,
    /** Every other element: an extension, or something that is in no draft. */
    UNKNOWN;

    private static final Map<String, Element> BY_NAME = new HashMap<>();

    /** Elements below {@code record} at any level: drafts have no {@code row}. */
    private static final Set<Element> IN_RECORD =
            EnumSet.of(
                    ROW,
                    SOURCE_IP,
                    COUNT,
                    POLICY_EVALUATED,
                    DISPOSITION,
                    REASON,
                    IDENTIFIERS,
                    IDENTITIES,
                    HEADER_FROM,
                    ENVELOPE_FROM,
                    ENVELOPE_TO,
                    AUTH_RESULTS,
                    DKIM,
                    SPF);

    private static final Set<Element> REPORTS_ONLY =
            EnumSet.of(
                    REPORT_METADATA,
                    POLICY_PUBLISHED,
                    POLICY_EVALUATED,
                    SOURCE_IP,
                    HEADER_FROM,
                    AUTH_RESULTS);

    private static final Set<Element> WITHOUT_TEXT =
            EnumSet.of(
                    FEEDBACK,
                    POLICY_PUBLISHED,
                    RECORD,
                    ROW,
                    POLICY_EVALUATED,
                    IDENTIFIERS,
                    IDENTITIES,
                    AUTH_RESULTS);

    private static final Set<Element> OF_RECORD = EnumSet.range(RECORD, SCOPE);

    private static final Set<Element> IN_METADATA = EnumSet.range(ORG_NAME, GENERATOR);

    private static final Set<Element> IN_POLICY = EnumSet.range(DOMAIN, DISCOVERY_METHOD);

    private static final Set<Element> IN_RESULT =
            EnumSet.of(DOMAIN, SELECTOR, RESULT, HUMAN_RESULT, SCOPE);

    static {
        for (Element element : values()) {
            if (element != UNKNOWN) {
                BY_NAME.put(element.localName, element);
            }
        }
    }

    private final String localName = name().toLowerCase(Locale.ROOT);

    /** The name in XML, without a prefix. */
    String localName() {
        return localName;
    }

    /** The element of this local name. */
    static Element of(String localName) {
        return BY_NAME.getOrDefault(localName, UNKNOWN);
    }

    /** Whether this element begins one of the parts directly below {@link #FEEDBACK}. */
    boolean isSection() {
        return this == REPORT_METADATA || this == POLICY_PUBLISHED || this == RECORD;
    }

    /** Returns whether it occurs only in reports, so that it is a piece of one wherever it is. */
    boolean isReportsOnly() {
        return REPORTS_ONLY.contains(this);
    }

    /** Whether it belongs into a {@link #RECORD}, and nowhere else. */
    boolean isOfRecord() {
        return OF_RECORD.contains(this);
    }

    /** Whether it holds nothing but other elements, among them a record or what is in one. */
    boolean isWithoutText() {
        return WITHOUT_TEXT.contains(this);
    }

    /** Whether it says something about the report as a whole. */
    boolean isOfMetadata() {
        return IN_METADATA.contains(this) || this == VERSION;
    }

    /** Whether something is read from a child of this kind; other children are skipped whole. */
    boolean takes(Element child) {
        return switch (this) {
            case FEEDBACK -> child == VERSION || child.isSection() || IN_METADATA.contains(child);
            case REPORT_METADATA -> IN_METADATA.contains(child);
            case DATE_RANGE -> child == BEGIN || child == END;
            case POLICY_PUBLISHED -> IN_POLICY.contains(child);
            case RECORD, ROW -> child != this && IN_RECORD.contains(child);
            case IDENTIFIERS, IDENTITIES ->
                    child == HEADER_FROM || child == ENVELOPE_FROM || child == ENVELOPE_TO;
            case POLICY_EVALUATED ->
                    child == DISPOSITION || child == DKIM || child == SPF || child == REASON;
            case REASON -> child == TYPE || child == COMMENT;
            case AUTH_RESULTS -> child == DKIM || child == SPF;
            case DKIM, SPF -> IN_RESULT.contains(child);
            default -> false;
        };
    }
}
