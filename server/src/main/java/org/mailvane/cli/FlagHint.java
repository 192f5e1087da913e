package org.mailvane.cli;

import java.util.Comparator;
import java.util.Optional;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Names the flag that somebody may have meant. Settings are flags of every command, and so many
 * that help does not list them; picocli knows those alone that it lists.
 */
final class FlagHint {

    /** Letters that are wrong, missing or too many in a slip, at most. */
    static final int MAX_SLIPS = 3;

    private static final String FLAG = "--";

    private FlagHint() {}

    /** What to write instead of a flag that there is not; empty where no other is like it. */
    static Optional<String> of(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        String given = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
        if (!given.startsWith(FLAG)) {
            return Optional.empty();
        }
        return failure.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                .filter(name -> name.startsWith(FLAG))
                .filter(name -> slips(given, name) <= MAX_SLIPS)
                .min(
                        Comparator.comparingInt((String name) -> slips(given, name))
                                .thenComparing(Comparator.naturalOrder()))
                .map(name -> "Unknown option " + given + ". Did you mean " + name + "?");
    }

    /** How many letters have to be changed, added or left out to make one word the other. */
    private static int slips(String one, String other) {
        int[] last = new int[other.length() + 1];
        for (int i = 0; i <= other.length(); i++) {
            last[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int before = last[0];
            last[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = before + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                before = last[j];
                last[j] = Math.min(changed, 1 + Math.min(last[j], last[j - 1]));
            }
        }
        return last[other.length()];
    }
}
