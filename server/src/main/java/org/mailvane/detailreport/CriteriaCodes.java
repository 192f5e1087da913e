package org.mailvane.detailreport;

import org.mailvane.api.binding.Coded;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.traffic.store.ResultWord;

/** The letters that the API has for what a report can ask for. */
public final class CriteriaCodes {

    private CriteriaCodes() {}

    /** Results of SPF. */
    enum Spf implements Coded {
        NONE,
        NEUTRAL,
        PASS,
        FAIL,
        SOFTFAIL,
        TEMPERROR,
        PERMERROR,
        OTHER;

        public ResultWord word() {
            return ResultWord.valueOf(name());
        }

        @Override
        public String code() {
            return word().letter();
        }
    }

    /** Results of DKIM. */
    enum Dkim implements Coded {
        NONE,
        PASS,
        FAIL,
        POLICY,
        NEUTRAL,
        TEMPERROR,
        PERMERROR,
        OTHER;

        public ResultWord word() {
            return ResultWord.valueOf(name());
        }

        @Override
        public String code() {
            return word().letter();
        }
    }

    /** What the receiver did. */
    public enum Applied implements Coded {
        UNKNOWN("?", "unknown"),
        NONE("n", "none"),
        QUARANTINE("q", "quarantine"),
        REJECT("r", "reject");

        private final String letter;
        private final String word;

        Applied(String letter, String word) {
            this.letter = letter;
            this.word = word;
        }

        @Override
        public String code() {
            return letter;
        }

        /** Returns what people read. */
        public String word() {
            return word;
        }

        Disposition disposition() {
            return Disposition.valueOf(name());
        }

        public static Applied of(Disposition disposition) {
            return switch (disposition) {
                case NONE, PASS -> NONE;
                case QUARANTINE -> QUARANTINE;
                case REJECT -> REJECT;
                case UNKNOWN -> UNKNOWN;
            };
        }
    }

    /** Whether something passes aligned. */
    public enum Aligned implements Coded {
        YES("p"),
        NO("f"),
        EITHER("");

        private final String letter;

        Aligned(String letter) {
            this.letter = letter;
        }

        @Override
        public String code() {
            return letter;
        }

        public static Aligned of(boolean aligned) {
            return aligned ? YES : NO;
        }
    }
}
