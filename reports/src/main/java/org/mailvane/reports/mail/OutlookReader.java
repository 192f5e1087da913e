package org.mailvane.reports.mail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.poi.poifs.filesystem.DirectoryEntry;
import org.apache.poi.poifs.filesystem.DocumentEntry;
import org.apache.poi.poifs.filesystem.DocumentInputStream;
import org.apache.poi.poifs.filesystem.Entry;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.LimitExceeded;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.mail.MailReader.PartHandler;

/**
 * Reads a mail that Outlook has saved (a {@code .msg} file: MS-OXMSG, in a compound file, MS-CFB)
 * and passes on its text and its attachments as the parts of a mail. Mails inside it are read with
 * it.
 */
public final class OutlookReader {

    /**
     * Maximum size of one file in bytes; it is kept in memory while it is read, each attachment a
     * second time.
     */
    public static final int MAX_BYTES = 32 << 20;

    /** Begin of the names under which properties are stored: MS-OXMSG, section 2.1.3. */
    private static final String PROPERTY = "__substg1.0_";

    private static final String PROPERTY_AS_STORED =
            new String(PROPERTY.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1);

    private static final int BUFFER_BYTES = 64 << 10;

    /** Begin of the names of attachments: section 2.2.2. */
    private static final String ATTACHMENT = "__attach_version1.0_";

    /** Properties by their number, and types of their values: MS-OXPROPS. */
    private static final String TEXT = "1000";

    private static final String HEADERS = "007D";
    private static final String CONTENT = "3701";
    private static final String LONG_NAME = "3707";
    private static final String SHORT_NAME = "3704";
    private static final String MIME_TYPE = "370E";
    private static final String AS_BYTES = "0102";
    private static final String AS_MAIL = "000D";
    private static final String AS_UNICODE = "001F";
    private static final String AS_8_BIT = "001E";

    /** Bytes of a name or type that are read. */
    private static final int NAME_BYTES = 1 << 10;

    /** The content type field with its continuation lines. */
    private static final Pattern CONTENT_TYPE =
            Pattern.compile(
                    "(?im)^content-type[ \\t]*:[ \\t]*(\\S[^\\r\\n]*+(?:\\r?\\n[ \\t][^\\r\\n]*+)*+)");

    private static final Pattern REPORT_TYPE = Pattern.compile("report-type=\"?([a-z0-9-]+)");

    /** Bytes of the mail's headers that are read. */
    private static final int HEADER_BYTES = Limits.MAIL_HEADER_LENGTH;

    /** The usual encoding of 8-bit texts; file names and types are ASCII in any case. */
    private static final Charset CODE_PAGE = Charset.forName("windows-1252");

    /** Size of the compound file's header: MS-CFB, section 2.2. */
    private static final int CFB_HEADER_BYTES = 512;

    private static final int SECTOR_SHIFT_AT = 30;
    private static final int FAT_SECTORS_AT = 44;
    private static final int NAME_IN_FAT = 4;

    /** Bytes of the mail's text that are read. */
    private static final int TEXT_BYTES = 1 << 20;

    private final Budget budget;
    private final List<Part> parts = new ArrayList<>();

    private OutlookReader(Budget budget) {
        this.budget = budget;
    }

    /**
     * A part to pass on.
     *
     * @param content null for a multipart
     */
    private record Part(PartHeader header, @Nullable Content content) {}

    /** Bytes of a part, read when it is its turn. */
    @FunctionalInterface
    private interface Content {
        byte[] bytes() throws IOException;
    }

    /** A step in a file whose structure is not to be trusted. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException;
    }

    /** A file whose structure can't be followed. */
    public static final class DamagedFile extends IOException {

        private static final long serialVersionUID = 1;

        DamagedFile(Exception cause) {
            super(cause);
        }
    }

    /**
     * Reads a file.
     *
     * @param file a compound file (MS-CFB)
     * @param mails mails around it, itself included
     * @param budget is spent by each part
     * @return whether it is a mail at all; other programs write compound files too
     * @throws LimitExceeded where the mail or the handler crosses a bound
     * @throws DamagedFile where its structure can't be followed
     */
    public static boolean read(ByteSource file, int mails, Budget budget, PartHandler handler)
            throws IOException {
        try (POIFSFileSystem files = guarded(() -> open(file))) {
            DirectoryEntry root = files.getRoot();
            if (root.getEntryNames().stream().noneMatch(OutlookReader::isOfMail)) {
                return false;
            }
            OutlookReader reader = new OutlookReader(budget);
            guarded(() -> reader.mail(root, mails));
            for (Part part : reader.parts) {
                Content content = part.content;
                if (content == null) {
                    handler.multipart(part.header);
                } else {
                    byte[] bytes = guarded(content::bytes);
                    handler.part(part.header, new ByteArrayInputStream(bytes));
                }
            }
            return true;
        }
    }

