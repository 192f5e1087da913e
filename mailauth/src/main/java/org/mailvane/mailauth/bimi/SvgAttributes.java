package org.mailvane.mailauth.bimi;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.bimi.SvgProfile.Attribute;
import org.mailvane.mailauth.bimi.SvgProfile.Element;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingValue.Phrase;

/** Judges the attributes of a picture: whether the profile has them, and what they refer to. */
final class SvgAttributes {

    /** A reference in a paint value (SVG Tiny 1.2, section 11.2). */
    private static final Pattern URL = Pattern.compile("(?i)url\\(\\s*[\"']?\\s*([^\"')]*)");

    private static final Pattern DATA = Pattern.compile("(?is)data:.*");

    private final SvgText text;
    private final SvgReferences references;

    /**
     * An attribute as written in the picture.
     *
     * @param element the name of its element
     * @param rules the profile's rules for the element; null if the profile does not include it
     * @param namespace its own namespace; null or empty if it has none
     * @param name with its prefix
     * @param position its position in the text
     */
    record Given(
            String element,
            @Nullable Element rules,
            @Nullable String namespace,
            String name,
            String value,
            int position) {

        private boolean isOfSvg() {
            return namespace == null
                    || namespace.isEmpty()
                    || namespace.equals(SvgProfile.XLINK)
                    || name.startsWith("xml:");
        }
    }

    SvgAttributes(SvgText text, SvgReferences references) {
        this.text = text;
        this.references = references;
    }

    /**
     * Judges one.
     *
     * @param within the ids of the elements around it
     */
    FindingList judge(Given given, Collection<String> within) {
        FindingList findings = new FindingList();
        targets(given, within)
                .forEach(target -> judgeTarget(given, target).ifPresent(findings::add));
        if (given.rules() != null) {
            judgeName(given, given.rules())
                    .map(finding -> finding.about(given.name()).at(given.position()))
                    .ifPresent(findings::add);
        }
        return findings;
    }

    private Optional<Finding> judgeName(Given given, Element rules) {
        String name = given.name();
        Phrase place = text.place(given.position());
        if (!given.isOfSvg()) {
            return Optional.of(BimiFindings.SVG_FOREIGN_ATTRIBUTE.with(name, rules.name(), place));
        }
        if (name.equals("style")) {
            return Optional.of(BimiFindings.SVG_STYLE_ATTRIBUTE.with(rules.name(), place));
        }
        if (name.regionMatches(true, 0, "on", 0, 2)) {
            return Optional.of(BimiFindings.SVG_EVENT.with(name, rules.name(), place));
        }
        if (name.equals("xml:base")) {
            return Optional.of(BimiFindings.SVG_BASE.with(rules.name(), place));
        }
        if (rules.name().equals("svg") && (name.equals("x") || name.equals("y"))) {
            return Optional.of(BimiFindings.SVG_POSITION.with(name));
        }
        if (!rules.attributes().contains(name)) {
            BimiFindings kind =
                    rules.tolerated().contains(name)
                            ? BimiFindings.SVG_ATTRIBUTE_SCHEMA
                            : BimiFindings.SVG_ATTRIBUTE;
            return Optional.of(kind.with(name, rules.name(), place));
        }
        Attribute known = SvgProfile.attribute(rules.name(), name);
        if (!known.allows(given.value())) {
            return Optional.of(
                    BimiFindings.SVG_VALUE.with(
                            name, rules.name(), given.value(), known.values(), place));
        }
        return Optional.empty();
    }

    /**
     * Returns the elements that it refers to, also if the profile does not include the attribute.
     */
    private Collection<String> targets(Given given, Collection<String> within) {
        if (given.name().equals("href") || given.name().endsWith(":href")) {
            String target = given.value().strip();
            if (given.element().equals("use") && target.startsWith("#")) {
                references.use(target.substring(1), within);
            }
            return List.of(target);
        }
        Matcher url = URL.matcher(given.value());
        return url.results().map(found -> found.group(1).strip()).toList();
    }

    private Optional<Finding> judgeTarget(Given given, String target) {
        if (target.startsWith("#") && target.length() > 1) {
            references.refer(target.substring(1), given.position());
            return Optional.empty();
        }
        Phrase place = text.place(given.position());
        Finding finding =
                DATA.matcher(target).matches()
                        ? BimiFindings.SVG_DATA.with(given.name(), given.element(), place)
                        : BimiFindings.SVG_EXTERNAL.with(
                                given.name(), given.element(), target, place);
        return Optional.of(finding.about(given.name()).at(given.position()));
    }
}
