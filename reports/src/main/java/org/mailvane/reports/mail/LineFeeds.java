package org.mailvane.reports.mail;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A mail whose lines end with carriage returns alone, with line feeds in their place. */
public final class LineFeeds extends FilterInputStream {

    /** Such a mail. */
    public LineFeeds(InputStream mail) {
        super(mail);
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        return b == '\r' ? '\n' : b;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int n = in.read(into, offset, length);
        for (int i = offset; i < offset + n; i++) {
            if (into[i] == '\r') {
                into[i] = '\n';
            }
        }
        return n;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
