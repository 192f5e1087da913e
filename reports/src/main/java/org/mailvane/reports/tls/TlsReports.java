package org.mailvane.reports.tls;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

/** Tells SMTP TLS reports (RFC 8460, section 4.4) from other JSON by their members. */
public final class TlsReports {

    private static final Set<String> MEMBERS =
            Set.of("organization-name", "date-range", "report-id", "policies");

    /** So many of the four make a report: a reporter may leave some out. */
    private static final int ENOUGH_MEMBERS = 2;

    private static final int BUFFER_BYTES = 4 << 10;
    private static final int LONGEST_NAME = 32;

    private final Set<String> found = new HashSet<>();
    private final StringBuilder name = new StringBuilder(LONGEST_NAME);
    private int depth;
    private int memberDepth = 1;
    private boolean inString;
    private boolean escaped;

    private TlsReports() {}

    /**
     * Whether a document is a TLS report, or an array of such. Reads as far as is needed to see it,
     * to the end where it is none; never fails on broken JSON.
     */
    public static boolean isTlsReport(InputStream json) throws IOException {
        TlsReports scan = new TlsReports();
        byte[] buffer = new byte[BUFFER_BYTES];
        int n = json.read(buffer, 0, buffer.length);
        while (n >= 0) {
            for (int i = 0; i < n; i++) {
                scan.next((char) (buffer[i] & 0xff));
            }
            if (scan.found.size() >= ENOUGH_MEMBERS) {
                return true;
            }
            n = json.read(buffer, 0, buffer.length);
        }
        return false;
    }

    private void next(char c) {
        if (inString) {
            inString(c);
            return;
        }
        switch (c) {
            case '"' -> {
                inString = true;
                name.setLength(0);
            }
            case '[' -> {
                if (depth == 0) {
                    memberDepth = 2;
                }
                depth++;
            }
            case '{' -> depth++;
            case ']', '}' -> depth--;
            case ':' -> {
                if (depth == memberDepth && MEMBERS.contains(name.toString())) {
                    found.add(name.toString());
                }
            }
            default -> {}
        }
    }

    private void inString(char c) {
        if (escaped) {
            escaped = false;
        } else if (c == '\\') {
            escaped = true;
        } else if (c == '"') {
            inString = false;
        } else if (name.length() < LONGEST_NAME) {
            name.append(c);
        }
    }
}
