package org.mailvane.reports.mail;

import org.apache.james.mime4j.stream.BodyDescriptor;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;

/**
 * The description of the body in the header of a mail or of one of its parts (RFC 2045, RFC 2183),
 * parsed tolerantly. It never decides what the body is; it only helps to report what was expected.
 *
 * @param mimeType lower case; {@code text/plain} where the header names none
 * @param boundary of a multipart
 * @param transferEncoding lower case, {@code 7bit} where the header names none
 * @param fileName decoded; null if the header names none
 * @param reportType of a {@code multipart/report}, lower case (RFC 6522)
 */
public record PartHeader(
        String mimeType,
        @Nullable String boundary,
        String transferEncoding,
        @Nullable String fileName,
        @Nullable String reportType)
        implements BodyDescriptor {

    /** Whether the part is a text to be read by a person, not an attached file. */
    public boolean isText() {
        return fileName == null && mimeType.startsWith("text/") && !mimeType.endsWith("/xml");
    }

    /** Whether it is a page, which never is a report however much it looks like XML. */
    public boolean isHtml() {
        return mimeType.equals("text/html");
    }

    /** Whether it says that it is a mail, or the header of one, inside a mail. */
    public boolean isMessage() {
        return mimeType.startsWith("message/rfc822")
                || mimeType.equals("message/global")
                || mimeType.equals("message/global-headers")
                || mimeType.startsWith("text/rfc822");
    }

    /** Whether it says that it is the header of a mail without its body (RFC 6522, section 4). */
    public boolean isMessageHeader() {
        return isMessage() && (mimeType.endsWith("-headers") || mimeType.endsWith("-header"));
    }

    /**
     * Returns why its content is not in this mail, or not all of it (RFC 2046, sections 5.2.2 and
     * 5.2.3); null if it is.
     */
    public @Nullable Diagnostic elsewhere() {
        return switch (mimeType) {
            case "message/partial" -> Diagnostic.of(DiagnosticCode.UNSUPPORTED_PARTIAL_MAIL);
            case "message/external-body" -> Diagnostic.of(DiagnosticCode.UNSUPPORTED_EXTERNAL_BODY);
            default -> null;
        };
    }

    /**
     * Returns whether a mail of this type returns or quotes another mail: a bounce, a complaint.
     */
    public boolean quotesMessages() {
        boolean report = mimeType.equals("multipart/report");
        return (report && reportType != null && !reportType.equals("tlsrpt"))
                || mimeType.equals("message/feedback-report")
                || mimeType.equals("message/delivery-status")
                || mimeType.equals("message/disposition-notification");
    }

    @Override
    public String getMimeType() {
        return mimeType;
    }

    @Override
    public String getMediaType() {
        return mimeType.substring(0, mimeType.indexOf('/'));
    }

    @Override
    public String getSubType() {
        return mimeType.substring(mimeType.indexOf('/') + 1);
    }

    @Override
    public @Nullable String getBoundary() {
        return boundary;
    }

    @Override
    public @Nullable String getCharset() {
        return null;
    }

    @Override
    public String getTransferEncoding() {
        return transferEncoding;
    }

    @Override
    public long getContentLength() {
        return -1;
    }
}
