package org.mailvane.web.frame;

import java.util.List;
import org.mailvane.domains.DomainCounts;
import org.mailvane.sources.Category;

/** The four categories of mail in the order in which charts show them, from below. */
public final class Categories {

    /** Their names in the bundles. */
    public static final List<String> KEYS =
            List.of(
                    "category.capable",
                    "category.non-compliant",
                    "category.forwarded",
                    "category.threat");

    private static final List<Category> ALL = List.of(Category.values());

    private Categories() {}

    /** That of a category, of what there is one each of, in this order. */
    public static <T> T of(List<T> each, Category category) {
        return each.get(ALL.indexOf(category));
    }

    /** Messages by category. */
    static List<Long> of(DomainCounts counts) {
        return List.of(
                counts.capable(),
                counts.nonCompliant(),
                counts.forwarded(),
                counts.threatOrUnknown());
    }
}
