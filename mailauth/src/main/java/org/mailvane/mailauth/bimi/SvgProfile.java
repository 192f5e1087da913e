package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The profile SVG Tiny PS as tables: its elements, where they may occur, their attributes, and the
 * values of these (draft-svg-tiny-ps-abrotman and the schema in it, on the base of SVG Tiny 1.2).
 *
 * <p>Mostly tables, so longer than other classes.
 */
final class SvgProfile {

    /** The namespace of SVG. */
    static final String NAMESPACE = "http://www.w3.org/2000/svg";

    /** The namespace of the one reference that SVG Tiny 1.2 has. */
    static final String XLINK = "http://www.w3.org/1999/xlink";

    /**
     * An attribute.
     *
     * @param name with its prefix
     * @param values what is allowed; empty where anything is
     * @param defaultValue what holds where it is left out; empty where nothing does
     * @param known whether it means the same for all elements that may have it
     */
    record Attribute(String name, List<String> values, String defaultValue, boolean known) {

        /** Returns the code of what it means; empty where that depends on the element. */
        String meaning() {
            return known ? "svg." + name.replace(':', '_') : "";
        }

        /** Whether a value is allowed. Blanks around it count nothing. */
        boolean allows(String value) {
            return values.isEmpty() || values.contains(value.strip());
        }
    }

    /**
     * An element.
     *
     * @param name in the namespace of SVG
     * @param attributes the attributes that it may have
     * @param tolerated the attributes that SVG Tiny 1.2 allows beyond these
     * @param children the elements that it may contain
     * @param isDrawn whether it is visible
     * @param holdsText whether it may contain text
     */
    record Element(
            String name,
            Set<String> attributes,
            Set<String> tolerated,
            Set<String> children,
            boolean isDrawn,
            boolean holdsText) {}

    /** The reason why an element of SVG is not in the profile. */
    enum Excluded {
        /** It runs or loads something. */
        SCRIPT,
        /** It moves the picture. */
        ANIMATION,
        /** It embeds a picture, sound or film. */
        MEDIA,
        /** It leads elsewhere. */
        LINK,
        /** It has styles. */
        STYLE
    }

    /** Attributes that only the outermost element has, and the values that the profile leaves. */
    private static final String ROOT =
            """
            version | 1.2 |
            baseProfile | tiny-ps |
            viewBox |  |
            width |  | 100%
            height |  | 100%
            preserveAspectRatio |  | xMidYMid meet
            zoomAndPan | disable | magnify
            externalResourcesRequired | false | false
            focusable | false | auto
            playbackOrder | all | all
            snapshotTime | none | none
            timelineBegin | onLoad | onLoad
            contentScriptType |  | application/ecmascript
            """;

    /** Attributes that any element may have. */
    private static final String CORE =
            """
            id |  |
            xml:id |  |
            xml:lang |  |
            xml:space | default preserve | default
            class |  |
            role |  |
            rel |  |
            rev |  |
            typeof |  |
            content |  |
            datatype |  |
            resource |  |
            about |  |
            property |  |
            """;

    /** Attributes that paint shapes and texts. */
    private static final String PAINT =
            """
            fill |  | black
            fill-opacity |  | 1
            fill-rule | nonzero evenodd inherit | nonzero
            stroke |  | none
            stroke-opacity |  | 1
            stroke-dasharray |  | none
            stroke-dashoffset |  | 0
            stroke-linecap | butt round square inherit | butt
            stroke-linejoin | miter round bevel inherit | miter
            stroke-miterlimit |  | 4
            stroke-width |  | 1
            color |  |
            color-rendering | auto optimizeSpeed optimizeQuality inherit | auto
            vector-effect | none non-scaling-stroke inherit | none
            direction | ltr rtl inherit | ltr
            unicode-bidi | normal embed bidi-override inherit | normal
            solid-color |  | black
            solid-opacity |  | 1
            display-align | auto before center after inherit | auto
            line-increment |  | auto
            stop-color |  | black
            stop-opacity |  | 1
            font-family |  |
            font-size |  | medium
            font-style | normal italic oblique inherit | normal
            font-variant | normal small-caps inherit | normal
            font-weight | normal bold bolder lighter 100 200 300 400 500 600 700 800 900 inherit | normal
            text-anchor | start middle end inherit | start
            text-align | start center end inherit | start
            """;

