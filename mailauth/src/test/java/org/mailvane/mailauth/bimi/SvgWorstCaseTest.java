package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.mailauth.CpuTime;

/** Pictures of the largest size that are made to take long. */
class SvgWorstCaseTest {

    /** Generous, for machines that do other things too; each takes well under a second. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    enum Hostile {
        MANY_ELEMENTS("<g/>", ""),
        DEEP_WITH_IDS("<g id='%d'>", ""),
        MANY_USES_OF_ONE("<use href='#a'/>", ""),
        USES_OF_EACH_OTHER("<g id='%d'><use href='#%<d'/><use href='#1'/><use href='#2'/></g>", ""),
        WRONG_EVERYWHERE("<script onclick='x' style='x' href='data:x' fill='url(x)'/>", ""),
        MANY_REFERENCES("url(#a", "<path fill='"),
        LONG_NAME("a", "<g "),
        LONG_VALUE(" ", "<g viewBox='"),
        LONG_TITLE("x", "<title>"),
        MANY_LINES("\n", "<desc>"),
        ENTITIES("&#65;", "<desc>"),
        COMMENTS("<!-- -->", ""),
        INSTRUCTIONS("<?x y?>", "");

        private final String repeated;
        private final String begin;

        Hostile(String repeated, String begin) {
            this.repeated = repeated;
            this.begin = begin;
        }

        private String picture() {
            StringBuilder text =
                    new StringBuilder("<svg xmlns='http://www.w3.org/2000/svg' id='a'>");
            text.append(begin);
            int number = 0;
            while (text.length() < SvgFile.MAX_UNPACKED - 1_000) {
                text.append(repeated.contains("%d") ? String.format(repeated, ++number) : repeated);
            }
            return text.toString();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theyAreJudgedSoon(Hostile hostile) {
        byte[] file = (hostile.picture() + "</svg>").getBytes(StandardCharsets.UTF_8);
        long start = CpuTime.now();

        assertThat(SvgReader.read(SvgFile.open(file)).valid()).isFalse();
        assertThat(CpuTime.since(start)).isLessThan(LONGEST);
    }
}
