package org.mailvane.reports.aggregate;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.ReportSink;

/**
 * Takes the texts of a report's elements to {@link ReportHead} and {@link RecordDraft}, and each
 * record, when it is complete, to the sink.
 *
 * <p>Elements are identified by their local names and taken where drafts and RFCs have them ({@link
 * Element#takes}); unknown ones are skipped whole. It is longer than two screens: a method or two
 * for each kind of element, all around one stack.
 */
final class FeedbackHandler implements XmlScanner.Handler {

    private final ReportHead head;
    private final Remarks remarks;
    private final RecordDraft draft;

    private final Element[] open = new Element[Limits.XML_DEPTH];
    private final TextBuffer[] texts = new TextBuffer[Limits.XML_DEPTH];
    private int depth;
    private int skipped;
    private boolean policySeen;
    private boolean inRecord;

    private boolean torn;

    /** Whether a record with messages was left out. */
    private boolean lostRecord;

    /** Whether a tag of the record that is open was torn off, so that it may lack something. */
    private boolean tornRecord;

    /** The data that is certainly missing; null if nothing is known to be. */
    private @Nullable Diagnostic damage;

    /** Texts of the {@code dkim}, {@code spf} or {@code reason} that is open. */
    private final Map<Element, String> parts = new EnumMap<>(Element.class);

    private ReportSink sink = new Unheard();
    private @Nullable String knownPolicyDomain;
    private boolean repair;

    FeedbackHandler(ReportHead head, Remarks remarks) {
        this.head = head;
        this.remarks = remarks;
        draft = new RecordDraft(remarks);
        for (int i = 0; i < texts.length; i++) {
            texts[i] = new TextBuffer();
            open[i] = Element.UNKNOWN;
        }
    }

    /**
     * Begins a document.
     *
     * @param newSink receives its records
     * @param policyDomain what records without a header-from domain are about, which may be empty;
     *     null if only the document itself shows it
     * @param withRepair whether end tags may be missing
     */
    void begin(ReportSink newSink, @Nullable String policyDomain, boolean withRepair) {
        sink = newSink;
        knownPolicyDomain = policyDomain;
        repair = withRepair;
        draft.reset();
        parts.clear();
        depth = 0;
        skipped = 0;
        policySeen = false;
        inRecord = false;
        torn = false;
        lostRecord = false;
        tornRecord = false;
        damage = null;
    }

    /** Returns what is lost of the document; null if nothing is known to be. */
    @Nullable Diagnostic damage() {
        return damage;
    }

    private void lost(DiagnosticCode what, Element element) {
        damage = damage == null ? Diagnostic.of(what).with(element.localName()) : damage;
    }

    /** Whether tags of the document are not where they belong, or records could not be used. */
    boolean isDamaged() {
        return torn || lostRecord;
    }

    @Override
    public void torn() {
        torn = true;
        tornRecord = true;
        if (depth > 0 && skipped == 0 && isLossIn(open[depth - 1])) {
            unclosed(Element.RECORD); // of which it may be all that is left
        }
    }

    /**
     * Returns whether data of a record is lost; only texts for people may contain such an element.
     */
    private boolean isLossIn(Element element) {
        boolean forPeople = element == Element.COMMENT || element == Element.HUMAN_RESULT;
        return element.isWithoutText() || (inRecord && !forPeople);
    }

    /**
     * Reports an end tag without a start tag as lost data. Elements that occur only in metadata may
     * have a repeated end tag.
     */
    @Override
    public void endOnly(Element element) {
        boolean ofRecord = element.isOfRecord() || (inRecord && element == Element.DOMAIN);
        boolean ofMetadata = skipped == 0 && element.isOfMetadata() && !head.has(element);
        if (ofRecord || ofMetadata) {
            lost(DiagnosticCode.XML_START_MISSING, element);
        }
    }

    @Override
    public boolean skips() {
        return skipped > 0;
    }

    /** Ends the document; a record that is open is cut off. */
    void finish() {
        if (inRecord) {
            head.skipRecord();
        }
        sink = new Unheard();
    }

