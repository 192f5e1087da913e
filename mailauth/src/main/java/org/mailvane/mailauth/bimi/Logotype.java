package org.mailvane.mailauth.bimi;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue.Phrase;

/**
 * The logo in a certificate (RFC 9399, before that RFC 3709): an address that holds the picture
 * itself, with checksums of it.
 *
 * @param file the picture; empty where it can't be read
 * @param problem why it can't be read; null where it can
 * @param isIntact whether one of the checksums that are known fits; true where none is known
 */
record Logotype(Optional<SvgFile> file, @Nullable Phrase problem, boolean isIntact) {

    /** Without a group that repeats: each repetition takes a piece of the stack. */
    private static final Pattern DATA = Pattern.compile("(?is)data:([^,;]*)(?:;[^,]*)?,(.*)");

    /**
     * Algorithms of checksums by their object identifiers (RFC 3370, section 2; RFC 5754, section
     * 2).
     */
    private static final Map<String, String> DIGESTS =
            Map.of(
                    "1.3.14.3.2.26", "SHA-1",
                    "2.16.840.1.101.3.4.2.1", "SHA-256",
                    "2.16.840.1.101.3.4.2.2", "SHA-384",
                    "2.16.840.1.101.3.4.2.3", "SHA-512");

    /** Reads the extension. */
    static Logotype of(Der extension) {
        Optional<Der> details = extension.walk().filter(Logotype::isDetails).findFirst();
        if (details.isEmpty()) {
            return broken(FindingPhrase.LOGOTYPE_EMPTY.with());
        }
        List<Der> parts = details.get().children();
        Optional<String> address =
                parts.get(2).children().stream()
                        .filter(uri -> uri.is(Der.IA5_STRING))
                        .map(Der::text)
                        .findFirst();
        if (address.isEmpty()) {
            return broken(FindingPhrase.LOGOTYPE_ADDRESS.with());
        }
        Matcher data = DATA.matcher(address.get());
        if (!data.matches()) {
            return broken(FindingPhrase.LOGOTYPE_ELSEWHERE.with());
        }
        if (!data.group(1).strip().toLowerCase(Locale.ROOT).startsWith("image/svg+xml")) {
            return broken(FindingPhrase.LOGOTYPE_TYPE.with(data.group(1)));
        }
        byte[] bytes;
        try {
            bytes = Base64.getMimeDecoder().decode(data.group(2));
        } catch (IllegalArgumentException notBase64) {
            return broken(FindingPhrase.LOGOTYPE_BASE64.with());
        }
        SvgFile file = SvgFile.open(bytes);
        return new Logotype(Optional.of(file), null, isIntact(parts.get(1), file, bytes));
    }

    /** A media type, checksums and addresses (LogotypeDetails of RFC 9399). */
    private static boolean isDetails(Der value) {
        if (!value.is(Der.SEQUENCE)) {
            return false;
        }
        List<Der> parts = value.children();
        return parts.size() == 3
                && parts.get(0).is(Der.IA5_STRING)
                && parts.get(1).is(Der.SEQUENCE)
                && parts.get(2).is(Der.SEQUENCE);
    }

    private static Logotype broken(Phrase problem) {
        return new Logotype(Optional.empty(), problem, true);
    }

    /**
     * Issuers take the checksum of the picture without compression; the RFC can be read as of the
     * octets in the address.
     */
    private static boolean isIntact(Der checksums, SvgFile file, byte[] packed) {
        boolean isKnown = false;
        Map<String, List<byte[]>> fitting = new HashMap<>();
        for (Der checksum : checksums.children()) {
            String algorithm =
                    checksum.child(Der.SEQUENCE)
                            .flatMap(id -> id.child(Der.OBJECT_IDENTIFIER))
                            .map(Der::oid)
                            .map(DIGESTS::get)
                            .orElse("");
            Optional<byte[]> value = checksum.child(Der.OCTET_STRING).map(Der::content);
            if (!algorithm.isEmpty() && value.isPresent()) {
                isKnown = true;
                // Once for each algorithm: there may be a thousand checksums.
                boolean fits =
                        fitting
                                .computeIfAbsent(
                                        algorithm,
                                        name ->
                                                List.of(
                                                        digest(name, file.content()),
                                                        digest(name, packed)))
                                .stream()
                                .anyMatch(digest -> Arrays.equals(value.get(), digest));
                if (fits) {
                    return true;
                }
            }
        }
        return !isKnown;
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has " + algorithm, missing);
        }
    }
}
