package org.mailvane.web.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.web.parts.Difference.Piece;

/** What is marked as different between two versions of a record. */
class DifferenceTest {

    private static String all(List<Piece> pieces) {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    private static List<String> changed(List<Piece> pieces) {
        return pieces.stream().filter(Piece::changed).map(Piece::text).toList();
    }

    private static String kept(List<Piece> pieces) {
        return pieces.stream()
                .filter(piece -> !piece.changed())
                .map(Piece::text)
                .collect(Collectors.joining());
    }

    @Test
    void wordsThatAreNewOrGoneAreMarked() {
        Difference difference =
                Difference.of("v=spf1 a include:old.example -all", "v=spf1 a mx ~all");
        assertThat(changed(difference.before())).containsExactly("include:old.example", "-all");
        assertThat(changed(difference.after())).containsExactly("mx", "~all");
        difference = Difference.of("v=DMARC1; p=none; rua=mailto:a@b.example", "v=DMARC1; p=none");
        assertThat(changed(difference.before())).containsExactly("; rua=mailto:a@b.example");
        assertThat(changed(difference.after())).isEmpty();
        difference = Difference.of("v=DMARC1; p=none; pct=10", "v=DMARC1; p=reject; pct=10");
        assertThat(changed(difference.before())).containsExactly("p=none");
        assertThat(changed(difference.after())).containsExactly("p=reject");
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(30), 0, 5)
                .mapToObj(i -> "ab ;,".substring(i, i + 1))
                .collect(Collectors.joining());
    }

    @Test
    void nothingIsLostAndWhatIsNotMarkedIsInBoth() {
        Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            String before = text(random);
            String after = text(random);
            Difference difference = Difference.of(before, after);
            assertThat(all(difference.before())).isEqualTo(before);
            assertThat(all(difference.after())).isEqualTo(after);
            assertThat(kept(difference.before()))
                    .as("\"%s\" and \"%s\"", before, after)
                    .isEqualTo(kept(difference.after()));
        }
    }

    /** Every second word is another, between words that stay. */
    private static String words(int number, String odd) {
        return IntStream.range(0, number)
                .mapToObj(i -> i % 2 == 1 ? odd + i : "same" + i)
                .collect(Collectors.joining(" "));
    }

    @Test
    void ofTextsThatAreTooLongOnlyTheMiddleIsMarked() {
        // Between two of them there is one of blanks.
        int most = Difference.MAX_WORDS / 2;
        assertThat(changed(Difference.of(words(most, "a"), words(most, "b")).before()))
                .hasSize(most / 2);
        Difference longer = Difference.of(words(most + 1, "a"), words(most + 1, "b"));
        assertThat(changed(longer.before())).hasSize(1);
        assertThat(longer.before().getFirst()).isEqualTo(new Piece("same0 ", false));
        assertThat(longer.before().getLast()).isEqualTo(new Piece(" same" + most, false));
        assertThat(all(longer.after())).isEqualTo(words(most + 1, "b"));
    }
}
