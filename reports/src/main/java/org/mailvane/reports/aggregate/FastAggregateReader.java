package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.ReportSink;

/**
 * Reads aggregate reports in the plain form that nearly all reporters write, straight from UTF-8
 * bytes, several times as fast as the tolerant reader and with equal results.
 *
 * <p>It knows the elements of RFC 7489 and RFC 9990, without prefixes and attributes, and checks
 * the nesting of every tag. Whatever else it meets, from a comment to a value that would need a
 * remark, makes it give up: the document is then read by {@link TolerantAggregateReader}. It is one
 * class with a method for each element, in the order of the schema.
 *
 * <p>One class, as its speed comes from one pass over the elements that shares its state.
 */
final class FastAggregateReader {

    private static final Tag DATE_RANGE =
            Tag.container(Element.DATE_RANGE, Element.BEGIN, Element.END);
    private static final Tag METADATA =
            Tag.container(
                    Element.REPORT_METADATA,
                    Tag.leaf(Element.ORG_NAME),
                    Tag.leaf(Element.EMAIL),
                    Tag.leaf(Element.EXTRA_CONTACT_INFO),
                    Tag.leaf(Element.REPORT_ID),
                    DATE_RANGE,
                    Tag.leaf(Element.ERROR),
                    Tag.leaf(Element.GENERATOR));
    private static final Tag POLICY =
            Tag.container(
                    Element.POLICY_PUBLISHED,
                    Element.DOMAIN,
                    Element.ADKIM,
                    Element.ASPF,
                    Element.P,
                    Element.SP,
                    Element.NP,
                    Element.PCT,
                    Element.FO,
                    Element.TESTING,
                    Element.DISCOVERY_METHOD);
    private static final Tag REASON = Tag.container(Element.REASON, Element.TYPE, Element.COMMENT);
    private static final Tag EVALUATED =
            Tag.container(
                    Element.POLICY_EVALUATED,
                    Tag.leaf(Element.DISPOSITION),
                    Tag.leaf(Element.DKIM),
                    Tag.leaf(Element.SPF),
                    REASON);
    private static final Tag ROW =
            Tag.container(
                    Element.ROW, Tag.leaf(Element.SOURCE_IP), Tag.leaf(Element.COUNT), EVALUATED);
    private static final Tag IDENTIFIERS =
            Tag.container(
                    Element.IDENTIFIERS,
                    Element.ENVELOPE_TO,
                    Element.ENVELOPE_FROM,
                    Element.HEADER_FROM);
    private static final Tag DKIM =
            Tag.container(
                    Element.DKIM,
                    Element.DOMAIN,
                    Element.SELECTOR,
                    Element.RESULT,
                    Element.HUMAN_RESULT);
    private static final Tag SPF =
            Tag.container(
                    Element.SPF,
                    Element.DOMAIN,
                    Element.SCOPE,
                    Element.RESULT,
                    Element.HUMAN_RESULT);
    private static final Tag AUTH_RESULTS = Tag.container(Element.AUTH_RESULTS, DKIM, SPF);
    private static final Tag RECORD = Tag.container(Element.RECORD, ROW, IDENTIFIERS, AUTH_RESULTS);
    private static final Tag FEEDBACK =
            Tag.container(Element.FEEDBACK, Tag.leaf(Element.VERSION), METADATA, POLICY, RECORD);

    /** The bit of {@link #AUTH_RESULTS}, which is the third child of {@link #RECORD}. */
    private static final int AUTH_RESULTS_SEEN = 1 << 2;

    /** Value that {@link #child} returns at the end tag. */
    private static final int END = -1;

    private static final long SPACES = 0x2020202020202020L;
    private static final long LESS_THANS = 0x3C3C3C3C3C3C3C3CL;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private static final Pattern DECLARATION =
            Pattern.compile(
                    "<\\?xml\\s+version\\s*=\\s*[\"']1\\.[0-9][\"']"
                            + "(\\s+encoding\\s*=\\s*[\"'](?i:utf-8)[\"'])?"
                            + "(\\s+standalone\\s*=\\s*[\"'](yes|no)[\"'])?\\s*\\?>");

