package org.mailvane.detailreport.query;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mailvane.api.binding.Percentage;
import org.mailvane.detailreport.query.ForwarderTexts.Survival;
import org.mailvane.detailreport.query.ReportSourcesBody.Capable;
import org.mailvane.detailreport.query.ReportSourcesBody.Forwarder;
import org.mailvane.detailreport.query.ReportSourcesBody.NonCompliant;
import org.mailvane.detailreport.query.ReportSourcesBody.SourceLinks;
import org.mailvane.detailreport.query.ReportSourcesBody.Threat;
import org.mailvane.sources.Capabilities;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.classify.Rule;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.Shares;

/** Makes what the API shows of a report's sources. */
final class SourceBodies {

    private static final String UNKNOWN_NOTES =
            "There is no evidence that these servers send for you. If they are"
                    + " yours, set up SPF or DKIM for them, or add them as a custom source. If"
                    + " not, a policy of quarantine or reject makes receivers block their mail.";

    private final String domainsLink;
    private final String sourceLink;
    private final Map<Integer, SourceName> names;

    /**
     * Bodies of sources.
     *
     * @param domainsLink where the report's rows are
     * @param sourceLink where its sources' servers are, by number
     * @param names the sources' names
     */
    SourceBodies(String domainsLink, String sourceLink, Map<Integer, SourceName> names) {
        this.domainsLink = domainsLink;
        this.sourceLink = sourceLink;
        this.names = Map.copyOf(names);
    }

    ReportSourcesBody of(List<SourceSum> sums) {
        List<Capable> capable = new ArrayList<>();
        List<NonCompliant> nonCompliant = new ArrayList<>();
        List<Forwarder> forwarders = new ArrayList<>();
        List<Threat> threats = new ArrayList<>();
        for (SourceSum sum : sums) {
            SourceName name = requireNonNull(names.get(sum.source()));
            switch (sum.category()) {
                case CAPABLE -> capable.add(capable(sum, name));
                case NON_COMPLIANT -> nonCompliant.add(nonCompliant(sum, name));
                case FORWARDER -> forwarders.add(forwarder(sum, name));
                case THREAT_OR_UNKNOWN -> threats.add(threat(sum, name));
            }
        }
        return new ReportSourcesBody(capable, nonCompliant, forwarders, threats);
    }

    private SourceLinks links(SourceSum sum) {
        return new SourceLinks(
                domainsLink + "?source_number=" + sum.source() + "&" + category(sum.category()),
                sourceLink + sum.source() + "/?" + category(sum.category()));
    }

    private static String category(Category category) {
        return "category=" + category.number();
    }

    private Capable capable(SourceSum sum, SourceName name) {
        MessageSums sums = sum.sums();
        Shares shares = Shares.of(name, sums);
        return new Capable(
                links(sum),
                name.name(),
                name.number(),
                sum.rule(),
                sums.messages(),
                name.slug(),
                name.custom(),
                sums.spf(),
                shares.spf(),
                Percentage.text(shares.spf()),
                sums.dkim(),
                shares.dkim(),
                Percentage.text(shares.dkim()),
                sums.dmarc(),
                shares.dmarc(),
                Percentage.text(shares.dmarc()),
                Capabilities.of(name));
    }

    private NonCompliant nonCompliant(SourceSum sum, SourceName name) {
        return new NonCompliant(
                links(sum),
                name.name(),
                name.number(),
                sum.rule(),
                sum.sums().messages(),
                name.slug(),
                name.custom());
    }

    /** What a forwarder can do as a sender does not matter to the mail that it passes on. */
    private Forwarder forwarder(SourceSum sum, SourceName name) {
        MessageSums sums = sum.sums();
        var dkim = Percentage.of(sums.dkim(), sums.messages());
        Survival survival = Survival.of(sums);
        return new Forwarder(
                links(sum),
                name.name(),
                name.number(),
                sum.rule(),
                sums.messages(),
                name.slug(),
                name.custom(),
                Percentage.of(sums.dmarc(), sums.messages()),
                ForwarderTexts.notes(Rule.of(sum.rule())),
                sums.dkim(),
                Percentage.text(dkim),
                survival.title(),
                survival.explanation(dkim));
    }

    private Threat threat(SourceSum sum, SourceName name) {
        long all = sum.sums().messages();
        return new Threat(
                links(sum),
                name.name(),
                name.number(),
                sum.rule(),
                all,
                name.slug(),
                name.custom(),
                sum.none(),
                Percentage.of(sum.none(), all),
                sum.quarantined(),
                Percentage.of(sum.quarantined(), all),
                sum.rejected(),
                Percentage.of(sum.rejected(), all),
                sum.unknown(),
                Percentage.of(sum.unknown(), all),
                UNKNOWN_NOTES);
    }
}
