package org.mailvane.mailauth.message;

/** Receives the body of a mail while it is read, line by line, in pieces of any length. */
public interface BodyListener {

    /**
     * Receives octets of a line.
     *
     * @param buffer valid during this call
     * @param from the first octet
     * @param to after the last octet
     */
    void octets(byte[] buffer, int from, int to);

    /** Receives the end of a line, whether it was CR LF or LF. */
    void endOfLine();
}
