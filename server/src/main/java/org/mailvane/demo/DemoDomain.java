package org.mailvane.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A domain of the demo.
 *
 * @param number from 0
 * @param name its name
 * @param story what happens to it
 * @param volume messages of a working day
 */
record DemoDomain(int number, String name, Story story, int volume) {

    /** What the names of the demo's domains end with: nobody has them (RFC 2606). */
    static final String TOP = "example";

    /** The stories of the first domains, one each. */
    private static final List<Story> STORIES = List.of(Story.values());

    /** So many domains have a past; the others come as they are. */
    static final int CAST = STORIES.size();

    /** What the others are like. */
    private static final List<Story> OTHERS =
            List.of(
                    Story.HEALTHY,
                    Story.READY,
                    Story.FORWARDED,
                    Story.HEALTHY,
                    Story.PARKED,
                    Story.TLS_FAILING,
                    Story.SPF_CHANGED,
                    Story.READY,
                    Story.NO_RECORD,
                    Story.KEY_REPLACED,
                    Story.HEALTHY,
                    Story.STALE);

    private static final List<String> WORDS =
            List.of(
                    "acorn", "atlas", "beacon", "brook", "cedar", "cobalt", "delta", "ember",
                    "fern", "garnet", "harbour", "heron", "indigo", "juniper", "kestrel", "lumen",
                    "maple", "north", "ochre", "parcel", "quartz", "raven", "tidal", "willow");

    private static final int MIN_VOLUME = 20;
    private static final int MAX_VOLUME = 600;
    private static final long SEED = 4_099;

    private static final Map<String, DemoDomain> BY_NAME = byName();

    /** The domain of a number, from 0. */
    static DemoDomain of(int number) {
        if (number < CAST) {
            Story story = STORIES.get(number);
            return new DemoDomain(number, story.label() + "." + TOP, story, story.volume());
        }
        int other = number - CAST;
        String name =
                WORDS.get(other % WORDS.size()) + "-" + (1 + other / WORDS.size()) + "." + TOP;
        int volume = new SplittableRandom(SEED + number).nextInt(MIN_VOLUME, MAX_VOLUME);
        return new DemoDomain(number, name, OTHERS.get(other % OTHERS.size()), volume);
    }

    /** The domain of a name; empty where it is none of the demo's. */
    static Optional<DemoDomain> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static Map<String, DemoDomain> byName() {
        Map<String, DemoDomain> domains = new HashMap<>();
        for (int number = 0; number < DemoReports.MAX_DOMAINS; number++) {
            DemoDomain domain = of(number);
            domains.put(domain.name(), domain);
        }
        return domains;
    }

    /** Whether the demo lives through its past, day by day. */
    boolean hasPast() {
        return number < CAST;
    }
}