    /** Bytes of {@code <?xml}. */
    private static final int DECLARATION_START = 5;

    /** Bytes in which an XML declaration ends. */
    private static final int DECLARATION_LENGTH = 200;

    private final ByteWindow window = new ByteWindow();
    private final FastValues values = new FastValues();
    private final ReportHead head = new ReportHead(new Remarks());

    /** Whether the element that {@link #child} found has neither content nor end tag. */
    private boolean empty;

    /** Start of the trimmed text that {@link #leaf} found. */
    private int from;

    private int to;

    private OptionalLong next = OptionalLong.empty();

    // The record that is being read.
    private @Nullable InetAddress source;
    private long count;
    private @Nullable Disposition disposition;

    /** Number of the two alignments that were present. */
    private int evaluated;

    private boolean dkimAligned;
    private boolean spfAligned;
    private String headerFrom = "";
    private @Nullable String envelopeFrom;
    private @Nullable String envelopeTo;
    private final List<OverrideReason> reasons = new ArrayList<>();
    private final List<DkimResult> dkim = new ArrayList<>();
    private final List<SpfResult> spf = new ArrayList<>();

    /**
     * Reads a document.
     *
     * @return false if it is not plain; what was passed on is void then, and the sink knows
     * @throws IOException from the stream
     */
    boolean read(String path, ByteSource xml, ReportSink sink) throws IOException {
        head.reset(path);
        next = OptionalLong.empty();
        AggregateReport report;
        try (InputStream in = xml.open()) {
            window.open(in);
            document(sink);
            report = head.finish();
        } catch (NotPlainException | UnreadableException e) {
            restart(sink);
            return false;
        } catch (IOException e) {
            restart(sink);
            throw e;
        }
        sink.aggregate(report);
        return true;
    }

    private void restart(ReportSink sink) {
        if (head.records() > 0) {
            sink.restart();
        }
    }

    private void document(ReportSink sink) throws IOException, NotPlainException {
        declaration();
        skipSpace();
        if (!FEEDBACK.startsAt(window.bytes, window.at)) {
            throw new NotPlainException();
        }
        window.at += FEEDBACK.startLength();
        rootAttributes();
        int seen = 0;
        for (int i = child(FEEDBACK, 0); i != END; i = child(FEEDBACK, i)) {
            Element element = FEEDBACK.child(i).element();
            seen = element == Element.RECORD ? seen : once(seen, i);
            switch (element) {
                case REPORT_METADATA -> headTexts(METADATA);
                case POLICY_PUBLISHED -> headTexts(POLICY);
                case RECORD -> record(sink);
                default -> headText(FEEDBACK.child(i));
            }
        }
        do {
            skipSpace();
            window.advance();
        } while (!window.isAtEnd() && isSpace(window.bytes[window.at]));
        if (!window.isAtEnd()) {
            requireNext();
            next = OptionalLong.of(window.position());
        }
    }

    /** Requires that only another document follows this one, if anything. */
    private void requireNext() throws NotPlainException {
        byte[] bytes = window.bytes;
        int at = window.at + (isByteOrderMark(window.at) ? 3 : 0);
        if (bytes[at] == '<'
                && bytes[at + 1] == '?'
                && bytes[at + 2] == 'x'
                && bytes[at + 3] == 'm'
                && bytes[at + 4] == 'l') {
            at += DECLARATION_START;
        } else if (FEEDBACK.startsAt(bytes, at)) {
            at += FEEDBACK.startLength();
            if (bytes[at] == '>' || bytes[at] == '/') {
                return;
            }
        }
        if (!isSpace(bytes[at])) {
            throw new NotPlainException();
        }
    }

    private boolean isByteOrderMark(int at) {
        byte[] bytes = window.bytes;
        return bytes[at] == (byte) 0xEF
                && bytes[at + 1] == (byte) 0xBB
                && bytes[at + 2] == (byte) 0xBF;
    }