    @Override
    public void start(Element element) throws NeedsPolicyException {
        int parent = skipped > 0 ? -1 : parentOf(element);
        boolean furtherPolicy = element == Element.POLICY_PUBLISHED && policySeen;
        if (depth > 0 && (parent < 0 || furtherPolicy)) {
            if (skipped == 0 && !inRecord && element.isOfRecord()) {
                lost(DiagnosticCode.XML_OUTSIDE_OF_RECORD, element);
            }
            skipped++;
            if (furtherPolicy && parent >= 0) {
                remarks.add("policy.repeated", Diagnostic.of(DiagnosticCode.POLICY_REPEATED));
            }
            return;
        }
        finishAbove(parent);
        open[depth] = element;
        texts[depth].reset();
        depth++;
        switch (element) {
            case POLICY_PUBLISHED -> policySeen = true;
            case RECORD -> {
                draft.reset();
                inRecord = true;
                tornRecord = false;
            }
            case AUTH_RESULTS -> draft.set(element, "");
            case REASON, DKIM, SPF -> parts.clear();
            default -> {}
        }
    }

    /**
     * The open element that takes this one: the innermost or, where end tags may be missing,
     * another one of the same section. Negative where there is none.
     */
    private int parentOf(Element element) {
        for (int i = depth - 1; i >= 0; i--) {
            if (open[i].takes(element)) {
                return i;
            }
            if (!repair || open[i].isSection()) {
                return -1;
            }
        }
        return -1;
    }

    @Override
    public void text(char[] chars, int from, int to) {
        if (skipped == 0 && depth > 0) {
            texts[depth - 1].append(chars, from, to);
        }
    }

    /**
     * Ends all open elements inside the parent of a new element, since their end tags are missing.
     */
    private void finishAbove(int parent) throws NeedsPolicyException {
        int top = depth;
        while (depth > parent + 1) {
            depth--;
            unclosed(open[depth]);
            endOf(open[depth]);
            open[depth] = Element.UNKNOWN;
        }
        depth = top;
    }

    @Override
    public void end(boolean withTag) throws NeedsPolicyException {
        if (skipped > 0) {
            skipped--;
            if (!withTag && skipped == 0 && isLossIn(open[depth - 1])) {
                unclosed(Element.RECORD); // for the tag is a piece of one that is known
            }
            return;
        }
        depth--;
        if (!withTag) {
            unclosed(open[depth]);
        }
        endOf(open[depth]);
    }

    /**
     * Handles an element without an end tag. The tag may have been forgotten, or be cut out
     * together with what follows it, which can't be distinguished. If the element identifies the
     * report, the text after it may belong to another report.
     */
    private void unclosed(Element element) {
        if (element == Element.UNKNOWN) {
            return;
        }
        torn = true;
        tornRecord = true;
        if (element.isOfMetadata()) {
            lost(DiagnosticCode.XML_END_MISSING, element);
        } else {
            remarks.add(
                    "xml.unclosed",
                    Diagnostic.of(DiagnosticCode.XML_TORN).with(element.localName()));
        }
    }

    /** Takes what was gathered for the element at {@link #depth}. */
    private void endOf(Element element) throws NeedsPolicyException {
        switch (element) {
            case RECORD -> endRecord();
            case REASON -> {
                endReason();
                parts.clear();
            }
            case DKIM, SPF -> {
                endResult(element);
                parts.clear();
            }
            case TYPE, COMMENT, SELECTOR, RESULT, HUMAN_RESULT, SCOPE -> setPart(element);
            case DOMAIN -> {
                if (inRecord) {
                    setPart(element);
                } else {
                    head.set(element, value(element));
                }
            }
            case SOURCE_IP, COUNT, DISPOSITION, HEADER_FROM, ENVELOPE_FROM, ENVELOPE_TO ->
                    draft.set(element, value(element));
            case FEEDBACK,
                    REPORT_METADATA,
                    DATE_RANGE,
                    POLICY_PUBLISHED,
                    ROW,
                    POLICY_EVALUATED,
                    IDENTIFIERS,
                    IDENTITIES,
                    AUTH_RESULTS,
                    SCHEMA,
                    UNKNOWN -> {}
            default -> head.set(element, value(element));
        }
    }

