package org.mailvane.testing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/** Mails with a report, signed by DKIM (RFC 6376) with an Ed25519 key (RFC 8463). */
public final class SignedMail {

    private static final String SELECTOR = "s1";
    private static final int RAW_KEY = 32;

    private final String domain;
    private final KeyPair keys;

    /** Creates a domain with a new key. */
    public SignedMail(String domain) {
        this.domain = domain;
        try {
            this.keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the line with the key for {@link DnsServer}. */
    public String zone() {
        byte[] encoded = keys.getPublic().getEncoded();
        byte[] raw = Arrays.copyOfRange(encoded, encoded.length - RAW_KEY, encoded.length);
        return "%s._domainkey.%s TXT \"v=DKIM1; k=ed25519; p=%s\""
                .formatted(SELECTOR, domain, Base64.getEncoder().encodeToString(raw));
    }

    /** Returns a mail with a report that nobody signed. */
    public static byte[] unsigned(String from, SampleReport report) {
        return unsigned(from, report.xml());
    }

    /** Returns a mail with a report of any kind that nobody signed. */
    public static byte[] unsigned(String from, byte[] report) {
        return (header(from) + "\r\n" + body(report)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns a mail with a report that the domain has signed. */
    public byte[] signed(String from, SampleReport report) {
        return signed(from, report.xml());
    }

    /** Returns a mail with a report of any kind that the domain has signed. */
    public byte[] signed(String from, byte[] report) {
        String body = body(report);
        try {
            String bodyHash = base64(sha256(body));
            String unfinished =
                    "v=1; a=ed25519-sha256; c=relaxed/simple; d=%s; s=%s; h=from:subject; bh=%s; b="
                            .formatted(domain, SELECTOR, bodyHash);
            String data = "from:" + from + "\r\nsubject:Report\r\ndkim-signature:" + unfinished;
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(sha256(data));
            return ("DKIM-Signature: "
                            + unfinished
                            + base64(signature.sign())
                            + "\r\n"
                            + header(from)
                            + "\r\n"
                            + body)
                    .getBytes(StandardCharsets.ISO_8859_1);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String header(String from) {
        return """
        From: %s\r
        Subject: Report\r
        MIME-Version: 1.0\r
        Content-Type: application/xml\r
        Content-Transfer-Encoding: base64\r
        """
                .formatted(from);
    }

    private static String body(byte[] report) {
        return Base64.getMimeEncoder().encodeToString(report) + "\r\n";
    }

    private static byte[] sha256(String text) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