    /** Returns where the next document begins, after the one that was read last. */
    OptionalLong next() {
        return next;
    }

    private void declaration() throws NotPlainException {
        byte[] bytes = window.bytes;
        if (window.end >= 3 && isByteOrderMark(0)) {
            window.at = 3;
        }
        if (window.end - window.at < 2 || bytes[window.at + 1] != '?') {
            return;
        }
        String start =
                new String(
                        bytes,
                        window.at,
                        Math.min(DECLARATION_LENGTH, window.end - window.at),
                        StandardCharsets.ISO_8859_1);
        int length = start.indexOf("?>") + "?>".length();
        if (!DECLARATION.matcher(start).region(0, length).matches()) {
            throw new NotPlainException();
        }
        window.at += length;
    }

    /** Name space declarations and schema locations; they change nothing. */
    private void rootAttributes() throws NotPlainException {
        byte[] bytes = window.bytes;
        int i = window.at;
        while (bytes[i] != '>') {
            int before = i;
            while (isSpace(bytes[i])) {
                i++;
            }
            if (bytes[i] == '>') {
                break;
            }
            int name = i;
            while (isNamePart(bytes[i])) {
                i++;
            }
            String attribute = new String(bytes, name, i - name, StandardCharsets.ISO_8859_1);
            byte quote = bytes[i] == '=' ? bytes[i + 1] : 0;
            boolean known = attribute.startsWith("xmlns") || attribute.startsWith("xsi:");
            if (name == before || !known || (quote != '"' && quote != '\'')) {
                throw new NotPlainException();
            }
            i += 2;
            while (i < window.end
                    && bytes[i] >= ' '
                    && bytes[i] != quote
                    && bytes[i] != '<'
                    && bytes[i] != '&') {
                i++;
            }
            if (i >= window.end || bytes[i] != quote) {
                throw new NotPlainException();
            }
            i++;
        }
        window.at = i + 1;
    }

    private static boolean isNamePart(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == ':';
    }

    /** Metadata or policy: every text goes to the head, which judges it in the end. */
    private void headTexts(Tag parent) throws IOException, NotPlainException {
        if (empty) {
            return;
        }
        int seen = 0;
        for (int i = child(parent, 0); i != END; i = child(parent, i + 1)) {
            Tag tag = parent.child(i);
            seen = tag.element() == Element.ERROR ? seen : once(seen, i);
            if (tag == DATE_RANGE) {
                headTexts(DATE_RANGE);
            } else {
                headText(tag);
            }
        }
    }

    private void headText(Tag tag) throws NotPlainException {
        leaf(tag);
        int limit =
                switch (tag.element()) {
                    case ORG_NAME, EMAIL, REPORT_ID, DOMAIN -> Limits.IDENTIFIER_LENGTH;
                    default -> Limits.TEXT_LENGTH;
                };
        head.set(tag.element(), FastValues.newText(window.bytes, from, to, limit));
    }

    private void record(ReportSink sink) throws IOException, NotPlainException {
        source = null;
        count = -1;
        disposition = null;
        evaluated = 0;
        headerFrom = "";
        envelopeFrom = null;
        envelopeTo = null;
        reasons.clear();
        dkim.clear();
        spf.clear();
        if (empty) {
            throw new NotPlainException();
        }
        int seen = 0;
        for (int i = child(RECORD, 0); i != END; i = child(RECORD, i + 1)) {
            seen = once(seen, i);
            Tag tag = RECORD.child(i);
            if (empty) {
                continue;
            }
            if (tag == ROW) {
                row();
            } else if (tag == IDENTIFIERS) {
                identifiers();
            } else {
                authResults();
            }
        }
        if ((seen & AUTH_RESULTS_SEEN) == 0) {
            throw new NotPlainException();
        }
        InetAddress address = source;
        Disposition done = disposition;
        if (address == null
                || count < 0
                || done == null
                || evaluated != 2
                || headerFrom.isEmpty()) {
            throw new NotPlainException();
        }
        AggregateRecord record =
                new AggregateRecord(
                        address,
                        count,
                        done,
                        dkimAligned,
                        spfAligned,
                        frozen(reasons),
                        headerFrom,
                        envelopeFrom,
                        envelopeTo,
                        frozen(dkim),
                        frozen(spf));
        head.count(record, headerFrom);
        sink.record(record);
    }

