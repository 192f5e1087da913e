package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.traffic.blocks.RowResults;
import org.mailvane.traffic.store.RawResults;

class ShownResultsTest {

    private static final MailNames NAMES = new MailNames(PublicSuffixes.bundled());

    private static ShownResults shown(List<DkimResult> dkim, List<OverrideReason> reasons) {
        RawResults raw = new RawResults(dkim, List.of(), reasons, 0);
        return ShownResults.of(
                new RowResults("Postbox", "a.example", "", "", raw), "a.example", NAMES);
    }

    private static DkimResult signed(String selector) {
        return new DkimResult("a.example", selector, AuthResult.PASS, null);
    }

    @Test
    void commentsAreShownUpToTheirLimit() {
        String longest = "c".repeat(ShownResults.MAX_SHOWN);
        assertThat(shown(List.of(), List.of(new OverrideReason("other", longest))).comment())
                .isEqualTo(longest);
        assertThat(shown(List.of(), List.of(new OverrideReason("other", longest + "d"))).comment())
                .isEqualTo(longest + "...");
        assertThat(
                        shown(
                                        List.of(),
                                        List.of(
                                                new OverrideReason("other", "one"),
                                                new OverrideReason("forwarded", longest)))
                                .comment())
                .isEqualTo(("one, " + longest).substring(0, ShownResults.MAX_SHOWN) + "...");
    }

    @Test
    void selectorsAreShownUpToTheirLimit() {
        String half = "s".repeat(ShownResults.MAX_SHOWN / 2);
        List<DkimResult> results = new ArrayList<>(List.of(signed(half), signed(half + "t")));
        results.add(signed("t".repeat(ShownResults.MAX_SHOWN / 2)));
        results.add(signed("u"));
        assertThat(shown(results, List.of()).selectors())
                .containsExactly(half, "t".repeat(ShownResults.MAX_SHOWN / 2));
    }

    @Test
    void selectorsAreShownOnceEachOnALine() {
        assertThat(
                        shown(
                                        List.of(signed("one"), signed("two\nlines"), signed("one")),
                                        List.of())
                                .selectors())
                .containsExactly("one", "two lines");
    }
}
