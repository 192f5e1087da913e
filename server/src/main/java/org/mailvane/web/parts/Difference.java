package org.mailvane.web.parts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is different between two versions of a record, by words.
 *
 * @param before the first in pieces, those that are gone marked
 * @param after the second in pieces, those that are new marked
 */
record Difference(List<Piece> before, List<Piece> after) {

    /**
     * Words of each, with what separates them, that are compared one by one; of longer texts only
     * the middle is marked.
     */
    static final int MAX_WORDS = 500;

    /** Between a word and its separator, which is treated as a separate word. */
    private static final Pattern WORDS =
            Pattern.compile("(?<=[\\s;,])(?=[^\\s;,])|(?<=[^\\s;,])(?=[\\s;,])");

    /**
     * A part of a text.
     *
     * @param changed whether the other text does not have it
     */
    record Piece(String text, boolean changed) {}

    /** The difference of two texts. */
    static Difference of(String before, String after) {
        String[] old = words(before);
        String[] now = words(after);
        boolean[] keptOld = new boolean[old.length];
        boolean[] keptNow = new boolean[now.length];
        int first = 0;
        while (first < Math.min(old.length, now.length) && old[first].equals(now[first])) {
            keptOld[first] = true;
            keptNow[first] = true;
            first++;
        }
        int oldEnd = old.length;
        int nowEnd = now.length;
        while (oldEnd > first && nowEnd > first && old[oldEnd - 1].equals(now[nowEnd - 1])) {
            oldEnd--;
            nowEnd--;
            keptOld[oldEnd] = true;
            keptNow[nowEnd] = true;
        }
        if (old.length <= MAX_WORDS && now.length <= MAX_WORDS) {
            common(old, now, first, oldEnd, nowEnd, keptOld, keptNow);
        }
        return new Difference(pieces(old, keptOld), pieces(now, keptNow));
    }

    private static String[] words(String text) {
        return text.isEmpty() ? new String[0] : WORDS.split(text, -1);
    }

    /** Marks the longest sequence of words that both have between these places. */
    private static void common(
            String[] old,
            String[] now,
            int first,
            int oldEnd,
            int nowEnd,
            boolean[] keptOld,
            boolean[] keptNow) {
        int[][] longest = new int[oldEnd - first + 1][nowEnd - first + 1];
        for (int i = oldEnd - first - 1; i >= 0; i--) {
            for (int j = nowEnd - first - 1; j >= 0; j--) {
                longest[i][j] =
                        old[first + i].equals(now[first + j])
                                ? longest[i + 1][j + 1] + 1
                                : Math.max(longest[i + 1][j], longest[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < oldEnd - first && j < nowEnd - first) {
            if (old[first + i].equals(now[first + j])) {
                keptOld[first + i++] = true;
                keptNow[first + j++] = true;
            } else if (longest[i + 1][j] >= longest[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
    }

    private static List<Piece> pieces(String[] words, boolean[] kept) {
        List<Piece> pieces = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= words.length; i++) {
            if (i == words.length || kept[i] != kept[begin]) {
                String text = String.join("", Arrays.asList(words).subList(begin, i));
                pieces.add(new Piece(text, !kept[begin]));
                begin = i;
            }
        }
        return List.copyOf(pieces);
    }
}
