package org.mailvane.reports.aggregate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes reports that are a little wrong: bytes flipped, pieces lost, doubled, moved or put in. */
final class Mutants {

    /** Pieces that a mutation puts in: what XML gives a meaning, and what reports get wrong. */
    private static final List<byte[]> PIECES =
            List.of(
                            "<",
                            ">",
                            "&",
                            "/",
                            "]]>",
                            "<!-- c -->",
                            "<![CDATA[x]]>",
                            "&#65;",
                            "&amp;",
                            "&nbsp;",
                            "<?pi?>",
                            "<!DOCTYPE feedback>",
                            "\r",
                            "\u0000",
                            "\u0001",
                            "\u00e9",
                            "\ufffd",
                            "\uffff",
                            " ",
                            "\n",
                            "<record>",
                            "</record>",
                            "<dkim/>",
                            "<x>",
                            "</x>",
                            "<x a='1'/>",
                            "-1",
                            "9999999999999",
                            ".",
                            "@",
                            "::",
                            "PASS",
                            "<p>none</p>",
                            "<header_from>a.example</header_from>",
                            "<source_ip>192.0.2.77</source_ip>",
                            "</feedback>",
                            " lang='en'")
                    .stream()
                    .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
                    .toList();

    private Mutants() {}

    /** A report with up to three mutations. */
    static byte[] next(RandomGenerator random) {
        byte[] xml = SampleReports.report(random);
        for (int i = random.nextInt(4); i > 0; i--) {
            xml = mutate(xml, random);
        }
        return xml;
    }

    private static byte[] mutate(byte[] xml, RandomGenerator random) {
        int at = random.nextInt(xml.length + 1);
        int to = Math.min(xml.length, at + 1 + random.nextInt(random.nextInt(8) == 0 ? 400 : 8));
        byte[] piece = Arrays.copyOfRange(xml, at, to);
        return switch (random.nextInt(8)) {
            case 0 -> {
                byte[] flipped = xml.clone();
                if (at < xml.length) {
                    flipped[at] ^= (byte) (1 << random.nextInt(8));
                }
                yield flipped.length == 0 ? new byte[] {' '} : flipped;
            }
            case 1 -> replaced(xml, at, to, new byte[0]);
            case 2 -> replaced(xml, at, at, piece);
            case 3 -> replaced(xml, at, at, PIECES.get(random.nextInt(PIECES.size())));
            case 4 -> replaced(xml, at, to, PIECES.get(random.nextInt(PIECES.size())));
            case 5 -> replaced(xml, random.nextInt(xml.length + 1), -1, piece);
            case 6 -> element(xml, random, false);
            default -> element(xml, random, true);
        };
    }

    /**
     * Takes out a stretch that begins and ends at tags, and puts it in at another tag or leaves it
     * out.
     */
    private static byte[] element(byte[] xml, RandomGenerator random, boolean keep) {
        int from = tagFrom(xml, random.nextInt(xml.length + 1));
        int to = tagFrom(xml, Math.min(xml.length, from + 1 + random.nextInt(300)));
        byte[] piece = Arrays.copyOfRange(xml, from, to);
        byte[] rest = replaced(xml, from, to, new byte[0]);
        return keep
                ? replaced(rest, tagFrom(rest, random.nextInt(rest.length + 1)), -1, piece)
                : rest;
    }

    private static int tagFrom(byte[] xml, int from) {
        int at = from;
        while (at < xml.length && xml[at] != '<') {
            at++;
        }
        return at;
    }

    private static byte[] replaced(byte[] xml, int from, int toOrSame, byte[] by) {
        int to = Math.max(from, toOrSame);
        byte[] result = new byte[xml.length - (to - from) + by.length];
        System.arraycopy(xml, 0, result, 0, from);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(xml, to, result, from + by.length, xml.length - to);
        return result.length == 0 ? new byte[] {' '} : result;
    }
}
