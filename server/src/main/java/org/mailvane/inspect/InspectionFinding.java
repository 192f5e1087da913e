package org.mailvane.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.mailvane.mailauth.bimi.BimiInspection;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * A finding of an inspection, for people to read from the start: findings about the whole, about
 * records and about their tags are in one list, the worst first, and each one once.
 *
 * @param finding without its position, which is for programs
 * @param where the name in whose record it was found; empty of what the domain itself has
 */
public record InspectionFinding(Finding finding, String where) {

    private static final String SPECIAL = SpfFindings.NETWORK_SPECIAL.entry().code();

    /** Levels of an SPF record's tree that are looked through. */
    public static final int MAX_DEPTH = 12;

    /** What is said of records that are lists of tags. */
    public static List<InspectionFinding> of(
            List<Finding> messages, List<? extends TaggedRecord> records) {
        List<InspectionFinding> all = new ArrayList<>();
        add(all, messages, "");
        for (TaggedRecord record : records) {
            add(all, record.messages(), "");
            for (Tag tag : record.tags()) {
                add(all, tag.messages(), "");
            }
        }
        return sorted(all);
    }

    /**
     * Returns what is said of BIMI, its logo and its certificate; not of the DMARC record that it
     * needs.
     */
    public static List<InspectionFinding> of(BimiInspection inspection) {
        BimiInspection.Bimi bimi = inspection.bimi();
        List<Finding> all = new ArrayList<>(bimi.messages());
        all.addAll(bimi.indicator().messages());
        all.addAll(bimi.indicator().svg().messages());
        bimi.indicator().svg().attributes().forEach(each -> all.addAll(each.messages()));
        all.addAll(bimi.authority().messages());
        all.addAll(bimi.authority().indicator().messages());
        return of(all, bimi.records());
    }

    /** Returns what is said of an SPF record and of all that it refers to. */
    public static List<InspectionFinding> of(SpfInspection inspection) {
        List<InspectionFinding> all = new ArrayList<>();
        add(all, inspection.messages(), "");
        add(all, inspection.records(), "", 0);
        // What the reader can change comes before findings in the records of others.
        all.sort(Comparator.comparing(said -> !said.where().isEmpty()));
        return sorted(all);
    }

    private static void add(
            List<InspectionFinding> all,
            List<SpfInspection.TextRecord> records,
            String where,
            int depth) {
        for (SpfInspection.TextRecord record : records) {
            add(all, record.messages(), where);
            for (SpfInspection.TextTerm term : record.terms()) {
                add(all, saidOf(term), where);
                if (depth < MAX_DEPTH) {
                    term.result()
                            .forEach(nested ->
                                    add(all, List.of(nested), nested.domain(), depth + 1));
                }
            }
        }
    }

    /** Where mail from special addresses was seen, no finding says that none comes from them. */
    private static List<Finding> saidOf(SpfInspection.TextTerm term) {
        return term.surveyDomainVolume() == 0
                ? term.messages()
                : term.messages().stream()
                        .filter(finding -> !finding.code().equals(SPECIAL))
                        .toList();
    }

    private static void add(List<InspectionFinding> all, List<Finding> findings, String where) {
        for (Finding finding : findings) {
            all.add(new InspectionFinding(finding.anywhere(), where));
        }
    }

    private static List<InspectionFinding> sorted(List<InspectionFinding> all) {
        return all.stream()
                .distinct()
                .sorted(Comparator.comparing(said -> said.finding().level()))
                .toList();
    }
}
