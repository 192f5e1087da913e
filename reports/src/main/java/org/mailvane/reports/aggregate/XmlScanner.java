package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remarks;

/**
 * Splits an XML document into elements and text, in memory that does not depend on the document.
 *
 * <p>A document that is well-formed is read as XML 1.0 says, but nothing is ever expanded: a
 * DOCTYPE is refused. What is not well-formed ends the reading with a {@link
 * NotWellFormedException} or, with {@code repair}, is remarked and read as follows: an ampersand or
 * a less-than sign that begins nothing is text; control characters are dropped; an end tag closes
 * what it finds open and is otherwise ignored; metadata, policy and records begin directly below
 * the root, whatever is open; what is open at the end stays open.
 *
 * <p>It is written for this purpose, because a general parser can't be told to go on, keeps names
 * and whole texts in memory, and would need an additional tokenizer for repairs. It is longer than
 * two screens because every part works on the same window.
 *
 * <p>One class, as its speed comes from one loop over the characters whose state the compiler keeps
 * in registers.
 */
final class XmlScanner {

    /**
     * Receives what is found. Each {@code start} has its {@code end}, but for a cut-off document.
     */
    interface Handler {

        void start(Element element) throws NeedsPolicyException;

        /** A piece of text of the innermost open element. */
        void text(char[] chars, int from, int to);

        /**
         * The innermost open element ends.
         *
         * @param withTag whether its own end tag says so; otherwise that is missing
         */
        void end(boolean withTag) throws NeedsPolicyException;

        /** A tag is not where it belongs, or no tag: from here on, something may be missing. */
        default void torn() {}

        /** There is an end tag of an element that is not open: its start is missing. */
        default void endOnly(Element element) {}

        /** Whether an element is open of which nothing is read. */
        default boolean skips() {
            return false;
        }
    }

    /** Characters of one tag, attributes included. */
    static final int TAG_LENGTH = 16 << 10;

    private static final int NONE = -1;
    private static final String REPAIRED = "xml.repaired";
    private static final Diagnostic TOO_DEEP =
            Diagnostic.of(DiagnosticCode.XML_TOO_DEEP).with(Limits.XML_DEPTH);
    private static final String CDATA = "<![CDATA[";
    private static final String DOCTYPE = "<!DOCTYPE";
    private static final String DECLARATION = "<?xml";

    /**
     * Number of characters after another root element within which a report must begin: see {@link
     * #wrapper}.
     */
    private static final int WRAPPER_LENGTH = 16 << 10;

    private static final int BYTE_ORDER_MARK = 0xFEFF;

    /** Characters of the longest reference that is looked for. */
    private static final int REFERENCE_LENGTH = 12;

    private final XmlDecoder decoder = new XmlDecoder();
    private final char[] window = new char[2 * TAG_LENGTH];
    private int at;
    private int end;
    private boolean ended;
    private long line;
    private long lineStart;
    private long dropped;

    private final String[] names = new String[Limits.XML_DEPTH];
    private int depth;
    private boolean rootSeen;
    private boolean atStart;

    /** The root element around the report, or the one in place of it; empty if there is none. */
    private String wrapper = "";

    /** Whether the input ends within a tag. */
    private boolean tagCutOff;

    private long wrapperEnd;

    /**
     * Offset of other content after this document, in characters; {@link #NONE} if there is none.
     */
    private long next;

    private final Handler handler;
    private final Remarks remarks;
    private boolean repair;

    XmlScanner(Handler handler, Remarks remarks) {
        this.handler = handler;
        this.remarks = remarks;
    }

    /**
     * Reads one document to its end.
     *
     * @param withRepair whether to go on where it is not well-formed
     */
    void scan(InputStream in, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        at = 0;
        end = 0;
        ended = false;
        line = 1;
        lineStart = 0;
        dropped = 0;
        depth = 0;
        rootSeen = false;
        atStart = true;
        wrapper = "";
        tagCutOff = false;
        next = NONE;
        repair = withRepair;
        decoder.open(in);
        try {
            document();
        } finally {
            Diagnostic deviation = decoder.deviation();
            if (deviation != null) {
                remarks.add("xml.encoding", deviation);
            }
        }
    }

