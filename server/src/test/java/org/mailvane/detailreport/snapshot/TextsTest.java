package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.SampleRow;

class TextsTest {

    private static final List<String> PIECES =
            List.of(
                    "",
                    "a",
                    "b",
                    "\u0000",
                    "mail-",
                    ".example",
                    "\u00e9",
                    "\uffee",
                    "\ud83d\ude00");

    private final SplittableRandom random = new SplittableRandom(10);

    @Test
    void textsStandInTheOrderOfTheirCodePoints() throws IOException {
        for (int i = 0; i < 300; i++) {
            Set<String> texts = new LinkedHashSet<>();
            String begin = random.nextInt(4) == 0 ? "x".repeat(random.nextInt(40)) : "";
            for (int j = random.nextInt(200); j > 0; j--) {
                StringBuilder text = new StringBuilder(begin);
                for (int piece = random.nextInt(12); piece > 0; piece--) {
                    text.append(SampleRow.pick(random, PIECES));
                }
                texts.add(text.toString());
            }
            assertInOrder(List.copyOf(texts));
        }
    }

    @Test
    void manyTextsMayBeginAlikeForLong() throws IOException {
        String begin = "l".repeat(TextSort.DEEP + 10);
        List<String> texts =
                new ArrayList<>(
                        IntStream.range(0, 1_000)
                                .mapToObj(i -> begin.substring(i % 20) + i)
                                .toList());
        texts.add(begin);
        Collections.shuffle(texts, new Random(1));
        assertInOrder(texts);
    }

    private static void assertInOrder(List<String> texts) throws IOException {
        Texts.Sorted sorted = Texts.sorted(texts);
        List<String> expected =
                texts.stream()
                        .sorted(
                                Comparator.comparing(
                                        text -> text.getBytes(StandardCharsets.UTF_8),
                                        Arrays::compareUnsigned))
                        .toList();
        assertThat(list(sorted.texts())).isEqualTo(expected);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(sorted.texts().get(sorted.numbers()[i])).isEqualTo(texts.get(i));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sorted.texts().writeTo(new DataOutputStream(bytes));
        ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
        assertThat(list(Texts.read(new DataInputStream(in)))).isEqualTo(expected);
    }

    private static List<String> list(Texts texts) {
        return IntStream.range(0, texts.size()).mapToObj(texts::get).toList();
    }
}
