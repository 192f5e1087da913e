package org.mailvane.web.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.Issue;
import org.mailvane.api.Caller;
import org.mailvane.domains.Domain;
import org.mailvane.inspect.Inspections;
import org.mailvane.mailauth.dkim.DkimRecord;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.spf.SpfParser;
import org.mailvane.mailauth.spf.SpfRecord;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;
import org.mailvane.monitor.DomainRecordStates;
import org.mailvane.monitor.DomainRecordStates.Observed;
import org.mailvane.traffic.sums.SeenSelectors;
import org.mailvane.web.frame.InspectedRecord;
import org.mailvane.web.parts.ShownFinding;

/**
 * A domain's records as its page shows them: what the monitor has read, said again by the
 * inspectors without asking DNS, and what it has found besides by asking: the issues that are open.
 *
 * @param dmarc its DMARC record, own or of a domain above
 * @param spf its SPF record
 * @param keys its DKIM keys by selector
 * @param ofKeys what is to be said of its DKIM keys besides
 * @param limited whether reports have shown further selectors, which are not watched
 * @param optional the records that never make its health worse
 */
record DomainRecords(
        Shown dmarc,
        Shown spf,
        List<Shown> keys,
        List<ShownFinding> ofKeys,
        boolean limited,
        List<Shown> optional) {

    /** Those that are about how mail to the domain is delivered. */
    private static final Set<String> ENCRYPTION = Set.of("mta_sts", "tls_rpt");

    /** The optional ones that are about that. */
    List<Shown> encryption() {
        return optional.stream().filter(each -> ENCRYPTION.contains(each.kind())).toList();
    }

    /** A key that needs somebody most; null where none does. */
    @Nullable Shown worstKey() {
        return Stream.of("fix", "watch")
                .flatMap(icon -> keys.stream().filter(key -> key.icon().equals(icon)))
                .findFirst()
                .orElse(null);
    }

    /** Selectors that are watched of those that reports show. */
    static final int MAX_SEEN = SeenSelectors.MAX_SELECTORS;

    /** Those that mail is judged by, or delivered. */
    private static final Set<String> JUDGED = Set.of("dmarc", "spf", "dkim", "mx");

    /**
     * A record.
     *
     * @param kind which, as the API names it
     * @param name what tells it from others of its kind: a selector; else empty
     * @param query the name at which it is published
     * @param state {@code present}, {@code missing}, {@code inherited}, {@code error}, {@code
     *     unknown}
     * @param checked when it was looked up, as the API says it; empty: never
     * @param failing since when not all that it is made of was answered, as the API says it; empty
     *     where all was
     * @param text the text published there; empty where there is none
     * @param strength of a key, its kind and bits, such as {@code RSA 2048}; empty where it has
     *     none
     * @param tags what that holds
     * @param findings what is to be said of the whole
     */
    record Shown(
            String kind,
            String name,
            String query,
            String state,
            String checked,
            String failing,
            String text,
            String strength,
            List<Tag> tags,
            List<ShownFinding> findings) {

        private static Shown of(Observed record) {
            return new Shown(
                    record.kind(),
                    record.selector(),
                    record.host(),
                    record.state(),
                    record.checked(),
                    record.failingSince(),
                    record.text(),
                    "",
                    List.of(),
                    List.of());
        }

        /** Its name in the bundles. */
        String key() {
            return "record." + kind;
        }

        /** What inspects such a record; null where nothing does. */
        @Nullable InspectedRecord inspected() {
            return InspectedRecord.ofCode(kind.replace('_', '-')).orElse(null);
        }

        /** The name of its state in the bundles. */
        String stateKey() {
            return "record.state." + state;
        }

        /** The icon of its state; what is there is not well where a warning is said of it. */
        String icon() {
            return switch (state) {
                case "present", "inherited" ->
                        all().stream().anyMatch(finding -> finding.level() != Level.INFO)
                                ? "watch"
                                : "ok";
                case "error" -> "fix";
                case "unknown" -> "unknown";
                default -> "open";
            };
        }

        /**
         * Returns whether its state counts for the domain: an error makes the domain's health
         * worse, which optional records never do.
         */
        boolean isJudged() {
            return JUDGED.contains(kind)
                    && Set.of("fix", "watch").contains(icon())
                    && !state.equals("inherited");
        }

        /** What is to be said of it and of its tags. */
        List<ShownFinding> all() {
            List<ShownFinding> all = new ArrayList<>(findings);
            tags.forEach(tag -> tag.messages().stream().map(ShownFinding::of).forEach(all::add));
            return all;
        }

        private Shown with(List<Issue> issues) {
            return saying(unsaid(kind, issues, all()), findings);
        }

        private Shown saying(List<ShownFinding> first, List<ShownFinding> then) {
            return new Shown(
                    kind,
                    name,
                    query,
                    state,
                    checked,
                    failing,
                    text,
                    strength,
                    tags,
                    Stream.concat(first.stream(), then.stream()).toList());
        }
    }

    /**
     * The records of a domain that the caller may read.
     *
     * @param issues what is open about them
     */
    static DomainRecords of(
            Caller caller, Domain domain, Inspections inspections, List<Issue> issues) {
        DomainRecordStates states = DomainRecordStates.of(domain);
        List<Shown> keys =
                states.keys().stream().map(key -> dkim(caller, inspections, key)).toList();
        return new DomainRecords(
                dmarc(caller, inspections, Shown.of(states.dmarc())).with(issues),
                spf(Shown.of(states.spf())).with(issues),
                keys,
                unsaid("dkim", issues, keys.stream().flatMap(key -> key.all().stream()).toList()),
                states.hasMoreKeys(),
                states.optional().stream().map(Shown::of).map(all -> all.with(issues)).toList());
    }

    /** Findings of an issue that the text of its record does not show: they needed DNS or HTTPS. */
    private static List<ShownFinding> unsaid(
            String kind, List<Issue> issues, List<ShownFinding> said) {
        return issues.stream()
                .filter(issue -> issue.record().equals(kind))
                .filter(issue ->
                        said.stream()
                                .noneMatch(finding ->
                                        finding.code().equals(issue.code())
                                                && finding.text().equals(issue.problem())))
                .map(ShownFinding::of)
                .toList();
    }

    private static Shown spf(Shown shown) {
        if (!SpfRecord.isSpf(shown.text())) {
            return shown;
        }
        SpfRecord read = SpfParser.parse(shown.text());
        return shown.saying(
                read.findings().stream().map(ShownFinding::of).toList(),
                read.terms().stream()
                        .flatMap(term -> term.findings().stream())
                        .map(ShownFinding::of)
                        .toList());
    }

    private static Shown dkim(Caller caller, Inspections inspections, Observed key) {
        Shown shown = Shown.of(key);
        return shown.text().isEmpty()
                ? shown
                : tagged(
                        shown,
                        inspections
                                .read(Optional.of(caller), all -> all.dkimRecord(shown.text()))
                                .records());
    }

    private static Shown dmarc(Caller caller, Inspections inspections, Shown shown) {
        if (shown.text().isEmpty()) {
            return shown;
        }
        DmarcInspection read =
                inspections.read(Optional.of(caller), all -> all.dmarcRecord(shown.text()));
        return tagged(shown, read.records());
    }

    private static Shown tagged(Shown shown, List<? extends TaggedRecord> read) {
        if (read.isEmpty()) {
            return shown;
        }
        TaggedRecord record = read.getFirst();
        return new Shown(
                shown.kind(),
                shown.name(),
                shown.query(),
                shown.state(),
                shown.checked(),
                shown.failing(),
                shown.text(),
                record instanceof DkimRecord key ? strength(key) : "",
                record.tags(),
                record.messages().stream().map(ShownFinding::of).toList());
    }

    /** As people name keys; of Ed25519 all have as many bits (RFC 8463). */
    private static String strength(DkimRecord key) {
        if (key.publicKeyLength() == 0) {
            return "";
        }
        return key.keyType().equals("ed25519")
                ? "Ed25519"
                : key.keyType().toUpperCase(Locale.ROOT) + " " + key.publicKeyLength();
    }
}
