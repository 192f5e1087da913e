package org.mailvane.web.parts;

import java.util.Arrays;
import java.util.List;
import org.mailvane.planner.PolicyAdvice;
import org.mailvane.sourcedata.Sources.Largest;
import org.mailvane.sources.Category;
import org.mailvane.traffic.sums.SourceVolumes.OfCategory;
import org.mailvane.web.frame.Categories;

/**
 * What the sources of a category have sent together.
 *
 * @param category the category
 * @param sources how many they are
 * @param messages their messages
 */
public record SourceFigures(Category category, long sources, long messages) {

    /** All four categories in their order, also those that have no sources. */
    public static List<SourceFigures> all(List<OfCategory> some) {
        return Arrays.stream(Category.values())
                .map(category ->
                        some.stream()
                                .filter(each -> each.category() == category)
                                .findFirst()
                                .map(each ->
                                        new SourceFigures(
                                                category, each.sources(), each.messages()))
                                .orElse(new SourceFigures(category, 0, 0)))
                .toList();
    }

    /** The same of those whose largest sources are known. */
    public static List<SourceFigures> ofLargest(List<Largest> some) {
        return all(
                some.stream()
                        .map(each ->
                                new OfCategory(each.category(), each.sources(), each.messages()))
                        .toList());
    }

    /** The category's name in the bundles. */
    public String key() {
        return key(category);
    }

    /** A category's name in the bundles. */
    public static String key(Category category) {
        return Categories.of(Categories.KEYS, category);
    }

    /** Whether fewer of its messages passed than a policy needs. */
    public static boolean isLow(long passed, long messages) {
        return (double) passed * 100 < (double) messages * PolicyAdvice.PASSING_PERCENT;
    }

    /** What a category is, as a sentence in the bundles. */
    public static String about(Category category) {
        return "sources.about." + category.number();
    }
}
