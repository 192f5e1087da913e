package org.mailvane.reports.mail;

import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.util.ByteSequence;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Limits;

/**
 * Fields of a mail's header that show its origin: unfolded, not decoded, the first of each name,
 * empty if there is none. They are collected for every mail and rarely used, so they stay bytes
 * until then.
 */
public final class MailHeader {

    /** A header without any of them. */
    public static final MailHeader EMPTY = new MailHeader();

    /** Bytes of a field that are kept: enough for {@link Limits#TEXT_LENGTH} encoded characters. */
    private static final int KEPT_BYTES = 8 * Limits.TEXT_LENGTH;

    private byte @Nullable [] from;
    private byte @Nullable [] to;
    private byte @Nullable [] subject;
    private byte @Nullable [] messageId;
    private byte @Nullable [] date;
    private byte @Nullable [] tlsReportDomain;

    MailHeader() {}

    /** The From field. */
    public String from() {
        return text(from);
    }

    /** The To field. */
    public String to() {
        return text(to);
    }

    /** The subject. */
    public String subject() {
        return text(subject);
    }

    /** The mail's identifier. */
    public String messageId() {
        return text(messageId);
    }

    /** The date. */
    public String date() {
        return text(date);
    }

    /** The domain that a TLS report in the mail is about: RFC 8460, section 5.3. */
    public String tlsReportDomain() {
        return text(tlsReportDomain);
    }

    private static String text(byte @Nullable [] field) {
        return field == null
                ? ""
                : HeaderText.singleBlanks(
                        HeaderText.decode(field, 0, field.length, field.length == KEPT_BYTES));
    }

    /** Takes a field of the header if it is one of them. */
    void add(String name, RawField field) {
        switch (name.length()) {
            case 2 -> to = to == null && name.equalsIgnoreCase("To") ? body(field) : to;
            case 4 -> {
                if (from == null && name.equalsIgnoreCase("From")) {
                    from = body(field);
                } else if (date == null && name.equalsIgnoreCase("Date")) {
                    date = body(field);
                }
            }
            case 7 ->
                    subject =
                            subject == null && name.equalsIgnoreCase("Subject")
                                    ? body(field)
                                    : subject;
            case 10 ->
                    messageId =
                            messageId == null && name.equalsIgnoreCase("Message-ID")
                                    ? body(field)
                                    : messageId;
            case 17 ->
                    tlsReportDomain =
                            tlsReportDomain == null && name.equalsIgnoreCase("TLS-Report-Domain")
                                    ? body(field)
                                    : tlsReportDomain;
            default -> {}
        }
    }

    /** A copy: mime4j uses its buffer again, and would decode in a time that grows too fast. */
    private static byte[] body(RawField field) {
        ByteSequence raw = field.getRaw();
        int begin = field.getDelimiterIdx() + 1;
        byte[] body = new byte[Math.clamp(raw.length() - (long) begin, 0, KEPT_BYTES)];
        for (int i = 0; i < body.length; i++) {
            body[i] = raw.byteAt(begin + i);
        }
        return body;
    }
}