    private void document()
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        while (next == NONE && (at < end || fill())) {
            if (!rootSeen && !wrapper.isEmpty() && dropped + at > wrapperEnd) {
                throw otherRoot();
            } else if (!rootSeen || depth > 0) {
                step();
            } else if (!trailing()) {
                next = dropped + at;
            }
        }
        if (!rootSeen) {
            throw withoutRoot();
        }
        String cutOff = decoder.cutOff();
        if (depth > 0 || cutOff != null) {
            deviation("xml.truncated", cutOff(cutOff));
        }
    }

    /** Says where the document ends too early, and why if that is known. */
    private Diagnostic cutOff(@Nullable String reason) {
        Diagnostic inside =
                depth == 0
                        ? null
                        : Diagnostic.of(
                                        next == NONE
                                                ? DiagnosticCode.XML_ENDS_INSIDE
                                                : DiagnosticCode.XML_NEXT_INSIDE)
                                .quoting(openElement());
        if (reason == null && inside != null) {
            return inside;
        }
        Diagnostic damaged =
                Diagnostic.of(DiagnosticCode.DATA_DAMAGED).quoting(String.valueOf(reason));
        return inside == null ? damaged : Diagnostic.sentences(inside, damaged);
    }

    private UnreadableException withoutRoot() {
        if (dropped + end == 0) {
            return new UnreadableException(
                    Problem.Reason.EMPTY, Diagnostic.of(DiagnosticCode.EMPTY));
        }
        if (!wrapper.isEmpty()) {
            return otherRoot();
        }
        return tagCutOff
                ? new UnreadableException(
                        Problem.Reason.BROKEN, Diagnostic.of(DiagnosticCode.XML_ENDS_IN_FIRST_TAG))
                : new UnreadableException(
                        Problem.Reason.NOT_A_REPORT,
                        Diagnostic.of(DiagnosticCode.CONTENT_XML_EMPTY));
    }

    private UnreadableException otherRoot() {
        return new UnreadableException(
                Problem.Reason.NOT_A_REPORT,
                Diagnostic.of(DiagnosticCode.CONTENT_XML_ROOT).quoting(wrapper));
    }

    /**
     * Returns the offset of any other content after the document that was read last, in its
     * characters; negative if there is none.
     */
    long next() {
        return next;
    }

    /** Returns how many bytes of a document its first characters have. */
    long bytes(InputStream in, long characters) throws IOException {
        return decoder.bytes(in, characters);
    }

    /** Whether the document that was read last ends with elements open. */
    boolean endedEarly() {
        return depth > 0;
    }

    private String openElement() {
        return names[depth - 1];
    }

    private void step()
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        switch (window[at]) {
            case '<' -> markup();
            case '&' -> reference();
            default -> text(false);
        }
        atStart = false;
    }

    /**
     * Reads what follows the root: white space, comments and processing instructions; anything else
     * ends reading.
     */
    private boolean trailing() throws IOException, NotWellFormedException, UnreadableException {
        if (isSpace(window[at])) {
            at++;
            return true;
        }
        if (startsWith("<!--")) {
            comment();
            return true;
        }
        if (startsWith("<?") && !declares()) {
            instruction();
            return true;
        }
        if (!nextBegins()) {
            deviation("xml.trailing", DiagnosticCode.XML_TRAILING);
        }
        return false;
    }

    /** Whether the next document of several begins here. */
    private boolean nextBegins() throws IOException {
        if (peek(0) == BYTE_ORDER_MARK) {
            return peek(1) == '<';
        }
        return declares()
                || (peek(0) == '<' && Element.of(localName(nameEnd(1))) == Element.FEEDBACK);
    }

    private boolean declares() throws IOException {
        return startsWith(DECLARATION) && isSpace(peek(DECLARATION.length()));
    }

    // ---- markup

    private void markup()
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        switch (peek(1)) {
            case '!' -> declaration();
            case '?' -> instruction();
            case '/' -> endTag();
            default -> startTag();
        }
    }

    private void declaration() throws IOException, NotWellFormedException, UnreadableException {
        if (startsWith("<!--")) {
            comment();
        } else if (startsWith(CDATA)) {
            cdata();
        } else if (startsWith(DOCTYPE)) {
            boolean html = startsWithIgnoringCase(DOCTYPE + " html");
            throw html && !rootSeen
                    ? new UnreadableException(
                            Problem.Reason.NOT_A_REPORT, Diagnostic.of(DiagnosticCode.CONTENT_HTML))
                    : new UnreadableException(
                            Problem.Reason.DOCTYPE,
                            located(Diagnostic.of(DiagnosticCode.XML_DOCTYPE)));
        } else if (!rootSeen && startsWithIgnoringCase(DOCTYPE + " html")) {
            throw new UnreadableException(
                    Problem.Reason.NOT_A_REPORT, Diagnostic.of(DiagnosticCode.CONTENT_HTML));
        } else {
            straySign();
        }
    }

    private void comment() throws IOException, NotWellFormedException {
        at += "<!--".length();
        skipBehind("-->", DiagnosticCode.XML_ENDS_IN_COMMENT);
    }

    private void instruction() throws IOException, NotWellFormedException {
        if (!atStart && declares()) {
            deviation("xml.leading", DiagnosticCode.XML_LATE_DECLARATION);
            if (depth > 0) {
                next = dropped + at;
                return;
            }
        }
        at += "<?".length();
        skipBehind(repair ? ">" : "?>", DiagnosticCode.XML_ENDS_IN_INSTRUCTION);
    }

    private void skipBehind(String terminator, DiagnosticCode endsInside)
            throws IOException, NotWellFormedException {
        while (at < end || fill()) {
            if (startsWith(terminator)) {
                at += terminator.length();
                return;
            }
            at++;
        }
        deviation("xml.truncated", endsInside);
    }

    private void cdata() throws IOException, NotWellFormedException {
        if (depth == 0) {
            deviation(REPAIRED, DiagnosticCode.XML_CDATA_OUTSIDE);
        }
        at += CDATA.length();
        while (at < end || fill()) {
            if (startsWith("]]>")) {
                at += "]]>".length();
                return;
            }
            text(true);
        }
        deviation("xml.truncated", DiagnosticCode.XML_ENDS_IN_CDATA);
    }

    private void startTag()
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        int nameEnd = nameEnd(1);
        int c = peek(nameEnd);
        if (nameEnd == 1 || !(c == '>' || c == '/' || isSpace(c))) {
            straySign();
            return;
        }
        int tagEnd = tagEnd(nameEnd);
        if (tagEnd < 0) {
            straySign();
            return;
        }
        String localName = localName(nameEnd);
        Element element = Element.of(localName);
        String name =
                localName.length() == nameEnd - 1 && element != Element.UNKNOWN
                        ? element.localName()
                        : new String(window, at + 1, nameEnd - 1);
        boolean empty = window[at + tagEnd - 2] == '/';
        if (!rootSeen && element != Element.FEEDBACK) {
            wrapper(element, name);
            at += tagEnd;
            return;
        }
        if (element == Element.FEEDBACK && depth > 0 && (repair || !handler.skips())) {
            // Open elements were truncated, or are just a wrapper.
            deviation(
                    REPAIRED, Diagnostic.of(DiagnosticCode.XML_NEXT_INSIDE).quoting(openElement()));
            next = dropped + at;
            return;
        }
        if (repair && element.isSection() && depth > 1) {
            deviation(
                    REPAIRED,
                    Diagnostic.of(DiagnosticCode.XML_OPEN_AT).quoting(openElement()).quoting(name));
            handler.torn();
            closeTo(1, false);
        }
        open(element, name);
        at += tagEnd;
        if (empty) {
            closeTo(depth - 1, true);
        }
    }

    /** An element that is not part of the report, but may be around it. */
    private void wrapper(Element element, String name)
            throws NotWellFormedException, UnreadableException {
        refuseOutside(element, name);
        if (element == Element.SCHEMA) {
            deviation("xml.schema", DiagnosticCode.XML_SCHEMA);
        } else if (wrapper.isEmpty()) {
            wrapper = name;
            wrapperEnd = dropped + at + WRAPPER_LENGTH;
            deviation("xml.wrapper", Diagnostic.of(DiagnosticCode.XML_WRAPPER).quoting(name));
        }
    }

    /**
     * Refuses an element outside of a report that only reports have: it is a piece of a report
     * whose start is missing.
     */
    private void refuseOutside(Element element, String name) throws UnreadableException {
        if (element.isReportsOnly()) {
            throw new UnreadableException(
                    Problem.Reason.BROKEN,
                    located(Diagnostic.of(DiagnosticCode.XML_OUTSIDE_OF_REPORT).quoting(name)));
        }
    }

    private String localName(int nameEnd) {
        int colon = colon(1, nameEnd);
        return new String(window, at + colon, nameEnd - colon);
    }

    private void open(Element element, String name)
            throws NotWellFormedException, UnreadableException, NeedsPolicyException {
        if (depth == Limits.XML_DEPTH) {
            // Missing end tags make records nest; with repair they do not.
            deviation(REPAIRED, TOO_DEEP);
            throw new UnreadableException(Problem.Reason.BROKEN, located(TOO_DEEP));
        }
        rootSeen = true;
        names[depth++] = name;
        handler.start(element);
    }

    /** Returns where the tag's name ends, counted from here; {@code from} if there is none. */
    private int nameEnd(int from) throws IOException {
        int n = from;
        if (!isNameStart(peek(n))) {
            return from;
        }
        do {
            n++;
        } while (isNameStart(peek(n)) || isNamePart(peek(n)));
        return n;
    }

    /** Returns the offset after the last colon of the name, counted from here. */
    private int colon(int from, int to) {
        for (int n = to - 1; n > from; n--) {
            if (window[at + n - 1] == ':') {
                return n;
            }
        }
        return from;
    }

    /**
     * Returns the offset after the {@code >} of the tag, counted from here; negative if this is not
     * a tag.
     */
    private int tagEnd(int from) throws IOException, NotWellFormedException {
        int n = from;
        while (n < TAG_LENGTH) {
            int before = n;
            while (isSpace(peek(n))) {
                n++;
            }
            int c = peek(n);
            if (c == '>') {
                return n + 1;
            }
            if (c == '/' && peek(n + 1) == '>') {
                return n + 2;
            }
            if (c == NONE || c == '<') {
                return -1;
            }
            int behind = n == before ? -1 : attribute(n);
            if (behind < 0) {
                deviation(REPAIRED, DiagnosticCode.XML_ATTRIBUTES);
                handler.torn();
                // Continue directly after what looked like a name: scanning it again would be
                // quadratic.
                behind = Math.max(nameEnd(n), n + 1);
            }
            n = behind;
        }
        return -1;
    }

    /**
     * Returns the offset after {@code name="value"}, counted from here; negative if there is
     * something else.
     */
    private int attribute(int from) throws IOException {
        int n = nameEnd(from);
        if (n == from) {
            return -1;
        }
        while (isSpace(peek(n))) {
            n++;
        }
        if (peek(n) != '=') {
            return -1;
        }
        do {
            n++;
        } while (isSpace(peek(n)));
        int quote = peek(n);
        if (quote != '"' && quote != '\'') {
            return -1;
        }
        for (n++; n < TAG_LENGTH; n++) {
            int c = peek(n);
            if (c == quote) {
                return n + 1;
            }
            if (c == NONE || c == '<') {
                return -1;
            }
        }
        return -1;
    }

    private void endTag()
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        int nameEnd = nameEnd(2);
        int n = nameEnd;
        while (n < TAG_LENGTH && isSpace(peek(n))) {
            n++;
        }
        if (nameEnd == 2 || peek(n) != '>') {
            straySign();
            return;
        }
        int open = depth;
        while (open > 0 && !isNamed(names[open - 1], nameEnd)) {
            open--;
        }
        if (open != depth || depth == 0) {
            String name = new String(window, at + 2, nameEnd - 2);
            deviation(
                    rootSeen ? REPAIRED : "xml.leading",
                    depth == 0
                            ? Diagnostic.of(DiagnosticCode.XML_END_TAG_ALONE).quoting(name)
                            : Diagnostic.of(DiagnosticCode.XML_END_TAG_INSIDE)
                                    .quoting(name)
                                    .quoting(openElement()));
            handler.torn();
            Element element = Element.of(name.substring(name.lastIndexOf(':') + 1));
            if (!rootSeen) {
                refuseOutside(element, name);
            } else if (open == 0) {
                handler.endOnly(element);
            }
        }
        at += n + 1;
        if (open > 0) {
            closeTo(open, false);
            closeTo(open - 1, true);
        }
    }

    private boolean isNamed(String name, int nameEnd) {
        if (name.length() != nameEnd - 2) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (window[at + 2 + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void closeTo(int newDepth, boolean withTag) throws NeedsPolicyException {
        while (depth > newDepth) {
            depth--;
            handler.end(withTag);
        }
    }

    // ---- text

    /** Whether the document ends in the tag that begins here. */
    private boolean isCutOffInTag() throws IOException {
        int n = nameEnd(peek(1) == '/' ? 2 : 1);
        return n > 1 && peek(n) == NONE;
    }

    /** A less-than sign that begins no markup. */
    private void straySign() throws IOException, NotWellFormedException {
        if (rootSeen) {
            deviation(REPAIRED, DiagnosticCode.XML_STRAY_SIGN);
            if (peek(1) != NONE && !isCutOffInTag()) {
                handler.torn();
            }
            handler.text(window, at, at + 1);
        } else {
            tagCutOff |= wrapper.isEmpty() && isCutOffInTag();
            deviation("xml.leading", DiagnosticCode.XML_LEADING);
        }
        at++;
    }

    private void reference() throws IOException, NotWellFormedException {
        int n = 1;
        int c = peek(n);
        while (n < REFERENCE_LENGTH && (c == '#' || isNameStart(c) || isNamePart(c))) {
            c = peek(++n);
        }
        int codePoint = c == ';' ? codePoint(new String(window, at + 1, n - 1)) : NONE;
        if (!rootSeen) {
            deviation("xml.leading", DiagnosticCode.XML_LEADING);
            at++;
        } else if (codePoint == NONE) {
            deviation(REPAIRED, DiagnosticCode.XML_REFERENCE);
            handler.text(window, at, at + 1);
            at++;
        } else {
            char[] chars = Character.toChars(codePoint);
            handler.text(chars, 0, chars.length);
            at += n + 1;
        }
    }

    private static int codePoint(String name) {
        return switch (name) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            case "apos" -> '\'';
            default -> name.startsWith("#") ? numeric(name) : NONE;
        };
    }

    private static int numeric(String name) {
        boolean hex = name.startsWith("#x");
        int from = hex ? 2 : 1;
        long value = name.length() == from ? NONE : 0;
        for (int i = from; i < name.length() && value >= 0; i++) {
            int digit = Character.digit(name.charAt(i), hex ? 16 : 10);
            value = digit < 0 ? NONE : value * (hex ? 16 : 10) + digit;
        }
        boolean legal =
                value <= Character.MAX_VALUE
                        ? value >= 0 && (value == '\r' || isPlain((char) value))
                        : value <= Character.MAX_CODE_POINT;
        return legal ? (int) value : NONE;
    }

    /** A run of text; at least one character is taken. */
    private void text(boolean inCdata) throws IOException, NotWellFormedException {
        int i = at;
        while (i < end
                && isPlain(window[i])
                && (inCdata ? window[i] != ']' : !isMarkup(window[i]))) {
            i++;
        }
        if (i > at) {
            int from = at;
            at = i;
            pass(from, i);
        } else {
            special();
        }
    }

    /** A character that may be more than itself: half of a pair, a line end, or illegal. */
    private void special() throws IOException, NotWellFormedException {
        char c = window[at];
        if (Character.isHighSurrogate(c) && Character.isLowSurrogate((char) peek(1))) {
            at += 2;
            pass(at - 2, at);
        } else if (c == '\r') {
            // XML, section 2.11: CR LF and CR alone are LF.
            if (peek(1) != '\n') {
                window[at] = '\n';
                pass(at, at + 1);
            }
            at++;
        } else if (c == ']') {
            at++;
            pass(at - 1, at);
        } else {
            deviation(
                    rootSeen ? "xml.characters" : "xml.leading",
                    Diagnostic.of(DiagnosticCode.XML_CHARACTER).with((int) c));
            at++;
        }
    }

    private void pass(int from, int to) throws NotWellFormedException {
        if (depth > 0) {
            handler.text(window, from, to);
            return;
        }
        for (int i = from; i < to; i++) {
            if (!isSpace(window[i])) {
                deviation("xml.leading", DiagnosticCode.XML_LEADING);
            }
        }
    }

    private static boolean isMarkup(char c) {
        return c == '<' || c == '&';
    }

    private static boolean isPlain(char c) {
        if (c < ' ') {
            return c == '\t' || c == '\n';
        }
        return !Character.isSurrogate(c) && c < 0xFFFE;
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private static boolean isNameStart(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '_'
                || c == ':'
                || c >= 0xC0;
    }

    private static boolean isNamePart(int c) {
        return (c >= '0' && c <= '9') || c == '-' || c == '.' || c == 0xB7;
    }

    // ---- the window

    /** The character that many places on, or {@link #NONE}. */
    private int peek(int n) throws IOException {
        while (at + n >= end) {
            if (!fill()) {
                return NONE;
            }
        }
        return window[at + n];
    }

    private boolean startsWith(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            if (peek(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean startsWithIgnoringCase(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            if (Character.toLowerCase(peek(i)) != Character.toLowerCase(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Moves the window on; false if nothing more comes or the window is full. */
    private boolean fill() throws IOException {
        if (ended || end - at > window.length - XmlDecoder.MIN_CHARS) {
            return false;
        }
        for (int i = 0; i < at; i++) {
            if (window[i] == '\n') {
                line++;
                lineStart = dropped + i + 1;
            }
        }
        dropped += at;
        System.arraycopy(window, at, window, 0, end - at);
        end -= at;
        at = 0;
        int count = decoder.read(window, end, window.length - end);
        ended = count < 0;
        end += Math.max(count, 0);
        return !ended;
    }

    private void deviation(String code, DiagnosticCode flaw) throws NotWellFormedException {
        deviation(code, Diagnostic.of(flaw));
    }

    private void deviation(String code, Diagnostic flaw) throws NotWellFormedException {
        if (!repair) {
            throw new NotWellFormedException(located(flaw));
        }
        // Finding the place costs time, and a document may deviate at its every character.
        if (!remarks.has(code)) {
            remarks.add(code, located(flaw));
        }
    }

    private Diagnostic located(Diagnostic flaw) {
        long lines = line;
        long start = lineStart;
        for (int i = 0; i < at; i++) {
            if (window[i] == '\n') {
                lines++;
                start = dropped + i + 1;
            }
        }
        return Diagnostic.of(DiagnosticCode.XML_AT)
                .with(lines)
                .with(dropped + at - start + 1)
                .with(flaw);
    }
}
