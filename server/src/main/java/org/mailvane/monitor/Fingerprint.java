package org.mailvane.monitor;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;
import org.mailvane.actions.FoundProblem;

/**
 * Distinguishes two observations that differ in what matters: how the record is, what it says, and
 * what is wrong with it. How a problem is put into words does not matter, since words contain times
 * and counts.
 */
final class Fingerprint {

    /** Octets of the hash: enough that no two records of a domain ever have the same. */
    private static final int OCTETS = 16;

    private Fingerprint() {}

    static String of(RecordContent content) {
        StringBuilder text = new StringBuilder(content.state().code());
        add(text, content.value());
        content.details()
                .forEach((name, value) -> {
                    add(text, name);
                    add(text, String.valueOf(value));
                });
        TreeSet<String> problems = new TreeSet<>();
        for (FoundProblem problem : content.problems()) {
            problems.add(problem.code() + "\n" + problem.subject());
        }
        problems.forEach(problem -> add(text, problem));
        byte[] hash = sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, OCTETS);
    }

    private static void add(StringBuilder text, String part) {
        text.append('\n').append(part.length()).append(':').append(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
