package org.mailvane.mailauth.spf;

/** Measures the similarity of words. */
final class Spelling {

    /** Longer words are not compared: none of SPF's has so many letters. */
    static final int MAX_LENGTH = 32;

    private Spelling() {}

    /**
     * Letters to change, insert, leave out, or swap with their neighbour to make one word of the
     * other (the restricted distance of Damerau and Levenshtein).
     */
    static int distance(String one, String other) {
        if (one.length() > MAX_LENGTH || other.length() > MAX_LENGTH) {
            return MAX_LENGTH;
        }
        int[][] table = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : cell(table, one, other, i, j);
            }
        }
        return table[one.length()][other.length()];
    }

    private static int cell(int[][] table, String one, String other, int i, int j) {
        char a = one.charAt(i - 1);
        char b = other.charAt(j - 1);
        int best =
                Math.min(
                        Math.min(table[i - 1][j], table[i][j - 1]) + 1,
                        table[i - 1][j - 1] + (a == b ? 0 : 1));
        boolean isSwapped = i > 1 && j > 1 && a == other.charAt(j - 2) && b == one.charAt(i - 2);
        return isSwapped ? Math.min(best, table[i - 2][j - 2] + 1) : best;
    }
}
