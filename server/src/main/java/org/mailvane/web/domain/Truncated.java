package org.mailvane.web.domain;

import java.util.List;

/**
 * The first of a list that may be longer than what a page shows of it.
 *
 * @param shown those
 * @param isPart whether there are others
 */
record Truncated<T>(List<T> shown, boolean isPart) {

    /**
     * So many at most.
     *
     * @param found as many and one more, where there are others
     */
    static <T> Truncated<T> of(List<T> found, int most) {
        return new Truncated<>(found.stream().limit(most).toList(), found.size() > most);
    }
}
