package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.spf.SpfInspection.Volume;

/** The result of a survey, including details that only programs need. */
public final class SpfSurvey {

    private final SpfInspection inspection;
    private final @Nullable SurveyedRecord record;
    private final List<Finding> totals;
    private final Set<IpNetwork> networks;
    private final Set<IpNetwork> named;
    private final SpfBreadth breadth;

    /** Creates the result for a domain without a usable record. */
    SpfSurvey(SpfInspection inspection) {
        this(inspection, null, List.of(), Set.of(), Set.of(), SpfBreadth.NONE);
    }

    /**
     * Creates the result for a record.
     *
     * @param inspection the result for users
     * @param record the surveyed record
     * @param totals findings about the record with all that it refers to
     * @param networks see {@link #networks()}
     * @param named see {@link #named()}
     * @param breadth see {@link #breadth()}
     */
    SpfSurvey(
            SpfInspection inspection,
            @Nullable SurveyedRecord record,
            List<Finding> totals,
            Set<IpNetwork> networks,
            Set<IpNetwork> named,
            SpfBreadth breadth) {
        this.inspection = inspection;
        this.record = record;
        this.totals = List.copyOf(totals);
        this.networks = Set.copyOf(networks);
        this.named = Set.copyOf(named);
        this.breadth = breadth;
    }

    /** For people, and the body of the API. */
    public SpfInspection inspection() {
        return inspection;
    }

    /**
     * The same with messages of some days.
     *
     * @param days how many
     * @param volume the caller's messages from the networks of the record
     * @param sent those of the domain, from wherever they came: each term says how many fall to it
     */
    public SpfInspection inspection(int days, Volume volume, SentMessages sent) {
        return record == null
                ? inspection.withVolume(days, volume, inspection.records())
                : inspection.withVolume(
                        days, volume, List.of(new ResultTree(sent).of(record, totals)));
    }

    /**
     * Returns the distinct networks that can get {@code pass}; if {@code +all} allows more, also
     * the fewest networks that cover all of it.
     */
    public Set<IpNetwork> networks() {
        return networks;
    }

    /** Returns those networks that terms name, without what {@code +all} adds. */
    public Set<IpNetwork> named() {
        return named;
    }

    /** Returns how many hosts the record allows to send, and by which terms. */
    public SpfBreadth breadth() {
        return breadth;
    }

    /**
     * Returns whether there are macros, {@code exists} or {@code ptr}, so that other addresses may
     * pass too, which only an evaluation with a message shows.
     */
    public boolean needsEvaluation() {
        return record != null && record.needsMessage();
    }
}
