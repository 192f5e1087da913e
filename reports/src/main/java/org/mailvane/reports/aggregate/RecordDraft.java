package org.mailvane.reports.aggregate;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.Values;

/** The texts of the record that is being read. {@link #finish} makes a record of them. */
final class RecordDraft {

    /** Elements that every record must have according to the schema. */
    private static final Set<Element> NEEDED =
            EnumSet.of(
                    Element.SOURCE_IP,
                    Element.COUNT,
                    Element.DISPOSITION,
                    Element.HEADER_FROM,
                    Element.AUTH_RESULTS);

    /** Elements that repeat in a record only if two records were merged. */
    private static final Set<Element> MERGED = EnumSet.of(Element.SOURCE_IP, Element.COUNT);

    private final Map<Element, String> texts = new EnumMap<>(Element.class);
    private final List<OverrideReason> reasons = new ArrayList<>();
    private final List<DkimResult> dkim = new ArrayList<>();
    private final List<SpfResult> spf = new ArrayList<>();
    private final Remarks remarks;

    RecordDraft(Remarks remarks) {
        this.remarks = remarks;
    }

    /** Begins a new record. */
    void reset() {
        texts.clear();
        reasons.clear();
        dkim.clear();
        spf.clear();
    }

    /**
     * Takes the trimmed text of an element: the first of several counts. {@link Element#DKIM} and
     * {@link Element#SPF} are those of {@code policy_evaluated}; of {@link Element#AUTH_RESULTS} it
     * matters only that they are there.
     */
    void set(Element element, String text) {
        String first = texts.putIfAbsent(element, text);
        if (first == null) {
            return;
        }
        if (MERGED.contains(element) || (NEEDED.contains(element) && !first.equals(text))) {
            remarks.add(
                    "record.repeated",
                    Diagnostic.of(DiagnosticCode.RECORD_REPEATED).with(element.localName()));
        } else {
            remarks.add(
                    "element.repeated",
                    Diagnostic.of(DiagnosticCode.FIELD_REPEATED).with(element.localName()));
        }
    }

    void addReason(String type, String comment) {
        if (hasRoom(reasons)) {
            reasons.add(Words.reason(type, comment, remarks));
        }
    }

    void addDkim(String domain, String selector, String result, String humanResult) {
        if (hasRoom(dkim)) {
            dkim.add(
                    new DkimResult(
                            Values.domain(domain, "record.dkim_domain", remarks),
                            selector,
                            Words.result(result, "dkim", remarks),
                            emptyToNull(humanResult)));
        }
    }

    void addSpf(String domain, String scope, String result, String humanResult) {
        if (hasRoom(spf)) {
            spf.add(
                    new SpfResult(
                            Values.domain(domain, "record.spf_domain", remarks),
                            Words.scope(scope, remarks),
                            Words.result(result, "spf", remarks),
                            emptyToNull(humanResult)));
        }
    }

    private boolean hasRoom(List<?> list) {
        if (list.size() < Limits.RESULTS_PER_RECORD) {
            return true;
        }
        remarks.add(
                "record.results_dropped",
                Diagnostic.of(DiagnosticCode.RESULTS_DROPPED).with(Limits.RESULTS_PER_RECORD));
        return false;
    }

    /** Returns a required element that this record lacks, or null. */
    @Nullable Element missing() {
        for (Element element : NEEDED) {
            if (!texts.containsKey(element)) {
                return element;
            }
        }
        boolean dkimAlone = texts.containsKey(Element.DKIM) && !texts.containsKey(Element.SPF);
        boolean spfAlone = texts.containsKey(Element.SPF) && !texts.containsKey(Element.DKIM);
        return dkimAlone ? Element.SPF : spfAlone ? Element.DKIM : null;
    }

    /** Whether it does not say how DKIM and SPF were evaluated, which some reporters never do. */
    boolean isUnevaluated() {
        return !texts.containsKey(Element.DKIM) && !texts.containsKey(Element.SPF);
    }

    /** Whether it says that there were no messages. */
    boolean countsNothing() {
        return "0".equals(texts.get(Element.COUNT));
    }

    /** The record's own header-from domain, or empty. */
    String headerFrom() {
        return Values.domain(text(Element.HEADER_FROM), "record.header_from", remarks);
    }

    /**
     * The record, or null where its source address can't be read.
     *
     * @param policyDomain what a record without a header-from domain is about
     */
    @Nullable AggregateRecord finish(String policyDomain) {
        InetAddress source = Values.address(text(Element.SOURCE_IP), remarks);
        if (source == null) {
            return null;
        }
        String headerFrom = headerFrom();
        if (headerFrom.isEmpty()) {
            remarks.add(
                    "record.header_from",
                    Diagnostic.of(DiagnosticCode.HEADER_FROM_MISSING).with(policyDomain));
        }
        if (!texts.containsKey(Element.AUTH_RESULTS)) {
            remarks.add("record.auth_results", Diagnostic.of(DiagnosticCode.AUTH_RESULTS_MISSING));
        }
        return new AggregateRecord(
                source,
                Values.count(text(Element.COUNT), remarks),
                Words.disposition(text(Element.DISPOSITION), remarks),
                Words.evaluated(text(Element.DKIM), "dkim", remarks),
                Words.evaluated(text(Element.SPF), "spf", remarks),
                List.copyOf(reasons),
                headerFrom.isEmpty() ? policyDomain : headerFrom,
                envelope(Element.ENVELOPE_FROM),
                envelope(Element.ENVELOPE_TO),
                List.copyOf(dkim),
                List.copyOf(spf));
    }

    private @Nullable String envelope(Element element) {
        return emptyToNull(Values.domain(text(element), "record." + element.localName(), remarks));
    }

    private String text(Element element) {
        return texts.getOrDefault(element, "");
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