    private void row() throws IOException, NotPlainException {
        int seen = 0;
        for (int i = child(ROW, 0); i != END; i = child(ROW, i + 1)) {
            seen = once(seen, i);
            Tag tag = ROW.child(i);
            if (tag == EVALUATED) {
                policyEvaluated();
                continue;
            }
            leaf(tag);
            if (tag.element() == Element.COUNT) {
                count = FastValues.count(window.bytes, from, to);
            } else {
                source = values.address(window.bytes, from, to);
            }
        }
    }

    private void policyEvaluated() throws IOException, NotPlainException {
        if (empty) {
            return;
        }
        int seen = 0;
        for (int i = child(EVALUATED, 0); i != END; i = child(EVALUATED, i + 1)) {
            Tag tag = EVALUATED.child(i);
            if (tag == REASON) {
                reason();
                continue;
            }
            seen = once(seen, i);
            leaf(tag);
            switch (tag.element()) {
                case DISPOSITION -> disposition = values.disposition(window.bytes, from, to);
                case DKIM -> dkimAligned = aligned();
                default -> spfAligned = aligned();
            }
        }
    }

    private boolean aligned() throws NotPlainException {
        evaluated++;
        return values.evaluated(window.bytes, from, to);
    }

    private void reason() throws IOException, NotPlainException {
        String type = "";
        String comment = "";
        int seen = 0;
        if (empty) {
            throw new NotPlainException();
        }
        for (int i = child(REASON, 0); i != END; i = child(REASON, i + 1)) {
            seen = once(seen, i);
            leaf(REASON.child(i));
            String text = values.text(window.bytes, from, to);
            if (REASON.child(i).element() == Element.TYPE) {
                type = text;
            } else {
                comment = text;
            }
        }
        requireRoom(reasons);
        reasons.add(values.reason(type, comment));
    }

    private void identifiers() throws IOException, NotPlainException {
        int seen = 0;
        for (int i = child(IDENTIFIERS, 0); i != END; i = child(IDENTIFIERS, i + 1)) {
            seen = once(seen, i);
            Tag tag = IDENTIFIERS.child(i);
            leaf(tag);
            String domain = values.domain(window.bytes, from, to);
            switch (tag.element()) {
                case HEADER_FROM -> headerFrom = domain;
                case ENVELOPE_FROM -> envelopeFrom = emptyToNull(domain);
                default -> envelopeTo = emptyToNull(domain);
            }
        }
    }

    private void authResults() throws IOException, NotPlainException {
        for (int i = child(AUTH_RESULTS, 0); i != END; i = child(AUTH_RESULTS, i)) {
            if (empty) {
                continue;
            }
            if (AUTH_RESULTS.child(i) == DKIM) {
                dkim();
            } else {
                spf();
            }
        }
    }

    private void dkim() throws IOException, NotPlainException {
        String domain = "";
        String selector = "";
        AuthResult result = null;
        String humanResult = null;
        int seen = 0;
        for (int i = child(DKIM, 0); i != END; i = child(DKIM, i + 1)) {
            seen = once(seen, i);
            Tag tag = DKIM.child(i);
            leaf(tag);
            switch (tag.element()) {
                case DOMAIN -> domain = values.domain(window.bytes, from, to);
                case SELECTOR -> selector = values.selector(window.bytes, from, to);
                case RESULT -> result = values.dkimResult(window.bytes, from, to);
                default -> humanResult = emptyToNull(values.text(window.bytes, from, to));
            }
        }
        if (result == null) {
            throw new NotPlainException();
        }
        requireRoom(dkim);
        dkim.add(new DkimResult(domain, selector, result, humanResult));
    }

