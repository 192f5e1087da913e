package org.mailvane.mailauth.bimi;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;

/**
 * Finds out what is visible of a picture: its size, whether something fills it, and the number of
 * its colours. It does not render, so it gives the picture the benefit of the doubt where only
 * rendering would show the answer.
 */
final class SvgDrawing {

    /** Pixels that Gmail wants at least. */
    static final int MIN_PIXELS = 96;

    private static final Pattern PIXELS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(?:px)?");
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:\\d{1,15}\\.?\\d{0,15}|\\.\\d{1,15})(?:[eE][+-]?\\d{1,2})?");
    private static final Pattern SHORT_COLOR = Pattern.compile("#([0-9a-f])([0-9a-f])([0-9a-f])");

    /** Attributes whose values are colours. */
    private static final Set<String> COLORS =
            Set.of("fill", "stroke", "stop-color", "solid-color", "viewport-fill");

    private final Set<String> colors = new HashSet<>();
    private boolean hasShapes;
    private boolean isFilled;
    private @Nullable Box box;

    private record Box(double left, double top, double width, double height) {}

    /** Attributes of an element. */
    @FunctionalInterface
    interface Attributes {

        /** A value, or null if the element does not have the attribute. */
        @Nullable String get(String name);
    }

    /** Takes the size from the outermost element, and judges it. */
    List<Finding> size(Attributes root) {
        List<Finding> findings = new ArrayList<>();
        @Nullable String viewBox = root.get("viewBox");
        if (viewBox == null) {
            findings.add(BimiFindings.SVG_VIEW_BOX_MISSING.with().about("viewBox"));
        } else {
            box = box(viewBox);
            if (box == null) {
                findings.add(BimiFindings.SVG_VIEW_BOX.with(viewBox).about("viewBox"));
            } else if (viewBox.contains(",")) {
                findings.add(BimiFindings.SVG_VIEW_BOX_COMMA.with(viewBox).about("viewBox"));
            }
        }
        judgePixels("width", root.get("width"), findings);
        judgePixels("height", root.get("height"), findings);
        if (box == null && viewBox == null) {
            box = sizeInPixels(root);
        }
        if (box != null && box.width != box.height) {
            findings.add(
                    BimiFindings.SVG_NOT_SQUARE
                            .with(plain(box.width), plain(box.height))
                            .about("viewBox"));
        }
        isFilled = isPaint(root.get("viewport-fill"));
        return findings;
    }

    private static void judgePixels(String name, @Nullable String value, List<Finding> findings) {
        if (value == null) {
            return;
        }
        Matcher pixels = PIXELS.matcher(value.strip());
        if (!pixels.matches()) {
            findings.add(BimiFindings.SVG_RELATIVE_SIZE.with(name, value).about(name));
        } else if (Double.parseDouble(pixels.group(1)) < MIN_PIXELS) {
            findings.add(BimiFindings.SVG_SMALL.with(name, value).about(name));
        }
    }

    private static @Nullable Box sizeInPixels(Attributes root) {
        double width = number(root.get("width"), 0);
        double height = number(root.get("height"), 0);
        return width > 0 && height > 0 ? new Box(0, 0, width, height) : null;
    }

    private static @Nullable Box box(String viewBox) {
        String[] words = viewBox.strip().split("\\s*,\\s*|\\s+", -1);
        if (words.length != 4) {
            return null;
        }
        double[] numbers = new double[4];
        for (int i = 0; i < 4; i++) {
            if (!NUMBER.matcher(words[i]).matches()) {
                return null;
            }
            numbers[i] = Double.parseDouble(words[i]);
        }
        return numbers[2] > 0 && numbers[3] > 0
                ? new Box(numbers[0], numbers[1], numbers[2], numbers[3])
                : null;
    }

    /** An attribute of any element: it may have a colour. */
    void paint(String attribute, String value) {
        if (COLORS.contains(attribute) && isPaint(value) && !value.startsWith("url")) {
            String color = value.strip().toLowerCase(Locale.ROOT);
            Matcher digits = SHORT_COLOR.matcher(color);
            if (digits.matches()) {
                color =
                        "#"
                                + digits.group(1).repeat(2)
                                + digits.group(2).repeat(2)
                                + digits.group(3).repeat(2);
            }
            colors.add(
                    switch (color) {
                        case "white" -> "#ffffff";
                        case "black" -> "#000000";
                        default -> color;
                    });
        }
    }

    /**
     * A shape.
     *
     * @param isMoved whether it or something around it has a transform
     * @param inheritsFill whether something around it says how it is filled
     */
    void shape(String name, Attributes shape, boolean isMoved, boolean inheritsFill) {
        @Nullable String fill = shape.get("fill");
        if (fill == null && !inheritsFill) {
            colors.add("#000000");
        }
        boolean isFirst = !hasShapes;
        hasShapes = true;
        if (isFilled || (fill != null && !isPaint(fill))) {
            return;
        }
        isFilled =
                switch (name) {
                    case "rect" -> isMoved ? isFirst : covers(shape);
                    case "circle", "ellipse" -> isMoved ? isFirst : isRound(name, shape);
                    case "line", "text", "textArea" -> false;
                    default -> isFirst;
                };
    }

    /** Returns the findings about the whole picture. */
    List<Finding> judge() {
        List<Finding> findings = new ArrayList<>();
        if (hasShapes && !isFilled && box != null) {
            findings.add(BimiFindings.SVG_BACKGROUND.with());
        }
        if (colors.size() < 2) {
            findings.add(BimiFindings.SVG_COLORS.with());
        }
        return findings;
    }

    private boolean covers(Attributes rect) {
        if (box == null) {
            return false;
        }
        double left = length(rect.get("x"), box.width, 0);
        double top = length(rect.get("y"), box.height, 0);
        double width = length(rect.get("width"), box.width, 0);
        double height = length(rect.get("height"), box.height, 0);
        return left <= box.left
                && top <= box.top
                && left + width >= box.left + box.width
                && top + height >= box.top + box.height;
    }

    /** Most receivers cut logos to a circle, so one that reaches the edges will do. */
    private boolean isRound(String name, Attributes shape) {
        if (box == null) {
            return false;
        }
        boolean isCircle = name.equals("circle");
        double across = 2 * length(shape.get(isCircle ? "r" : "rx"), box.width, 0);
        double down = 2 * length(shape.get(isCircle ? "r" : "ry"), box.height, 0);
        double slack = 0.95;
        return across >= slack * box.width && down >= slack * box.height;
    }

    private static boolean isPaint(@Nullable String value) {
        return value != null
                && switch (value.strip()) {
                    case "", "none", "inherit", "currentColor", "transparent" -> false;
                    default -> true;
                };
    }

    private static double length(@Nullable String value, double whole, double otherwise) {
        if (value != null && value.strip().endsWith("%")) {
            String percent = value.strip();
            return number(percent.substring(0, percent.length() - 1), otherwise) * whole / 100;
        }
        return number(value, otherwise);
    }

    private static double number(@Nullable String value, double otherwise) {
        if (value == null) {
            return otherwise;
        }
        String number = value.strip();
        if (number.endsWith("px")) {
            number = number.substring(0, number.length() - 2);
        }
        return NUMBER.matcher(number).matches() ? Double.parseDouble(number) : otherwise;
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.valueOf((long) number)
                : String.valueOf(number);
    }
}
