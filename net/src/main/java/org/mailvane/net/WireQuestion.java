package org.mailvane.net;

import java.nio.ByteBuffer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/**
 * A question as it is sent (RFC 1035, section 4.1), and which messages answer it.
 *
 * <p>Names are written octet by octet: their text form has escapes, which odd names would abuse.
 */
final class WireQuestion {

    /**
     * Octets of an answer by UDP that we ask for (RFC 6891, section 6.2.3): as many as come through
     * without fragments nearly everywhere.
     */
    static final int UDP_SIZE = 1_232;

    private static final int HEADER = 12;
    private static final int RECURSION_DESIRED = 0x01;
    private static final int RESPONSE = 0x80;
    private static final int OPERATION = 0x78;
    private static final int CODE = 0x0F;
    private static final int CLASS_IN = 1;
    private static final int OPT = 41;
    private static final int OPT_LENGTH = 11;
    private static final int FORMAT_ERROR = 1;
    private static final int NOT_IMPLEMENTED = 4;

    private final byte[] message;
    private final int questionEnd;

    /**
     * A question with this number.
     *
     * @param extended whether to say how large an answer may be (EDNS), which a few servers can't
     *     read
     */
    WireQuestion(DnsName name, RecordType type, int id, boolean extended) {
        String labels = name.value();
        int nameLength = labels.isEmpty() ? 1 : labels.length() + 2;
        questionEnd = HEADER + nameLength + 4;
        ByteBuffer out = ByteBuffer.allocate(questionEnd + (extended ? OPT_LENGTH : 0));
        out.putShort((short) id).put((byte) RECURSION_DESIRED).put((byte) 0);
        out.putShort((short) 1).putInt(0).putShort((short) (extended ? 1 : 0));
        putName(out, labels);
        out.putShort((short) type.number()).putShort((short) CLASS_IN);
        if (extended) {
            out.put((byte) 0).putShort((short) OPT).putShort((short) UDP_SIZE);
            out.putInt(0).putShort((short) 0);
        }
        message = out.array();
    }

    private static void putName(ByteBuffer out, String labels) {
        int start = 0;
        while (start < labels.length()) {
            int dot = labels.indexOf('.', start);
            int end = dot < 0 ? labels.length() : dot;
            out.put((byte) (end - start));
            for (int i = start; i < end; i++) {
                out.put((byte) labels.charAt(i));
            }
            start = end + 1;
        }
        out.put((byte) 0);
    }

    /** Its octets. */
    byte[] message() {
        return message;
    }

    /**
     * Whether a message answers this question: it is a response, with the same number and the same
     * question (RFC 5452, section 9.1). Only a server that could not read the question may leave it
     * out.
     */
    boolean isAnsweredBy(byte[] answer, int length) {
        if (length < HEADER
                || answer[0] != message[0]
                || answer[1] != message[1]
                || (answer[2] & RESPONSE) == 0
                || (answer[2] & OPERATION) != 0) {
            return false;
        }
        int questions = ((answer[4] & 0xFF) << 8) | (answer[5] & 0xFF);
        if (questions == 0) {
            int code = answer[3] & CODE;
            return code == FORMAT_ERROR || code == NOT_IMPLEMENTED;
        }
        if (questions != 1 || length < questionEnd) {
            return false;
        }
        for (int i = HEADER; i < questionEnd; i++) {
            if (lowerCase(answer[i]) != lowerCase(message[i])) {
                return false;
            }
        }
        return true;
    }

    private static int lowerCase(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet;
    }
}
