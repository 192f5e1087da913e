package org.mailvane.reports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.archive.UuencodedFile;

/**
 * The part of a {@link Walk} that looks into what is neither XML nor packed: for files that are
 * written into a text, archives with a program or anything else in front of them, and formats that
 * are not read.
 */
final class TextWalk {

    /** Number of bytes that are searched; anything that begins later is not found. */
    static final int SEARCHED_BYTES = 8 << 20;

    /** Bytes that are looked at together. */
    private static final int WINDOW = 64 << 10;

    /** Bytes of them that are looked at once more with what follows. */
    private static final int OVERLAP = 2 << 10;

    /** Bytes in which a gzip file may have something in front of it: its magic is short. */
    private static final int GZIP_WITHIN = HeadStream.HEAD_BYTES;

    /** Names of files that are to hold a report. */
    private static final Pattern REPORT_NAME =
            Pattern.compile("(?i).*\\.(?:xml|json|gz|tgz|zip|tar)", Pattern.DOTALL);

    private static final String ZIP_MAGIC = "PK\u0003\u0004";

    /** The header of a file in a zip archive: APPNOTE, section 4.3.7. */
    private static final Pattern ZIP =
            Pattern.compile(
                    "PK\\x03\\x04[\\x00-\\x3f]\\x00..[\\x00\\x08\\x09\\x0c\\x0e\\x5d-\\x63]\\x00",
                    Pattern.DOTALL);

    private static final Pattern GZIP = Pattern.compile("\\x1f\\x8b\\x08[\\x00-\\x1f]");

    private static final Pattern REPORT = Pattern.compile("<(?:[\\w.-]{1,64}:)?feedback[\\s>]");

    /** Matches what may begin at the start of a line. */
    private static final Pattern LINE =
            Pattern.compile(
                    "begin(?:-base64)? [0-7]{3,4} |=ybegin |\\(This file must be converted with BinHex"
                            + "|-----BEGIN (?:PGP MESSAGE|PKCS7|CMS)-----"
                            + "|(?:UEsDB|H4sI|PD94bWw|PGZlZWRiYWNr)[A-Za-z0-9+/]{40}");

    private static final String LINE_STARTS = "b=(-UHP";

    private final Walk walk;

    TextWalk(Walk walk) {
        this.walk = walk;
    }

    /**
     * Looks through a file.
     *
     * @param again opens it again; null where that can't be done
     * @param forPeople whether it is a text to be read, in which a report may be quoted
     */
    void read(SourceLocation at, HeadStream in, @Nullable ByteSource again, boolean forPeople)
            throws IOException {
        boolean text = Content.isText(in);
        Problem unread = unread(at, in, text, forPeople);
        if (unread != null) {
            walk.findings().problem(unread);
            return;
        }
        Search search = new Search(in, text, forPeople);
        if (!search.find()) {
            nothing(at, text);
            return;
        }
        boolean more = true;
        while (more) {
            more = found(at, search, again);
            if (more) {
                search = new Search(search.behind, text, forPeople);
                more = search.find();
            }
        }
    }

    private static @Nullable Problem unread(
            SourceLocation at, HeadStream in, boolean text, boolean forPeople) {
        int start = Content.magicStart(in);
        // Without line ends, all of its bytes may be characters of ISO 8859-1.
        Problem ebcdic = Unread.ofEbcdic(in.head(), start, in.headLength(), at.path());
        if (ebcdic != null) {
            return ebcdic;
        }
        if (!text) {
            Problem first = Unread.ofBinary(in.head(), 0, in.headLength(), at.path());
            return first == null
                    ? Unread.ofBinary(in.head(), start, in.headLength(), at.path())
                    : first;
        }
        return forPeople ? null : Unread.ofText(in.head(), start, in.headLength(), at.path());
    }

    private void nothing(SourceLocation at, boolean text) {
        if (!text && REPORT_NAME.matcher(at.path()).matches()) {
            walk.findings()
                    .problem(
                            new Problem(
                                    at.path(),
                                    Problem.Reason.BROKEN,
                                    Diagnostic.of(DiagnosticCode.UNKNOWN_KIND)));
        } else {
            walk.findings().other((text ? Content.TEXT : Content.BINARY).code());
        }
    }

