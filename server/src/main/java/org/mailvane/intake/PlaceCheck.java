package org.mailvane.intake;

import java.util.List;

/** Tries the places from which reports come, for {@code mailvane doctor}. */
public interface PlaceCheck {

    /** Tries them all. */
    List<Result> check();

    /**
     * What was found of a place.
     *
     * @param name the place
     * @param isWell whether reports can come from there
     * @param text what was found
     * @param repair what to do; empty where it is well
     */
    record Result(String name, boolean isWell, String text, String repair) {

        /** A place from which reports can come. */
        public static Result well(String name, String text) {
            return new Result(name, true, text, "");
        }

        /** One from which they can't. */
        public static Result bad(String name, String text, String repair) {
            return new Result(name, false, text, repair);
        }
    }
}
