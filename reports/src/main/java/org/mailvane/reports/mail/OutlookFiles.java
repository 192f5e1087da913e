package org.mailvane.reports.mail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Tells Outlook's mail files from other OLE files (MS-CFB), such as old Office documents. */
public final class OutlookFiles {

    /** Begin of the names under which a mail's properties are stored: MS-OXMSG, section 2.1.3. */
    private static final String PROPERTY_STREAM =
            new String(
                    "__substg1.0_".getBytes(StandardCharsets.UTF_16LE),
                    StandardCharsets.ISO_8859_1);

    private static final int BUFFER_BYTES = 64 << 10;

    private OutlookFiles() {}

    /** Whether an OLE file is a mail. Reads as far as is needed to see it, at most to the end. */
    public static boolean isMessage(InputStream ole) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int kept = 0;
        int n = ole.readNBytes(buffer, 0, buffer.length);
        while (n > 0) {
            int filled = kept + n;
            String text = new String(buffer, 0, filled, StandardCharsets.ISO_8859_1);
            if (text.contains(PROPERTY_STREAM)) {
                return true;
            }
            kept = Math.min(filled, PROPERTY_STREAM.length());
            System.arraycopy(buffer, filled - kept, buffer, 0, kept);
            n = ole.readNBytes(buffer, kept, buffer.length - kept);
        }
        return false;
    }
}