    /** Reads what was found; whether more may follow. */
    private boolean found(SourceLocation at, Search search, @Nullable ByteSource again)
            throws IOException {
        String start = search.start();
        String name = UuencodedFile.name(start);
        if (name != null) {
            UuencodedFile file = UuencodedFile.open(search.rest());
            held(at.inside(name), file);
            search.behind = file.rest();
            if (file.isUndecodable()) {
                walk.findings()
                        .problem(
                                new Problem(
                                        at.inside(name).path(),
                                        Problem.Reason.BROKEN,
                                        Diagnostic.of(DiagnosticCode.UNDECODABLE_UUENCODE)));
            }
            return true;
        }
        byte[] head = start.getBytes(StandardCharsets.ISO_8859_1);
        Problem unread = Unread.ofText(head, 0, head.length, at.path());
        if (unread != null) {
            walk.findings().problem(unread);
        } else if (again == null) {
            held(at, search.rest());
        } else {
            walk.document(at, new HeadStream(search.rest()), Skipping.of(again, search.position()));
        }
        return false;
    }

    private void held(SourceLocation at, InputStream in) throws IOException {
        walk.guarded(
                at,
                () -> {
                    try (HeldBytes bytes = HeldBytes.of(in, true, walk.budget())) {
                        walk.document(at, new HeadStream(bytes.open()), bytes);
                    }
                });
    }

    /** A search for the first thing that is hidden. */
    private static final class Search {

        private final boolean text;
        private final boolean forPeople;
        private InputStream behind;
        private String window = "";
        private long before;
        private int at;

        Search(InputStream in, boolean text, boolean forPeople) {
            this.behind = in;
            this.text = text;
            this.forPeople = forPeople;
        }

        boolean find() throws IOException {
            boolean more = true;
            while (more && before < SEARCHED_BYTES) {
                byte[] bytes = behind.readNBytes(WINDOW);
                more = bytes.length == WINDOW;
                boolean lineStart = before == 0 && window.isEmpty();
                int kept = Math.min(window.length(), OVERLAP);
                before += window.length() - kept;
                window =
                        window.substring(window.length() - kept)
                                + new String(bytes, StandardCharsets.ISO_8859_1);
                at = first(lineStart);
                // What begins in the overlap may continue after the window.
                boolean whole = at < window.length() - OVERLAP || !more;
                if (at >= 0 && whole) {
                    return true;
                }
            }
            return false;
        }

        private int first(boolean lineStart) {
            int gzip = before == 0 && !text ? match(GZIP, GZIP_WITHIN) : -1;
            int zip = forPeople || !window.contains(ZIP_MAGIC) ? -1 : match(ZIP, window.length());
            int report = text ? match(REPORT, window.length()) : -1;
            int line = text ? line(lineStart) : -1;
            int first = -1;
            for (int each : new int[] {gzip, zip, report, line}) {
                first = each >= 0 && (first < 0 || each < first) ? each : first;
            }
            return first;
        }

        private int match(Pattern pattern, int within) {
            Matcher matcher = pattern.matcher(window);
            return matcher.find() && matcher.start() < within ? matcher.start() : -1;
        }

        private int line(boolean lineStart) {
            Matcher matcher = LINE.matcher(window);
            boolean begins = lineStart;
            for (int i = 0; i < window.length(); i++) {
                char c = window.charAt(i);
                if (begins && LINE_STARTS.indexOf(c) >= 0 && isFile(matcher, i)) {
                    return i;
                }
                begins = c == '\n' || c == '\r';
            }
            return -1;
        }

        /** Returns whether the apparent start of a uuencoded file is one; it may be a sentence. */
        private boolean isFile(Matcher matcher, int from) {
            if (!matcher.region(from, window.length()).lookingAt()) {
                return false;
            }
            return !window.startsWith("begin", from)
                    || UuencodedFile.begins(
                            window.substring(from, Math.min(window.length(), from + OVERLAP)));
        }

        /** Returns the bytes from the find on, at least those that identify it. */
        String start() {
            return window.substring(at, Math.min(window.length(), at + OVERLAP));
        }

        /** Returns its position. */
        long position() {
            return before + at;
        }

        InputStream rest() {
            byte[] start = window.substring(at).getBytes(StandardCharsets.ISO_8859_1);
            return new SequenceInputStream(new ByteArrayInputStream(start), behind);
        }
    }
}