    private void spf() throws IOException, NotPlainException {
        String domain = "";
        String scope = "mfrom";
        AuthResult result = null;
        String humanResult = null;
        int seen = 0;
        for (int i = child(SPF, 0); i != END; i = child(SPF, i + 1)) {
            seen = once(seen, i);
            Tag tag = SPF.child(i);
            leaf(tag);
            switch (tag.element()) {
                case DOMAIN -> domain = values.domain(window.bytes, from, to);
                case SCOPE -> scope = values.scope(window.bytes, from, to);
                case RESULT -> result = values.spfResult(window.bytes, from, to);
                default -> humanResult = emptyToNull(values.text(window.bytes, from, to));
            }
        }
        if (result == null) {
            throw new NotPlainException();
        }
        requireRoom(spf);
        spf.add(new SpfResult(domain, scope, result, humanResult));
    }

    // ---- tags and texts

    /**
     * Steps over white space and the next tag.
     *
     * @param expected index of the child that probably comes
     * @return index of the child that begins here, or {@link #END} where the parent ends
     */
    private int child(Tag parent, int expected) throws IOException, NotPlainException {
        window.advance();
        skipSpace();
        byte[] bytes = window.bytes;
        int at = window.at;
        if (bytes[at] == '<' && bytes[at + 1] == '/') {
            if (!parent.endsAt(bytes, at)) {
                throw new NotPlainException();
            }
            window.at = at + parent.endLength();
            return END;
        }
        int children = parent.childCount();
        int i = expected < children ? expected : 0;
        for (int tried = 0; tried < children; tried++) {
            Tag tag = parent.child(i);
            if (tag.startsAt(bytes, at)) {
                int behind = at + tag.startLength();
                if (bytes[behind] == '>') {
                    empty = false;
                    window.at = behind + 1;
                    return i;
                }
                if (bytes[behind] == '/' && bytes[behind + 1] == '>') {
                    empty = true;
                    window.at = behind + 2;
                    return i;
                }
            }
            i = i + 1 < children ? i + 1 : 0;
        }
        throw new NotPlainException();
    }

    /**
     * Checks that a child, unless it may repeat, appears only once, and returns the bits of the
     * children seen.
     */
    private static int once(int seen, int child) throws NotPlainException {
        int bit = 1 << child;
        if ((seen & bit) != 0) {
            throw new NotPlainException();
        }
        return seen | bit;
    }

    private void skipSpace() {
        byte[] bytes = window.bytes;
        int at = window.at;
        while (isSpace(bytes[at])) {
            at++;
            while (Tag.longAt(bytes, at) == SPACES) {
                at += Long.BYTES;
            }
        }
        window.at = at;
    }

    /** Steps over the text and the end tag of a leaf whose start tag was found. */
    private void leaf(Tag tag) throws NotPlainException {
        byte[] bytes = window.bytes;
        int start = window.at;
        if (empty) {
            from = start;
            to = start;
            return;
        }
        int at = start;
        int end = window.end;
        while (true) {
            // The first byte of these eight that is a less-than sign, if one is.
            long difference = Tag.longAt(bytes, at) ^ LESS_THANS;
            long found = (difference - LOW_BITS) & ~difference & HIGH_BITS;
            if (found != 0) {
                at += Long.numberOfTrailingZeros(found) >>> 3;
                break;
            }
            at += Long.BYTES;
            if (at >= end) {
                throw new NotPlainException();
            }
        }
        if (!tag.endsAt(bytes, at)) {
            throw new NotPlainException();
        }
        window.at = at + tag.endLength();
        while (at > start && isSpace(bytes[at - 1])) {
            at--;
        }
        while (start < at && isSpace(bytes[start])) {
            start++;
        }
        from = start;
        to = at;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static void requireRoom(List<?> list) throws NotPlainException {
        if (list.size() == Limits.RESULTS_PER_RECORD) {
            throw new NotPlainException();
        }
    }

    private static <T> List<T> frozen(List<T> list) {
        return switch (list.size()) {
            case 0 -> List.of();
            case 1 -> List.of(list.getFirst());
            default -> List.copyOf(list);
        };
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