    /** Attributes that control whether and how elements are shown. */
    private static final String SHOWN =
            """
            display | inline block list-item run-in compact marker table inline-table table-row-group table-header-group table-footer-group table-row table-column-group table-column table-cell table-caption none inherit | inline
            visibility | visible hidden collapse inherit | visible
            image-rendering | auto optimizeSpeed optimizeQuality inherit | auto
            shape-rendering | auto optimizeSpeed crispEdges geometricPrecision inherit | auto
            text-rendering | auto optimizeSpeed optimizeLegibility geometricPrecision inherit | auto
            buffered-rendering | auto dynamic static inherit | auto
            viewport-fill |  | none
            viewport-fill-opacity |  | 1
            """;

    /** Attributes that show elements conditionally, of which the profile keeps two. */
    private static final String CONDITION =
            """
            requiredFonts |  |
            systemLanguage |  |
            """;

    /**
     * The elements: name; groups of attributes (P paint, S shown, C condition; core always); own
     * attributes; allowed content (D descriptive texts, G drawn elements, # text, and names).
     */
    private static final String ELEMENTS =
            """
            svg | P | | D G
            title | S C | | #
            desc | S C | | #
            metadata | | | #
            defs | P | | D G font
            g | P C | transform | D G
            use | P C | transform href xlink:href x y | D
            path | P C | transform d pathLength | D
            rect | P C | transform x y width height rx ry | D
            circle | P C | transform cx cy r | D
            ellipse | P C | transform cx cy rx ry | D
            line | P C | transform x1 y1 x2 y2 | D
            polyline | P C | transform points | D
            polygon | P C | transform points | D
            linearGradient | P | gradientUnits x1 y1 x2 y2 | D stop
            radialGradient | P | gradientUnits cx cy r | D stop
            stop | P | offset | D
            solidColor | P | | D
            text | P C | transform x y rotate editable | D #
            textArea | P C | transform x y width height editable | D #
            font | | horiz-origin-x horiz-origin horiz-adv-x | D font-face glyph hkern
            font-face | | font-family font-style font-weight font-variant font-stretch unicode-range panose-1 widths bbox units-per-em stemv stemh slope cap-height x-height accent-height accented-height ascent descent ideographic alphabetic mathematical hanging underline-position underline-thickness strikethrough-position strikethrough-thickness overline-position overline-thickness | D
            glyph | | unicode glyph-name arabic-form lang horiz-adv-x d | D
            hkern | | u1 g1 u2 g2 k | D
            """;

    private static final Set<String> ABOUT = Set.of("title", "desc", "metadata");

    private static final Set<String> DRAWN =
            Set.of(
                    "path",
                    "rect",
                    "circle",
                    "line",
                    "ellipse",
                    "polyline",
                    "polygon",
                    "text",
                    "textArea",
                    "use");

    private static final Set<String> GRAPHICS =
            Stream.concat(
                            DRAWN.stream(),
                            Stream.of(
                                    "g", "defs", "solidColor", "linearGradient", "radialGradient"))
                    .collect(Collectors.toUnmodifiableSet());

    /** Values of attributes that do not belong to a group. */
    private static final Map<String, List<String>> OWN_VALUES =
            Map.of(
                    "gradientUnits",
                    List.of("userSpaceOnUse", "objectBoundingBox"),
                    "editable",
                    List.of("none"));

    private static final Map<String, Attribute> CORE_ATTRIBUTES = attributes(CORE);
    private static final Map<String, Attribute> PAINT_ATTRIBUTES = attributes(PAINT);
    private static final Map<String, Attribute> SHOWN_ATTRIBUTES = attributes(SHOWN);
    private static final Map<String, Attribute> CONDITION_ATTRIBUTES = attributes(CONDITION);
    private static final Map<String, Attribute> ROOT_ATTRIBUTES = attributes(ROOT);

    private static final Map<String, Attribute> ALL_ATTRIBUTES =
            Stream.of(
                            CORE_ATTRIBUTES,
                            PAINT_ATTRIBUTES,
                            SHOWN_ATTRIBUTES,
                            CONDITION_ATTRIBUTES,
                            ROOT_ATTRIBUTES)
                    .flatMap(map -> map.values().stream())
                    .collect(Collectors.toUnmodifiableMap(Attribute::name, a -> a));

