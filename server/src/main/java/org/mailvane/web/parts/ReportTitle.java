package org.mailvane.web.parts;

import java.time.LocalDate;
import java.util.Collection;
import java.util.stream.Collectors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.web.frame.Texts;

/** What a report or a search is about, as its heading says it. */
public final class ReportTitle {

    /** Names in a heading at most; of more it says how many they are. */
    static final int MAX_NAMED = 3;

    private ReportTitle() {}

    public static String of(
            Texts texts, Collection<DomainName> domains, LocalDate first, LocalDate last) {
        String names =
                domains.isEmpty()
                        ? texts.of("detail.domains.all")
                        : domains.size() <= MAX_NAMED
                                ? domains.stream()
                                        .map(DomainName::value)
                                        .collect(Collectors.joining(", "))
                                : texts.of("domains.count", domains.size());
        return first.equals(last)
                ? texts.of("detail.title.day", names, texts.date(first))
                : texts.of(
                        "detail.title",
                        names,
                        first.getYear() == last.getYear() ? texts.day(first) : texts.date(first),
                        texts.date(last));
    }
}