    private String value(Element element) {
        int limit =
                switch (element) {
                    case ORG_NAME, EMAIL, REPORT_ID, DOMAIN, SELECTOR -> Limits.IDENTIFIER_LENGTH;
                    case HEADER_FROM, ENVELOPE_FROM, ENVELOPE_TO -> Limits.IDENTIFIER_LENGTH;
                    default -> Limits.TEXT_LENGTH;
                };
        return texts[depth].value(limit, element.localName(), remarks);
    }

    private void setPart(Element element) {
        if (parts.putIfAbsent(element, value(element)) != null) {
            remarks.add(
                    "element.repeated",
                    Diagnostic.of(DiagnosticCode.FIELD_REPEATED).with(element.localName()));
        }
    }

    private String part(Element element) {
        return parts.getOrDefault(element, "");
    }

    /** A reason may be text alone: its type, or a comment. */
    private void endReason() {
        String comment = part(Element.COMMENT);
        String text = comment.isEmpty() ? value(Element.REASON) : comment;
        if (parts.isEmpty() && Words.isReason(text)) {
            draft.addReason(text, "");
            remarks.add("record.reason", Diagnostic.of(DiagnosticCode.REASON_TEXT).quoting(text));
        } else {
            draft.addReason(part(Element.TYPE), text);
        }
    }

    /**
     * Ends {@code dkim} and {@code spf}, which are words in {@code policy_evaluated} and structures
     * in {@code auth_results}; in drafts both occur elsewhere, and a structure may be just a word.
     */
    private void endResult(Element element) {
        String word = value(element);
        boolean hasParts = !parts.isEmpty();
        boolean evaluated = isOpen(Element.POLICY_EVALUATED);
        if (evaluated || (!hasParts && !isOpen(Element.AUTH_RESULTS))) {
            draft.set(element, word);
        } else if (hasParts || !word.isEmpty()) {
            String result = parts.getOrDefault(Element.RESULT, word);
            if (tornRecord && result.isEmpty()) {
                lost(DiagnosticCode.XML_RECORD_LACKS_RESULT, element);
            }
            if (element == Element.DKIM) {
                draft.addDkim(
                        part(Element.DOMAIN),
                        part(Element.SELECTOR),
                        result,
                        part(Element.HUMAN_RESULT));
            } else {
                draft.addSpf(
                        part(Element.DOMAIN),
                        part(Element.SCOPE),
                        result,
                        part(Element.HUMAN_RESULT));
            }
        }
    }

    private boolean isOpen(Element element) {
        for (int i = depth - 1; i >= 0; i--) {
            if (open[i] == element) {
                return true;
            }
            if (open[i] == Element.AUTH_RESULTS || open[i] == Element.POLICY_EVALUATED) {
                return false;
            }
        }
        return false;
    }

    private void endRecord() throws NeedsPolicyException {
        inRecord = false;
        Element missing = tornRecord ? draft.missing() : null;
        if (missing != null) {
            lost(DiagnosticCode.XML_RECORD_LACKS, missing);
        } else if (tornRecord && draft.isUnevaluated()) {
            unclosed(Element.POLICY_EVALUATED);
        }
        String headerFrom = draft.headerFrom();
        String policyDomain = "";
        if (headerFrom.isEmpty()) {
            policyDomain = knownPolicyDomain == null ? head.publishedDomain() : knownPolicyDomain;
            if (policyDomain.isEmpty() && knownPolicyDomain == null) {
                throw new NeedsPolicyException();
            }
        }
        AggregateRecord record = draft.finish(policyDomain);
        if (record == null) {
            head.skipRecord();
            lostRecord |= !draft.countsNothing();
        } else {
            head.count(record, headerFrom);
            sink.record(record);
        }
    }
}