    private static final Map<String, Element> ALL_ELEMENTS =
            ELEMENTS.lines()
                    .map(SvgProfile::parsed)
                    .collect(Collectors.toUnmodifiableMap(Element::name, e -> e));

    private static final Map<String, Excluded> EXCLUDED = excluded();

    private SvgProfile() {}

    /** An element of the profile. */
    static Optional<Element> element(String name) {
        return Optional.ofNullable(ALL_ELEMENTS.get(name));
    }

    /**
     * Returns why an element of SVG is not in the profile; empty if no particular reason is known.
     */
    static Optional<Excluded> excluded(String name) {
        return Optional.ofNullable(EXCLUDED.get(name));
    }

    /**
     * Returns what is known about an attribute of an element; empty values and texts if nothing is.
     */
    static Attribute attribute(String element, String name) {
        Attribute known = ALL_ATTRIBUTES.get(name);
        boolean isOfRoot = ROOT_ATTRIBUTES.containsKey(name);
        if (known != null && (!isOfRoot || element.equals("svg"))) {
            return known;
        }
        return new Attribute(name, OWN_VALUES.getOrDefault(name, List.of()), "", false);
    }

    /** The names of all its elements. */
    static Set<String> elements() {
        return ALL_ELEMENTS.keySet();
    }

    private static Map<String, Attribute> attributes(String table) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        table.lines()
                .map(line -> line.split("\\|", -1))
                .forEach(cells -> {
                    String name = cells[0].strip();
                    attributes.put(
                            name, new Attribute(name, words(cells[1]), cells[2].strip(), true));
                });
        return attributes;
    }

    private static Element parsed(String line) {
        String[] cells = line.split("\\|", -1);
        String name = cells[0].strip();
        List<String> groups = words(cells[1]);
        Stream<String> own = words(cells[2]).stream();
        if (name.equals("svg")) {
            own = ROOT_ATTRIBUTES.keySet().stream();
        }
        Set<String> attributes =
                Stream.of(
                                own,
                                CORE_ATTRIBUTES.keySet().stream(),
                                group(groups, "P", PAINT_ATTRIBUTES),
                                group(groups, "S", SHOWN_ATTRIBUTES),
                                group(groups, "C", CONDITION_ATTRIBUTES))
                        .flatMap(names -> names)
                        .collect(Collectors.toUnmodifiableSet());
        Set<String> tolerated =
                groups.contains("P")
                        ? Stream.concat(
                                        SHOWN_ATTRIBUTES.keySet().stream(),
                                        CONDITION_ATTRIBUTES.keySet().stream())
                                .collect(Collectors.toUnmodifiableSet())
                        : Set.of();
        List<String> content = words(cells[3]);
        Set<String> children =
                content.stream()
                        .flatMap(word ->
                                switch (word) {
                                    case "D" -> ABOUT.stream();
                                    case "G" -> GRAPHICS.stream();
                                    case "#" -> Stream.empty();
                                    default -> Stream.of(word);
                                })
                        .collect(Collectors.toUnmodifiableSet());
        return new Element(
                name, attributes, tolerated, children, DRAWN.contains(name), content.contains("#"));
    }

    private static Stream<String> group(
            List<String> groups, String letter, Map<String, Attribute> attributes) {
        return groups.contains(letter) ? attributes.keySet().stream() : Stream.empty();
    }

    private static List<String> words(String cell) {
        return Arrays.stream(cell.strip().split("\\s+", -1)).filter(w -> !w.isEmpty()).toList();
    }

    private static Map<String, Excluded> excluded() {
        Map<String, Excluded> reasons = new LinkedHashMap<>();
        words("script handler listener foreignObject prefetch")
                .forEach(name -> reasons.put(name, Excluded.SCRIPT));
        words("animate animateColor animateMotion animateTransform animation discard mpath set")
                .forEach(name -> reasons.put(name, Excluded.ANIMATION));
        words("image audio video feImage").forEach(name -> reasons.put(name, Excluded.MEDIA));
        reasons.put("a", Excluded.LINK);
        reasons.put("style", Excluded.STYLE);
        return Map.copyOf(reasons);
    }
}
