package org.mailvane.reports.mail;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.QuotedPrintableInputStream;
import org.apache.james.mime4j.util.MimeUtil;

/**
 * The body of a part, decoded from base64 or quoted-printable (RFC 2045, section 6). What is not in
 * the encoding is left out, so that a body without anything in it looks like an empty one.
 */
final class PartBody extends FilterInputStream {

    private final Encoded encoded;
    private boolean hasBytes;
    private boolean ended;

    private PartBody(InputStream decoded, Encoded encoded) {
        super(decoded);
        this.encoded = encoded;
    }

    static PartBody of(InputStream in, String transferEncoding) {
        Encoded encoded = new Encoded(in);
        if (MimeUtil.isBase64Encoding(transferEncoding)) {
            return new PartBody(new Base64InputStream(encoded, DecodeMonitor.SILENT), encoded);
        }
        if (MimeUtil.isQuotedPrintableEncoded(transferEncoding)) {
            return new PartBody(
                    new QuotedPrintableInputStream(encoded, DecodeMonitor.SILENT), encoded);
        }
        return new PartBody(encoded, encoded);
    }

    /** Whether it was read to its end, and has bytes of which none could be decoded. */
    boolean isUndecodable() {
        return ended && !hasBytes && encoded.isVisible;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int n = super.read(into, offset, length);
        hasBytes |= n > 0;
        ended |= n < 0;
        return n;
    }

    /** The body as encoded in the mail. */
    private static final class Encoded extends FilterInputStream {

        private boolean isVisible;

        Encoded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int n = super.read(into, offset, length);
            for (int i = offset; !isVisible && i < offset + n; i++) {
                // Padding and soft line breaks are nothing by themselves.
                isVisible = (into[i] < 0 || into[i] > ' ') && into[i] != '=';
            }
            return n;
        }
    }
}
