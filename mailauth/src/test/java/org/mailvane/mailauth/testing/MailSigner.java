package org.mailvane.mailauth.testing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signs mails with DKIM (RFC 6376), in the simplest way: with the whole mail in memory, and with
 * nothing of the verifier's code. Mails have CR LF and a character for each octet.
 */
public final class MailSigner {

    private static final int ED25519_KEY = 32;

    private final String algorithm;
    private final KeyPair keys;

    private MailSigner(String algorithm, KeyPair keys) {
        this.algorithm = algorithm;
        this.keys = keys;
    }

    /** Returns a signer with a new RSA key. */
    public static MailSigner rsa(int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return new MailSigner("rsa-sha256", generator.generateKeyPair());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns a signer with a new Ed25519 key. */
    public static MailSigner ed25519() {
        try {
            return new MailSigner(
                    "ed25519-sha256", KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the public key as written in {@code p}. */
    public String publicKey() {
        byte[] encoded = keys.getPublic().getEncoded();
        return Base64.getEncoder()
                .encodeToString(
                        isRsa()
                                ? encoded
                                : Arrays.copyOfRange(
                                        encoded, encoded.length - ED25519_KEY, encoded.length));
    }

    /** Returns the key record. */
    public String record() {
        return "v=DKIM1; k=" + (isRsa() ? "rsa" : "ed25519") + "; p=" + publicKey();
    }

    /**
     * Returns the zone's line of the key record at a name, such as {@code s._domainkey.a.example}.
     */
    public String at(String name) {
        return name + " TXT \"" + record() + "\"";
    }

    /**
     * Signs a mail.
     *
     * @param tags at least {@code d}, {@code s} and {@code h}; what else there is replaces what the
     *     signer would say
     */
    public String sign(String mail, String tags) {
        int blank = mail.startsWith("\r\n") ? 0 : mail.indexOf("\r\n\r\n") + 2;
        String header = mail.substring(0, blank);
        String body = mail.substring(blank + 2);
        Map<String, String> given = tags(tags);
        String[] c = given.getOrDefault("c", "simple").split("/", -1);
        boolean isRelaxedBody = c.length > 1 && c[1].equals("relaxed");
        String canonicalBody = isRelaxedBody ? relaxedBody(body) : simpleBody(body);
        if (given.containsKey("l")) {
            int length = Integer.parseInt(given.get("l"));
            canonicalBody = canonicalBody.substring(0, Math.min(length, canonicalBody.length()));
        }
        String value = " " + tags;
        value = given.containsKey("a") ? value : " a=" + algorithm + ";" + value;
        value = given.containsKey("v") ? value : " v=1;" + value;
        value = given.containsKey("bh") ? value : value + "; bh=" + base64(sha256(canonicalBody));
        String field = "DKIM-Signature:" + value + ";\r\n\tb=";
        boolean isRelaxedHeader = c[0].equals("relaxed");
        StringBuilder data = new StringBuilder();
        List<String> fields = new ArrayList<>(fields(header));
        for (String name : given.getOrDefault("h", "").split(":")) {
            for (int i = fields.size() - 1; i >= 0; i--) {
                String one = fields.get(i);
                if (one.split(":", 2)[0].strip().equalsIgnoreCase(name.strip())) {
                    data.append(isRelaxedHeader ? relaxed(one) : one).append("\r\n");
                    fields.remove(i);
                    break;
                }
            }
        }
        data.append(isRelaxedHeader ? relaxed(field) : field);
        return field + base64(signature(data.toString())) + "\r\n" + mail;
    }

    private byte[] signature(String data) {
        try {
            Signature signer = Signature.getInstance(isRsa() ? "SHA256withRSA" : "Ed25519");
            signer.initSign(keys.getPrivate());
            signer.update(isRsa() ? octets(data) : sha256(data));
            return signer.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private boolean isRsa() {
        return algorithm.startsWith("rsa");
    }

    private static Map<String, String> tags(String tags) {
        Map<String, String> map = new HashMap<>();
        for (String tag : tags.split(";")) {
            String[] parts = tag.split("=", 2);
            map.put(parts[0].strip(), parts.length > 1 ? parts[1].strip() : "");
        }
        return map;
    }

    private static List<String> fields(String header) {
        List<String> fields = new ArrayList<>();
        Matcher field = Pattern.compile("[^\r\n]+(\r\n[ \t][^\r\n]*)*(?=\r\n)").matcher(header);
        while (field.find()) {
            fields.add(field.group());
        }
        return fields;
    }

    private static String relaxed(String field) {
        int colon = field.indexOf(':');
        return field.substring(0, colon).strip().toLowerCase(Locale.ROOT)
                + ":"
                + field.substring(colon + 1)
                        .replace("\r\n", "")
                        .replaceAll("[ \t]+", " ")
                        .replaceAll("^ | $", "");
    }

    private static String simpleBody(String body) {
        return body.replaceAll("(\r\n)*\\z", "") + "\r\n";
    }

    private static String relaxedBody(String body) {
        String text =
                body.replaceAll("[ \t]+", " ")
                        .replace(" \r\n", "\r\n")
                        .replaceAll(" \\z", "")
                        .replaceAll("(\r\n)*\\z", "");
        return text.isEmpty() ? "" : text + "\r\n";
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(octets(text));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }
}
