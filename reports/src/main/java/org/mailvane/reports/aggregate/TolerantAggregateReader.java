package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportSink;

/**
 * Reads every form of an aggregate report that the field sends, and is the reference for what
 * {@link FastAggregateReader} may read.
 *
 * <p>The document is read as well-formed XML first. Where it is not, it is read again with repairs
 * ({@link XmlScanner}). Elements are told by their local names and taken where drafts and RFCs have
 * them; unknown ones are skipped whole.
 */
final class TolerantAggregateReader implements XmlScanner.Handler {

    private final Remarks remarks = new Remarks();
    private final ReportHead head = new ReportHead(remarks);
    private final RecordDraft draft = new RecordDraft(remarks);
    private final XmlScanner scanner = new XmlScanner(this, remarks);

    private final Element[] open = new Element[Limits.XML_DEPTH];
    private final TextBuffer[] texts = new TextBuffer[Limits.XML_DEPTH];
    private int depth;
    private int skipped;
    private boolean repair;
    private boolean policySeen;
    private boolean inRecord;

    /** Texts of the {@code dkim}, {@code spf} or {@code reason} that is open. */
    private final Map<Element, String> parts = new EnumMap<>(Element.class);

    private ReportSink sink = new Unheard();
    private @Nullable String knownPolicyDomain;

    TolerantAggregateReader() {
        for (int i = 0; i < texts.length; i++) {
            texts[i] = new TextBuffer();
            open[i] = Element.UNKNOWN;
        }
    }

    /**
     * Reads a document; as {@link AggregateReader#read}.
     *
     * @throws IOException from the stream, unless it only says that packed data are cut off or
     *     damaged
     */
    void read(String path, ByteSource xml, ReportSink target) throws IOException {
        sink = target;
        knownPolicyDomain = null;
        try {
            readOrRepair(path, xml);
        } finally {
            sink = new Unheard();
        }
    }

    private void readOrRepair(String path, ByteSource xml) throws IOException {
        String flaw = "";
        try {
            try {
                pass(path, xml, false);
            } catch (NotWellFormedException e) {
                flaw = String.valueOf(e.getMessage());
                restart();
                pass(path, xml, true);
            }
            sink.aggregate(finish(flaw));
        } catch (NotWellFormedException impossible) {
            throw new IllegalStateException("a repair pass repairs everything", impossible);
        } catch (UnreadableException e) {
            restart();
            sink.problem(new Problem(path, e.reason(), String.valueOf(e.getMessage())));
        } catch (IOException e) {
            restart();
            throw e;
        }
    }

    /** Where the document was repaired, what lacks may be what could not be repaired. */
    private AggregateReport finish(String flaw) throws UnreadableException {
        try {
            return head.finish();
        } catch (UnreadableException e) {
            throw flaw.isEmpty()
                    ? e
                    : new UnreadableException(
                            Problem.Reason.BROKEN,
                            "not well-formed, "
                                    + flaw
                                    + "; in what could be read, "
                                    + e.getMessage());
        }
    }

    private void restart() {
        if (head.records() > 0) {
            sink.restart();
        }
    }

    private void pass(String path, ByteSource xml, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException {
        try {
            scan(path, xml, withRepair);
        } catch (NeedsPolicyException e) {
            restart();
            knownPolicyDomain = surveyed(path, xml, withRepair);
            try {
                scan(path, xml, withRepair);
            } catch (NeedsPolicyException impossible) {
                throw new IllegalStateException("the policy domain was surveyed", impossible);
            }
        }
    }

    /** What the whole document says about its policy domain; may be empty. */
    private String surveyed(String path, ByteSource xml, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException {
        ReportSink heard = sink;
        sink = new Unheard();
        knownPolicyDomain = "";
        try {
            scan(path, xml, withRepair);
            return head.policyDomain();
        } catch (NeedsPolicyException impossible) {
            throw new IllegalStateException("any policy domain will do for now", impossible);
        } finally {
            sink = heard;
            head.reset(path);
        }
    }

    private void scan(String path, ByteSource xml, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        head.reset(path);
        draft.reset();
        depth = 0;
        skipped = 0;
        repair = withRepair;
        policySeen = false;
        inRecord = false;
        try (InputStream in = xml.open()) {
            scanner.scan(in, withRepair);
        }
        if (inRecord) {
            head.skipRecord();
        }
    }

    // ---- what the scanner finds

    @Override
    public void start(Element element) {
        int parent = skipped > 0 ? -1 : parentOf(element);
        boolean furtherPolicy = element == Element.POLICY_PUBLISHED && policySeen;
        if (depth > 0 && (parent < 0 || furtherPolicy)) {
            skipped++;
            if (furtherPolicy && parent >= 0) {
                remarks.add("policy.repeated", "of several policy_published the first one counts");
            }
            return;
        }
        open[depth] = element;
        texts[depth].reset();
        depth++;
        switch (element) {
            case POLICY_PUBLISHED -> policySeen = true;
            case RECORD -> {
                draft.reset();
                inRecord = true;
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

    @Override
    public void end() throws NeedsPolicyException {
        if (skipped > 0) {
            skipped--;
            return;
        }
        depth--;
        Element element = open[depth];
        switch (element) {
            case RECORD -> endRecord();
            case REASON -> draft.addReason(part(Element.TYPE), reasonComment());
            case DKIM, SPF -> endResult(element);
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
                    element.localName()
                            + " stands more than once in an element; the first one counts");
        }
    }

    private String part(Element element) {
        return parts.getOrDefault(element, "");
    }

    /** A reason may be text alone. */
    private String reasonComment() {
        String comment = part(Element.COMMENT);
        return comment.isEmpty() ? value(Element.REASON) : comment;
    }

    /**
     * {@code dkim} and {@code spf} are words in {@code policy_evaluated} and structures in {@code
     * auth_results}; in drafts both stand elsewhere, and a structure may be a word alone.
     */
    private void endResult(Element element) {
        String word = value(element);
        boolean hasParts = !parts.isEmpty();
        boolean evaluated = isOpen(Element.POLICY_EVALUATED);
        if (evaluated || (!hasParts && !isOpen(Element.AUTH_RESULTS))) {
            draft.set(element, word);
        } else if (hasParts || !word.isEmpty()) {
            String result = parts.getOrDefault(Element.RESULT, word);
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
        } else {
            head.count(record, headerFrom);
            sink.record(record);
        }
    }
}
