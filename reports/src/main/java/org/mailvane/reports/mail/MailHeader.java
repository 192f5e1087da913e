package org.mailvane.reports.mail;

import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.util.ByteSequence;
import org.mailvane.reports.Limits;

/**
 * Fields of a mail's header that say where it comes from: unfolded, not decoded, the first of each
 * name, empty where there is none.
 *
 * @param from its From field
 * @param to its To field
 * @param subject its subject
 * @param messageId its identifier
 * @param date its date
 */
public record MailHeader(String from, String to, String subject, String messageId, String date) {

    /** A header without any of them. */
    public static final MailHeader EMPTY = new MailHeader("", "", "", "", "");

    /** Bytes of a field that are kept: enough for {@link Limits#TEXT_LENGTH} encoded characters. */
    private static final int KEPT_BYTES = 8 * Limits.TEXT_LENGTH;

    /** Collects the fields as they are met. Asked for every field of every mail. */
    static final class Builder {

        private String from = "";
        private String to = "";
        private String subject = "";
        private String messageId = "";
        private String date = "";

        void add(String name, RawField field) {
            switch (name.length()) {
                case 2 -> to = to.isEmpty() && name.equalsIgnoreCase("To") ? body(field) : to;
                case 4 -> {
                    if (from.isEmpty() && name.equalsIgnoreCase("From")) {
                        from = body(field);
                    } else if (date.isEmpty() && name.equalsIgnoreCase("Date")) {
                        date = body(field);
                    }
                }
                case 7 ->
                        subject =
                                subject.isEmpty() && name.equalsIgnoreCase("Subject")
                                        ? body(field)
                                        : subject;
                case 10 ->
                        messageId =
                                messageId.isEmpty() && name.equalsIgnoreCase("Message-ID")
                                        ? body(field)
                                        : messageId;
                default -> {}
            }
        }

        /** mime4j would decode it too, in a time that grows with the square of its length. */
        private static String body(RawField field) {
            ByteSequence raw = field.getRaw();
            int begin = field.getDelimiterIdx() + 1;
            int length = Math.clamp(raw.length() - (long) begin, 0, KEPT_BYTES);
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = raw.byteAt(begin + i);
            }
            return HeaderText.singleBlanks(HeaderText.decode(bytes, 0, length));
        }

        MailHeader build() {
            return new MailHeader(from, to, subject, messageId, date);
        }
    }
}
