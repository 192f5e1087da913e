package org.mailvane.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code /metrics} answers, read strictly: Prometheus' text format 0.0.4, and its rules for
 * names.
 */
final class Exposition {

    private static final Pattern HELP = Pattern.compile("# HELP ([a-z][a-z0-9_]*) (\\S.*)");
    private static final Pattern TYPE =
            Pattern.compile("# TYPE ([a-z][a-z0-9_]*) (counter|gauge|summary|histogram)");
    private static final Pattern SAMPLE =
            Pattern.compile("([a-z][a-z0-9_]*)(?:\\{(.*)\\})? (NaN|[+-]?Inf|[-+0-9.Ee]+)");
    private static final Pattern LABEL =
            Pattern.compile("([a-z][a-z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");

    /** Names say base units only. */
    private static final Pattern OTHER_UNIT =
            Pattern.compile(".*_(ms|milliseconds?|minutes?|hours?|days?|kb|mb|kilobytes?|percent)");

    /** What Prometheus adds to series itself. */
    private static final Set<String> RESERVED = Set.of("job", "instance", "quantile");

    private final Map<String, Family> families = new LinkedHashMap<>();

    /** Figures of one name. */
    record Family(String help, String type, Map<String, Double> series) {}

    private Exposition() {}

    /** Reads the text of an answer. */
    static Exposition of(String text) {
        assertThat(text).endsWith("\n").doesNotContain("\r");
        Exposition read = new Exposition();
        String name = "";
        String help = "";
        for (String line : text.lines().toList()) {
            Matcher found = HELP.matcher(line);
            if (found.matches()) {
                name = found.group(1);
                help = found.group(2);
                assertThat(read.families).as("once: %s", line).doesNotContainKey(name);
                continue;
            }
            found = TYPE.matcher(line);
            if (found.matches()) {
                assertThat(found.group(1)).as("help comes first: %s", line).isEqualTo(name);
                read.families.put(name, new Family(help, found.group(2), new LinkedHashMap<>()));
                continue;
            }
            found = SAMPLE.matcher(line);
            assertThat(found.matches()).as("a sample: %s", line).isTrue();
            read.add(name, found);
        }
        read.families.forEach(Exposition::check);
        return read;
    }

    private void add(String family, Matcher sample) {
        Family of = families.get(family);
        assertThat(of).as("of a family: %s", sample.group()).isNotNull();
        String name = sample.group(1);
        if (of.type().equals("summary")) {
            assertThat(name).isIn(family + "_count", family + "_sum");
        } else {
            assertThat(name).isEqualTo(family);
        }
        Map<String, String> labels = labels(sample.group(2));
        Double before =
                of.series()
                        .put(
                                name + labels,
                                Double.valueOf(sample.group(3).replace("Inf", "Infinity")));
        assertThat(before).as("once: %s", sample.group()).isNull();
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        if (text == null) {
            return labels;
        }
        Matcher label = LABEL.matcher(text);
        int end = 0;
        while (label.find() && label.start() == end) {
            assertThat(labels.put(label.group(1), label.group(2))).as("once in %s", text).isNull();
            end = label.end();
        }
        assertThat(end).as("all of %s", text).isEqualTo(text.length());
        return labels;
    }

    private static void check(String name, Family family) {
        assertThat(family.series()).as("series of %s", name).isNotEmpty();
        assertThat(family.help()).as("help of %s", name).hasSizeGreaterThan(10);
        assertThat(name.endsWith("_total"))
                .as("only counters end so: %s", name)
                .isEqualTo(family.type().equals("counter"));
        assertThat(name).doesNotMatch(OTHER_UNIT);
        if (family.type().equals("summary")) {
            assertThat(name).endsWith("_seconds");
        }
    }

    /** All families by their names. */
    Map<String, Family> families() {
        return families;
    }

    /** The value of a series. */
    double value(String name, String... labels) {
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(labels[i], labels[i + 1]);
        }
        String family = families.containsKey(name) ? name : name.replaceAll("_(count|sum)$", "");
        assertThat(families).containsKey(family);
        Double value = families.get(family).series().get(name + wanted);
        assertThat(value).as("%s%s", name, wanted).isNotNull();
        return value;
    }

    /** All labels of Mailvane's own figures that may not be there. */
    List<String> forbiddenLabels() {
        List<String> found = new ArrayList<>();
        families.forEach((name, family) -> {
            for (String series : family.series().keySet()) {
                Set<String> names = new HashSet<>();
                Matcher label = Pattern.compile("[{ ]([a-z_]+)=").matcher(series);
                while (label.find()) {
                    names.add(label.group(1));
                }
                names.retainAll(RESERVED);
                if (!names.isEmpty()) {
                    found.add(series);
                }
            }
        });
        return found;
    }
}
