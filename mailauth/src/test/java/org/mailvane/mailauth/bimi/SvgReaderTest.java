package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.bimi.BimiInspection.Svg;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.tag.Tag;

/** The profile SVG Tiny PS, rule by rule (draft-svg-tiny-ps-abrotman, section 2). */
class SvgReaderTest {

    private static final String ROOT =
            "<svg xmlns=\"http://www.w3.org/2000/svg\""
                    + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.2\""
                    + " baseProfile=\"tiny-ps\" viewBox=\"0 0 100 100\"";

    private static final String TEXTS = "<title>Example Ltd</title><desc>A red disc</desc>";

    private static final String SHAPES =
            "<rect width=\"100\" height=\"100\" fill=\"#fff\"/>"
                    + "<circle id=\"c\" cx=\"50\" cy=\"50\" r=\"40\" fill=\"red\"/>";

    @Test
    void aPictureOfTheProfileIsValidAndWithoutFindings() {
        Svg svg = read(picture("", ""));

        assertThat(svg.messages()).isEmpty();
        assertThat(svg.valid()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <script>x()</script>                         | bimi.svg.script
                    <foreignObject/>                             | bimi.svg.script
                    <handler/>                                   | bimi.svg.script
                    <animate attributeName='x'/>                 | bimi.svg.animation
                    <set/>                                       | bimi.svg.animation
                    <image width='1' height='1'/>                | bimi.svg.media
                    <video/>                                     | bimi.svg.media
                    <a><path d='M0 0'/></a>                      | bimi.svg.link
                    <style>.a{fill:red}</style>                  | bimi.svg.style
                    <switch/>                                    | bimi.svg.element
                    <filter/>                                    | bimi.svg.element
                    <clipPath id='x'/>                           | bimi.svg.element
                    <tspan>x</tspan>                             | bimi.svg.element
                    <x:y xmlns:x='urn:x'/>                       | bimi.svg.foreign_element
                    <y xmlns=''/>                                | bimi.svg.foreign_element
                    <stop offset='0'/>                           | bimi.svg.place
                    <g><svg/></g>                                | bimi.svg.place
                    <g>words</g>                                 | bimi.svg.stray_text
                    <g nonsense='1'/>                            | bimi.svg.attribute
                    <g opacity='0.5'/>                           | bimi.svg.attribute
                    <g display='none'/>                          | bimi.svg.attribute_schema
                    <g xmlns:i='urn:ink' i:label='1'/>           | bimi.svg.foreign_attribute
                    <g style='fill:red'/>                        | bimi.svg.style_attribute
                    <g onclick='x()'/>                           | bimi.svg.event
                    <g ONLOAD='x()'/>                            | bimi.svg.event
                    <g fill-rule='wild'/>                        | bimi.svg.value
                    <g xml:base='https://example.com/'/>         | bimi.svg.base
                    <use xlink:href='https://example.com/#a'/>   | bimi.svg.external
                    <use xlink:href='other.svg#a'/>              | bimi.svg.external
                    <use xlink:href='//example.com/#a'/>         | bimi.svg.external
                    <use xlink:href='#'/>                        | bimi.svg.external
                    <use xlink:href='data:image/svg+xml,x'/>     | bimi.svg.data
                    <g fill='url(https://example.com/#a)'/>      | bimi.svg.external
                    <g fill='url("https://example.com/#a")'/>    | bimi.svg.external
                    <g fill='URL( other.svg#a )'/>               | bimi.svg.external
                    <g stroke='url( data:image/png;base64,aaaa)'/> | bimi.svg.data
                    <use xlink:href='#nowhere'/>                 | bimi.svg.dangling
                    <g fill='url(#nowhere)'/>                    | bimi.svg.dangling
                    <g id='a'><use xlink:href='#a'/></g>         | bimi.svg.loop
                    <g id='c'/>                                  | bimi.svg.id_repeated
                    <title>Another</title>                       | bimi.svg.title_repeated
                    <desc> </desc>                               | bimi.svg.description_empty
                    <text>Words</text>                           | bimi.svg.text
                    <?xml-stylesheet href='a.css'?>              | bimi.svg.instruction
                    """)
    void whatIsNotOfTheProfileIsFound(String inside, String code) {
        Svg svg = read(picture("", inside));

        assertThat(svg.messages()).extracting(Finding::code).containsExactly(code);
        Level level = svg.messages().getFirst().level();
        assertThat(svg.valid()).isEqualTo(level != Level.ERR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<use xlink:href='#c'/>",
                "<use href='#c' x='1' y='1'/>",
                "<defs><linearGradient id='l' gradientUnits='userSpaceOnUse' x1='0' x2='1' y1='0'"
                        + " y2='0'><stop offset='0' stop-color='red'/><stop offset='1'"
                        + " stop-color='blue'/></linearGradient></defs><path d='M0 0' fill='url(#l)'/>",
                "<radialGradient id='r' cx='1' cy='1' r='1'/>",
                "<g transform='rotate(1)' class='a b' systemLanguage='en'><ellipse rx='1' ry='1'/>"
                        + "<line x1='0' y1='0' x2='1' y2='1'/><polyline points='0 0 1 1'/>"
                        + "<polygon points='0 0 1 1'/></g>",
                "<solidColor id='s' solid-color='red'/>",
                "<defs><font horiz-adv-x='1'><font-face font-family='x'/><glyph unicode='a'/>"
                        + "<hkern u1='a' u2='b' k='1'/></font></defs>",
                "<metadata>made by hand</metadata>",
                "<!-- a comment --><path d='M0 0'><title>A part</title></path>",
                "<g font-weight='700' xml:lang='en' xml:space='preserve'/>",
                "<desc><![CDATA[<b>]]></desc>"
            })
    void whatIsOfTheProfileIsNotFound(String inside) {
        assertThat(read(picture("", inside)).messages()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    version='1.1'                       | bimi.svg.value
                    baseProfile='tiny'                  | bimi.svg.value
                    zoomAndPan='magnify'                | bimi.svg.value
                    externalResourcesRequired='true'    | bimi.svg.value
                    focusable='true'                    | bimi.svg.value
                    playbackOrder='forwardOnly'         | bimi.svg.value
                    snapshotTime='1'                    | bimi.svg.value
                    timelineBegin='onStart'             | bimi.svg.value
                    x='0'                               | bimi.svg.position
                    y='0px'                             | bimi.svg.position
                    onload='x()'                        | bimi.svg.event
                    style='color:red'                   | bimi.svg.style_attribute
                    overflow='visible'                  | bimi.svg.attribute
                    xml:base='https://example.com/'     | bimi.svg.base
                    """)
    void anAttributeOfTheOutermostElementCarriesItsOwnFindings(String attribute, String code) {
        String name = attribute.substring(0, attribute.indexOf('='));
        String text =
                picture(" " + attribute, "")
                        .replaceFirst(
                                name.equals("version") || name.equals("baseProfile")
                                        ? " " + name + "=\"[^\"]*\""
                                        : "$^",
                                "");
        Svg svg = read(text);

        Tag tag =
                svg.attributes().stream()
                        .filter(a -> a.key().equals(name))
                        .findFirst()
                        .orElseThrow();
        assertThat(tag.messages()).extracting(Finding::code).containsExactly(code);
        assertThat(tag.valid()).isFalse();
        assertThat(svg.valid()).isFalse();
        assertThat(svg.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zoomAndPan='disable'",
                "externalResourcesRequired='false'",
                "focusable='false'",
                "playbackOrder='all'",
                "snapshotTime='none'",
                "timelineBegin='onLoad'",
                "width='96' height='96px'",
                "preserveAspectRatio='xMidYMid meet'",
                "id='Layer_1'"
            })
    void theFixedValuesOfTheProfileAreAllowed(String attributes) {
        Svg svg = read(picture(" " + attributes, ""));

        assertThat(svg.valid()).isTrue();
        assertThat(svg.messages()).isEmpty();
    }

    @Test
    void attributesOfTheOutermostElementHaveDefaultAndDescription() {
        Svg svg = read(picture(" zoomAndPan=\"disable\"", ""));

        assertThat(svg.attributes())
                .extracting(Tag::key)
                .containsExactlyInAnyOrder(
                        "xmlns", "xmlns:xlink", "version", "baseProfile", "viewBox", "zoomAndPan");
        Tag zoom =
                svg.attributes().stream()
                        .filter(a -> a.key().equals("zoomAndPan"))
                        .findFirst()
                        .orElseThrow();
        assertThat(zoom.value()).isEqualTo("disable");
        assertThat(zoom.defaultValue()).isEqualTo("magnify");
        assertThat(zoom.meaning()).isEqualTo("svg.zoomAndPan");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    version="1.2"           |                             | bimi.svg.version
                    baseProfile="tiny-ps"   |                             | bimi.svg.profile
                    viewBox="0 0 100 100"   |                             | bimi.svg.view_box_missing
                    viewBox="0 0 100 100"   | viewBox="0,0,100,100"       | bimi.svg.view_box_comma
                    viewBox="0 0 100 100"   | viewBox="0 0 100"           | bimi.svg.view_box
                    viewBox="0 0 100 100"   | viewBox="0 0 -1 -1"         | bimi.svg.view_box
                    viewBox="0 0 100 100"   | viewBox="0 0 a b"           | bimi.svg.view_box
                    viewBox="0 0 100 100"   | viewBox="0 0 100 90"        | bimi.svg.not_square
                    version="1.2"           | version="1.2" width="100%"  | bimi.svg.relative_size
                    version="1.2"           | version="1.2" height="4em"  | bimi.svg.relative_size
                    version="1.2"           | version="1.2" width="95"    | bimi.svg.small
                    <title>Example Ltd</title> |                          | bimi.svg.title_missing
                    <title>Example Ltd</title> | <title> </title>         | bimi.svg.title_empty
                    <title>Example Ltd</title> | <title/>                 | bimi.svg.title_empty
                    <title>Example Ltd</title> | <title>Logo</title>      | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>logo-2.svg</title> | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>bimi-svg-tiny-12-ps</title> | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>Your Company Name</title> | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>[Insert company name here]</title> | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>SVG Tiny P/S</title> | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>Group 12</title> | bimi.svg.title_placeholder
                    <title>Example Ltd</title> | <title>...</title> | bimi.svg.title_placeholder
                    <desc>A red disc</desc> |                             | bimi.svg.description_missing
                    fill="red"              | fill="#ffffff"              | bimi.svg.colors
                    height="100" fill       | height="50" fill            | bimi.svg.background
                    """)
    void whatIsMissingOrOfAnotherSizeIsFound(String what, String instead, String code) {
        String text = picture("", "");
        assertThat(text).contains(what);
        Svg svg = read(text.replace(what, instead == null ? "" : instead));

        assertThat(svg.messages()).extracting(Finding::code).containsExactly(code);
    }

    @Test
    void aTitleOf64CharactersIsShortEnough() {
        String longest = "x".repeat(SvgReader.MAX_TITLE);
        assertThat(codes(picture("", "").replace("Example Ltd", longest))).isEmpty();
        assertThat(codes(picture("", "").replace("Example Ltd", longest + "x")))
                .containsExactly("bimi.svg.title_long");
    }

    @Test
    void aPositionLeadsToTheElementAndALineIsNamed() {
        String text = picture("", "\r\n<g>\r\n   <script/></g>");
        Finding script = read(text).messages().getFirst();

        assertThat(script.position()).isEqualTo(text.indexOf("<script"));
        assertThat(script.values().toString()).contains("value=3", "value=4");
    }

    @Test
    void aPositionLeadsToTheAttribute() {
        String text = picture("", "<path d='M0 0h1d' onclick='x' id='z'/>");

        assertThat(read(text).messages().getFirst().position()).isEqualTo(text.indexOf("onclick"));
    }

    @Test
    void theOutermostElementMustBeSvg() {
        assertThat(codes("<html xmlns='http://www.w3.org/1999/xhtml'/>"))
                .containsExactly("bimi.svg.root");
        assertThat(codes("<svg version='1.2'/>")).containsExactly("bimi.svg.root");
        assertThat(codes("<g xmlns='http://www.w3.org/2000/svg'/>"))
                .containsExactly("bimi.svg.root");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not xml",
                "<svg",
                "<svg xmlns='http://www.w3.org/2000/svg'>",
                "<svg xmlns='http://www.w3.org/2000/svg'></g>",
                "<svg xmlns='http://www.w3.org/2000/svg' a='1' a='2'/>",
                "<svg xmlns='http://www.w3.org/2000/svg' a='&nothing;'/>",
                "<svg xmlns='http://www.w3.org/2000/svg'>\u0001</svg>",
                "{\"json\": true}"
            })
    void whatIsNotWellFormedIsFound(String text) {
        assertThat(codes(text)).contains("bimi.svg.malformed");
    }

    @Test
    void aDocumentTypeIsFoundAndNothingInItIsLookedAt() {
        String bomb =
                "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">"
                        + "<!ENTITY file SYSTEM \"file:///etc/passwd\">]>";
        String text = bomb + picture("", "<desc>&b;&file;</desc>");
        Svg svg = read(text);

        assertThat(svg.valid()).isFalse();
        assertThat(codes(text)).contains("bimi.svg.doctype");
        assertThat(svg.toString()).doesNotContain("root:");
    }

    @Test
    void onlyUtf8IsRead() {
        byte[] latin = picture("", "<desc>\u00e9</desc>").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(codes(latin)).containsExactly("bimi.svg.encoding");
        byte[] wide = picture("", "").getBytes(StandardCharsets.UTF_16);
        assertThat(codes(wide)).contains("bimi.svg.encoding");
        assertThat(codes("<?xml version='1.0' encoding='ISO-8859-1'?>" + picture("", "")))
                .containsExactly("bimi.svg.encoding");
        assertThat(codes("\uFEFF<?xml version='1.0' encoding='utf-8'?>" + picture("", "")))
                .isEmpty();
    }

    @Test
    void aCompressedPictureIsUnpacked() throws IOException {
        byte[] packed = packed(picture("", "").getBytes(StandardCharsets.UTF_8));

        assertThat(SvgReader.read(SvgFile.open(packed)).valid()).isTrue();
        assertThat(SvgFile.open(packed).isCompressed()).isTrue();
    }

    @Test
    void aBrokenCompressionIsFound() throws IOException {
        byte[] packed = packed(picture("", "").getBytes(StandardCharsets.UTF_8));
        byte[] cut = Arrays.copyOf(packed, packed.length / 2);
        assertThat(codes(cut)).containsExactly("bimi.svg.gzip");
        assertThat(codes(new byte[] {0x1F, (byte) 0x8B, 8, 0, 0})).containsExactly("bimi.svg.gzip");
    }

    @Test
    void whatGrowsBeyondTheLimitWhenUnpackedIsNotRead() throws IOException {
        byte[] bomb = packed(new byte[SvgFile.MAX_UNPACKED + 1]);

        assertThat(bomb.length).isLessThan(10_000);
        assertThat(codes(bomb)).containsExactly("bimi.svg.unpacked");
    }

    @Test
    void aPictureOf32KilobytesIsSmallEnough() {
        String text = picture("", "<!---->");
        int room = SvgFile.RECOMMENDED - text.length();
        assertThat(codes(text.replace("<!--", "<!--" + "x".repeat(room)))).isEmpty();
        assertThat(codes(text.replace("<!--", "<!--" + "x".repeat(room + 1))))
                .containsExactly("bimi.svg.large");
    }

    @Test
    void elementsMayStandWithinEachOtherOnlySoDeep() {
        int most = SvgReader.MAX_DEPTH - 1;
        assertThat(codes(picture("", "<g>".repeat(most) + "</g>".repeat(most)))).isEmpty();
        assertThat(codes(picture("", "<g>".repeat(most + 1) + "</g>".repeat(most + 1))))
                .containsExactly("bimi.svg.limit");
    }

    @Test
    void thereMayBeOnlySoManyElements() {
        int standing = 5;
        int most = SvgReader.MAX_ELEMENTS - standing;
        assertThat(codes(picture("", "<g/>".repeat(most)))).doesNotContain("bimi.svg.limit");
        assertThat(codes(picture("", "<g/>".repeat(most + 1)))).contains("bimi.svg.limit");
    }

    @Test
    void anElementMayHaveOnlySoManyAttributes() {
        assertThat(codes(picture("", attributes(SvgReader.MAX_ATTRIBUTES))))
                .doesNotContain("bimi.svg.limit");
        assertThat(codes(picture("", attributes(SvgReader.MAX_ATTRIBUTES + 1))))
                .containsExactly("bimi.svg.limit");
        assertThat(codes(picture("", attributes(2_000)))).containsExactly("bimi.svg.limit");
    }

    @Test
    void repetitionsThatMultiplyAreFoundWithoutDrawing() {
        StringBuilder doubling = new StringBuilder("<g id='d0'><path d='M0 0'/></g>");
        for (int i = 1; i <= 40; i++) {
            String use = "<use xlink:href='#d" + (i - 1) + "'/>";
            doubling.append("<g id='d")
                    .append(i)
                    .append("'>")
                    .append(use)
                    .append(use)
                    .append("</g>");
        }
        assertThat(codes(picture("", doubling.toString()))).containsExactly("bimi.svg.limit");
    }

    @Test
    void aLoopOfManyUsesIsFound() {
        StringBuilder chain = new StringBuilder();
        int length = 3_000;
        for (int i = 0; i < length; i++) {
            chain.append("<g id='d").append(i).append("'><use xlink:href='#d");
            chain.append((i + 1) % length).append("'/></g>");
        }
        assertThat(codes(picture("", chain.toString()))).contains("bimi.svg.loop");
    }

    @Test
    void onlyTheBeginOfALongTextIsShown() {
        String text = picture("", "<!--" + "x".repeat(SvgReader.MAX_SHOWN) + "-->");

        assertThat(read(text).txt()).hasSize(SvgReader.MAX_SHOWN);
    }

    @Test
    void anEmptyFileIsFound() {
        assertThat(codes("")).containsExactly("bimi.svg.empty");
        assertThat(codes(" \n ")).containsExactly("bimi.svg.empty");
    }

    @Test
    void onlySoMuchIsDrawn() {
        SvgReferences references = new SvgReferences();
        references.define("part");
        references.use("part", List.of());
        for (int i = 0; i < SvgReferences.MAX_DRAWN / 2; i++) {
            references.draw(List.of("part"));
        }
        assertThat(references.isTooMuch()).isFalse();
        references.draw(List.of());
        assertThat(references.isTooMuch()).isTrue();
    }

    private static String attributes(int count) {
        StringBuilder element = new StringBuilder("<g");
        for (int i = 0; i < count; i++) {
            element.append(" a").append(i).append("='1'");
        }
        return element.append("/>").toString();
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(bytes);
        }
        return packed.toByteArray();
    }

    private static String picture(String attributes, String inside) {
        return ROOT + attributes + ">" + TEXTS + SHAPES + inside + "</svg>";
    }

    private static Svg read(String text) {
        return SvgReader.read(SvgFile.open(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> codes(String text) {
        return codes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> codes(byte[] file) {
        Svg svg = SvgReader.read(SvgFile.open(file));
        return Stream.concat(
                        svg.messages().stream(),
                        svg.attributes().stream().flatMap(a -> a.messages().stream()))
                .map(Finding::code)
                .distinct()
                .toList();
    }
}
