package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables, against the elements that the schema of the profile lists. */
class SvgProfileTest {

    @Test
    void theElementsAreThe24OfTheSchema() {
        assertThat(SvgProfile.elements())
                .containsExactlyInAnyOrder(
                        "svg",
                        "title",
                        "desc",
                        "metadata",
                        "defs",
                        "g",
                        "use",
                        "path",
                        "rect",
                        "circle",
                        "ellipse",
                        "line",
                        "polyline",
                        "polygon",
                        "linearGradient",
                        "radialGradient",
                        "stop",
                        "solidColor",
                        "text",
                        "textArea",
                        "font",
                        "font-face",
                        "glyph",
                        "hkern");
    }

    @Test
    void whatSvgTinyHasBeyondThemIsNotAmongThem() {
        Stream.of(
                        "a animate animateColor animateMotion animateTransform animation audio",
                        "discard font-face-src font-face-uri foreignObject handler image listener",
                        "missing-glyph mpath prefetch script set switch tbreak tspan video")
                .flatMap(names -> Stream.of(names.split(" ", -1)))
                .forEach(name -> assertThat(SvgProfile.element(name)).as(name).isEmpty());
    }

    @Test
    void everyChildThatAnElementMayHaveIsAnElement() {
        for (String name : SvgProfile.elements()) {
            assertThat(SvgProfile.elements())
                    .as(name)
                    .containsAll(SvgProfile.element(name).orElseThrow().children());
        }
    }

    @Test
    void everyAttributeOfTheOutermostElementIsExplained() {
        for (String name : SvgProfile.element("svg").orElseThrow().attributes()) {
            assertThat(SvgProfile.attribute("svg", name).meaning())
                    .isEqualTo("svg." + name.replace(':', '_'));
        }
    }

    @Test
    void theSizeOfAShapeIsNotThatOfThePicture() {
        assertThat(SvgProfile.attribute("svg", "width").defaultValue()).isEqualTo("100%");
        assertThat(SvgProfile.attribute("rect", "width").defaultValue()).isEmpty();
    }
}