    /**
     * Returns whether a file with an unreadable structure seems to be a mail: the name of a
     * property appears somewhere in it. Damaged files of other programs are not lost reports.
     */
    public static boolean claimsToBeMail(InputStream file) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int kept = 0;
        int n = file.readNBytes(buffer, 0, buffer.length);
        while (n > 0) {
            int filled = kept + n;
            String text = new String(buffer, 0, filled, StandardCharsets.ISO_8859_1);
            if (text.contains(PROPERTY_AS_STORED)) {
                return true;
            }
            kept = Math.min(filled, PROPERTY_AS_STORED.length());
            System.arraycopy(buffer, filled - kept, buffer, 0, kept);
            n = file.readNBytes(buffer, kept, buffer.length - kept);
        }
        return false;
    }

    /**
     * Runs a step. The library signals a broken structure in many ways, all of which mean the same
     * here.
     */
    private static <T> T guarded(Step<T> step) throws IOException {
        try {
            return step.take();
        } catch (LimitExceeded crossed) {
            throw crossed;
        } catch (IOException | RuntimeException broken) {
            throw new DamagedFile(broken);
        }
    }

    private static POIFSFileSystem open(ByteSource file) throws IOException {
        long size;
        byte[] header;
        try (InputStream counted = file.open()) {
            header = counted.readNBytes(CFB_HEADER_BYTES);
            size = header.length + counted.transferTo(OutputStream.nullOutputStream());
        }
        if (size > MAX_BYTES) {
            throw LimitExceeded.here(
                    Problem.Reason.TOO_LARGE,
                    Diagnostic.of(DiagnosticCode.LIMIT_OUTLOOK_FILE).with(MAX_BYTES));
        }
        if (header.length < CFB_HEADER_BYTES || claims(header) > size + fatSectorCovers(header)) {
            throw new IOException("its table of sectors is larger than the file");
        }
        try (InputStream in = file.open()) {
            return new POIFSFileSystem(in);
        }
    }

    /** Bytes that the header says there are: so much would be allocated. */
    private static long claims(byte[] header) {
        long fatSectors =
                Integer.toUnsignedLong(
                        ByteBuffer.wrap(header)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .getInt(FAT_SECTORS_AT));
        return fatSectors * fatSectorCovers(header);
    }

    private static long fatSectorCovers(byte[] header) {
        // 512 or 4096 bytes; the library refuses all else.
        long sector = header[SECTOR_SHIFT_AT] == 12 ? 4096 : 512;
        return sector / NAME_IN_FAT * sector;
    }

    private static boolean isOfMail(String name) {
        return name.startsWith(PROPERTY) || name.startsWith(ATTACHMENT);
    }

    private boolean mail(DirectoryEntry mail, int depth) throws IOException {
        budget.mailDepth(depth);
        String type = contentType(mail);
        if (type.startsWith("multipart/")) {
            add(multipart(type), null);
        }
        String text = text(mail, TEXT, TEXT_BYTES);
        if (!text.isEmpty()) {
            add(
                    new PartHeader("text/plain", null, "8bit", null, null),
                    () -> text.getBytes(StandardCharsets.UTF_8));
        }
        for (DirectoryEntry attachment : attachments(mail)) {
            attachment(attachment, depth);
        }
        return true;
    }

    private void add(PartHeader header, @Nullable Content content) throws IOException {
        budget.part();
        parts.add(new Part(header, content));
    }

    private static List<DirectoryEntry> attachments(DirectoryEntry mail) {
        List<DirectoryEntry> found = new ArrayList<>();
        for (Entry entry : mail) {
            if (entry instanceof DirectoryEntry folder && entry.getName().startsWith(ATTACHMENT)) {
                found.add(folder);
            }
        }
        found.sort(Comparator.comparing(Entry::getName));
        return found;
    }

    private void attachment(DirectoryEntry attachment, int depth) throws IOException {
        if (entry(attachment, CONTENT + AS_MAIL) instanceof DirectoryEntry inner) {
            mail(inner, depth + 1);
            return;
        }
        DocumentEntry content = property(attachment, CONTENT, AS_BYTES);
        if (content == null) {
            return;
        }
        String name = text(attachment, LONG_NAME, NAME_BYTES);
        String type = text(attachment, MIME_TYPE, NAME_BYTES).strip().toLowerCase(Locale.ROOT);
        add(
                new PartHeader(
                        type.indexOf('/') > 0 ? type : "application/octet-stream",
                        null,
                        "binary",
                        name.isEmpty() ? text(attachment, SHORT_NAME, NAME_BYTES) : name,
                        null),
                () -> bytes(content));
    }

    private static byte[] bytes(DocumentEntry content) throws IOException {
        try (InputStream in = new DocumentInputStream(content)) {
            return in.readAllBytes();
        }
    }

    /** The mail's own type, as the headers say that it came with; empty if there are none. */
    private static String contentType(DirectoryEntry mail) throws IOException {
        String headers = text(mail, HEADERS, HEADER_BYTES);
        Matcher type = CONTENT_TYPE.matcher(headers);
        return type.find() ? type.group(1).toLowerCase(Locale.ROOT) : "";
    }

    private static PartHeader multipart(String type) {
        int end = type.indexOf(';');
        Matcher reportType = REPORT_TYPE.matcher(type);
        return new PartHeader(
                end < 0 ? type : type.substring(0, end).strip(),
                null,
                "7bit",
                null,
                reportType.find() ? reportType.group(1) : null);
    }

    private static String text(DirectoryEntry folder, String property, int most)
            throws IOException {
        DocumentEntry unicode = property(folder, property, AS_UNICODE);
        if (unicode != null) {
            return text(unicode, StandardCharsets.UTF_16LE, most);
        }
        DocumentEntry bytes = property(folder, property, AS_8_BIT);
        return bytes == null ? "" : text(bytes, CODE_PAGE, most);
    }

    private static String text(DocumentEntry entry, Charset charset, int most) throws IOException {
        try (InputStream in = new DocumentInputStream(entry)) {
            return new String(in.readNBytes(most), charset);
        }
    }

    private static @Nullable DocumentEntry property(
            DirectoryEntry folder, String property, String type) {
        return entry(folder, property + type) instanceof DocumentEntry document ? document : null;
    }

    private static @Nullable Entry entry(DirectoryEntry folder, String property) {
        for (Entry entry : folder) {
            if (entry.getName().equalsIgnoreCase(PROPERTY + property)) {
                return entry;
            }
        }
        return null;
    }
}
