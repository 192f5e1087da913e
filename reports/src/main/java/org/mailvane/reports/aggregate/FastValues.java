package org.mailvane.reports.aggregate;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.mailvane.reports.IpAddresses;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.Values;

/**
 * The values of plain reports, from bytes. What {@link Values} or {@link Words} would remark, and
 * what XML needs more than the five named references for, is not plain.
 */
final class FastValues {

    /** Digits that are below {@link Values#MAX_COUNT} whatever they are. */
    private static final int COUNT_DIGITS = 12;

    private static final int WORD_BITS = 6;
    private static final int TOKEN_BITS = 12;

    private final Remarks remarks = new Remarks();

    private final TokenCache<InetAddress> addresses =
            new TokenCache<>(TOKEN_BITS, this::newAddress);
    private final TokenCache<String> domains = new TokenCache<>(TOKEN_BITS, this::newDomain);
    private final TokenCache<String> texts =
            new TokenCache<>(TOKEN_BITS, (b, from, to) -> newText(b, from, to, Limits.TEXT_LENGTH));
    private final TokenCache<String> selectors =
            new TokenCache<>(
                    TOKEN_BITS, (b, from, to) -> newText(b, from, to, Limits.IDENTIFIER_LENGTH));
    private final TokenCache<String> scopes = words(word -> Words.scope(word, remarks));
    private final TokenCache<Disposition> dispositions =
            words(word -> Words.disposition(word, remarks));
    private final TokenCache<Boolean> evaluated = words(word -> Words.evaluated(word, "", remarks));
    private final TokenCache<AuthResult> dkimResults =
            words(word -> Words.result(word, "dkim", remarks));
    private final TokenCache<AuthResult> spfResults =
            words(word -> Words.result(word, "spf", remarks));

    @FunctionalInterface
    private interface Word<T> {
        T of(String word);
    }

    private <T> TokenCache<T> words(Word<T> meaning) {
        return new TokenCache<>(
                WORD_BITS,
                (b, from, to) -> unremarked(meaning.of(newText(b, from, to, Limits.TEXT_LENGTH))));
    }

    InetAddress address(byte[] bytes, int from, int to) throws NotPlainException {
        return addresses.get(bytes, from, to);
    }

    String domain(byte[] bytes, int from, int to) throws NotPlainException {
        return domains.get(bytes, from, to);
    }

    String text(byte[] bytes, int from, int to) throws NotPlainException {
        return texts.get(bytes, from, to);
    }

    String selector(byte[] bytes, int from, int to) throws NotPlainException {
        return selectors.get(bytes, from, to);
    }

    String scope(byte[] bytes, int from, int to) throws NotPlainException {
        return scopes.get(bytes, from, to);
    }

    Disposition disposition(byte[] bytes, int from, int to) throws NotPlainException {
        return dispositions.get(bytes, from, to);
    }

    boolean evaluated(byte[] bytes, int from, int to) throws NotPlainException {
        return evaluated.get(bytes, from, to);
    }

    AuthResult dkimResult(byte[] bytes, int from, int to) throws NotPlainException {
        return dkimResults.get(bytes, from, to);
    }

    AuthResult spfResult(byte[] bytes, int from, int to) throws NotPlainException {
        return spfResults.get(bytes, from, to);
    }

    OverrideReason reason(String type, String comment) throws NotPlainException {
        return unremarked(Words.reason(type, comment, remarks));
    }

    static long count(byte[] bytes, int from, int to) throws NotPlainException {
        boolean leadingZero = to - from > 1 && bytes[from] == '0';
        if (from == to || to - from > COUNT_DIGITS || leadingZero) {
            throw new NotPlainException();
        }
        long count = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new NotPlainException();
            }
            count = count * 10 + digit;
        }
        return count;
    }

    private InetAddress newAddress(byte[] bytes, int from, int to) throws NotPlainException {
        InetAddress address = IpAddresses.parse(bytes, from, to);
        if (address == null) {
            throw new NotPlainException();
        }
        return address;
    }

    private String newDomain(byte[] bytes, int from, int to) throws NotPlainException {
        String text = newText(bytes, from, to, Limits.IDENTIFIER_LENGTH);
        return unremarked(Values.domain(text, "domain", remarks));
    }

    private <T> T unremarked(T value) throws NotPlainException {
        if (!remarks.isEmpty()) {
            remarks.clear();
            throw new NotPlainException();
        }
        return value;
    }

    /**
     * Returns the characters of a trimmed text.
     *
     * @throws NotPlainException if it is longer than {@code limit}, is not UTF-8, or contains
     *     something that XML forbids or changes
     */
    static String newText(byte[] bytes, int from, int to, int limit) throws NotPlainException {
        boolean reference = false;
        boolean ascii = true;
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            reference |= b == '&';
            ascii &= b >= 0;
            if (b >= 0 && b < ' ' && b != '\n' && b != '\t') {
                throw new NotPlainException();
            }
        }
        String text =
                new String(
                        bytes,
                        from,
                        to - from,
                        ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        if (!ascii && text.chars().anyMatch(c -> c >= '\uFFFD')) {
            throw new NotPlainException();
        }
        String plain = reference ? withoutReferences(text) : text;
        if (plain.length() > limit) {
            throw new NotPlainException();
        }
        return plain;
    }

    private static String withoutReferences(String text) throws NotPlainException {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '&') {
                plain.append(c);
                continue;
            }
            int end = text.indexOf(';', i);
            if (end < 0) {
                throw new NotPlainException();
            }
            plain.append(
                    switch (text.substring(i + 1, end)) {
                        case "amp" -> '&';
                        case "lt" -> '<';
                        case "gt" -> '>';
                        case "quot" -> '"';
                        case "apos" -> '\'';
                        default -> throw new NotPlainException();
                    });
            i = end;
        }
        return plain.toString();
    }
}
