package org.mailvane.reports.aggregate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ContentHash;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.ReportFileName;
import org.mailvane.reports.Values;

/**
 * Metadata and published policy of the report that is being read, as texts, and the parts of the
 * records that are needed to fill gaps in them. {@link #finish} creates the report from them. It is
 * longer than two screens, since it is the one place that knows every member of a report and its
 * substitute.
 */
final class ReportHead {

    private static final Set<String> YES_NO = Set.of("y", "n");
    private static final Set<String> DISCOVERY_METHODS = Set.of("psl", "treewalk");

    /**
     * Folders and sockets, which some programs write where the organisation belongs: a wrongly
     * configured OpenDMARC does.
     */
    private static final Pattern PLACE =
            Pattern.compile(
                    "(?i)/|~/|\\.{1,2}/|[a-z]:[\\\\/]|\\\\\\\\|(?:file|unix|local|inet6?):");

    /** Matches local names of machines (RFC 6761, section 6.3). */
    private static final Pattern LOCAL =
            Pattern.compile("(?i)(?:.+\\.)?(?:localhost|localdomain)\\.?");

    private final Map<Element, String> texts = new EnumMap<>(Element.class);
    private final List<String> errors = new ArrayList<>();
    private final HeaderFromNames headerFromNames = new HeaderFromNames();
    private final ContentHash hash = new ContentHash();
    private final Remarks remarks;

    private ReportFileName fileName = ReportFileName.of("");
    private String path = "";
    private long records;
    private long messages;
    private long skipped;

    ReportHead(Remarks remarks) {
        this.remarks = remarks;
    }

    /** Begins a new report. */
    void reset(String newPath) {
        texts.clear();
        errors.clear();
        headerFromNames.reset();
        hash.reset();
        remarks.clear();
        path = newPath;
        fileName = ReportFileName.of(newPath);
        records = 0;
        messages = 0;
        skipped = 0;
    }

    Remarks remarks() {
        return remarks;
    }

    /** Takes the trimmed text of a metadata or policy element: the first of several counts. */
    void set(Element element, String text) {
        if (element == Element.ERROR) {
            addError(text);
        } else if (texts.putIfAbsent(element, text) != null) {
            remarks.add(
                    "element.repeated",
                    Diagnostic.of(DiagnosticCode.FIELD_REPEATED).with(element.localName()));
        }
    }

    /** Whether nothing was there. */
    boolean isEmpty() {
        return texts.isEmpty() && errors.isEmpty() && records == 0 && skipped == 0;
    }

    /** Whether an element was there. */
    boolean has(Element element) {
        return element == Element.ERROR ? !errors.isEmpty() : texts.containsKey(element);
    }

    private void addError(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (errors.size() < Limits.ERRORS_PER_REPORT) {
            errors.add(text);
        } else {
            remarks.add(
                    "metadata.errors_dropped",
                    Diagnostic.of(DiagnosticCode.ERRORS_DROPPED).with(Limits.ERRORS_PER_REPORT));
        }
    }

    /**
     * Counts a record that is passed on.
     *
     * @param ownHeaderFrom what the record itself says, or empty
     */
    void count(AggregateRecord record, String ownHeaderFrom) {
        records++;
        messages = Math.min(messages + record.count(), Long.MAX_VALUE - Values.MAX_COUNT);
        headerFromNames.add(ownHeaderFrom);
        RecordHash.add(hash, record, ownHeaderFrom);
    }

    void skipRecord() {
        skipped++;
    }

    /** Returns the number of records passed on so far. */
    long records() {
        return records;
    }

    /** The published policy's domain so far, or empty. */
    String publishedDomain() {
        String domain = texts.get(Element.DOMAIN);
        return domain == null ? "" : Values.domain(domain, "policy.domain", remarks);
    }

    /** The domain that the report is about, by the best evidence read so far, or empty. */
    String policyDomain() {
        String published = publishedDomain();
        if (!published.isEmpty()) {
            return published;
        }
        String common = headerFromNames.common();
        return common.isEmpty() ? fileName.policyDomain() : common;
    }

    /**
     * Returns the report.
     *
     * @throws UnreadableException if the domain or the period is missing
     */
    AggregateReport finish() throws UnreadableException {
        String domain = policyDomain();
        if (domain.isEmpty()) {
            throw new UnreadableException(
                    Problem.Reason.NO_POLICY_DOMAIN,
                    Diagnostic.of(DiagnosticCode.NO_POLICY_DOMAIN));
        }
        if (publishedDomain().isEmpty()) {
            remarks.add(
                    "policy.domain",
                    Diagnostic.of(DiagnosticCode.FIELD_TAKEN_FROM)
                            .with("policy_published/domain")
                            .with(domain));
        }
        Instant ownBegin = Values.instant(text(Element.BEGIN), remarks);
        Instant ownEnd = Values.instant(text(Element.END), remarks);
        Instant begin = first(ownBegin, fileName.begin(), ownEnd);
        Instant end = first(ownEnd, fileName.end(), begin);
        if (begin == null || end == null) {
            throw new UnreadableException(
                    Problem.Reason.NO_PERIOD,
                    Diagnostic.of(DiagnosticCode.NO_PERIOD)
                            .quoting(text(Element.BEGIN))
                            .quoting(text(Element.END)));
        }
        if (ownBegin == null || ownEnd == null) {
            remarks.add(
                    "metadata.period",
                    Diagnostic.of(DiagnosticCode.PERIOD_INCOMPLETE).with(begin).with(end));
        } else if (end.isBefore(begin)) {
            remarks.add(
                    "metadata.period",
                    Diagnostic.of(DiagnosticCode.PERIOD_TURNED).with(begin).with(end));
            end = begin;
        }
        PublishedPolicy policy = policy(domain);
        hashHead(policy, ownBegin, ownEnd);
        String contentHash = hash.hex();
        return new AggregateReport(
                path,
                emptyToNull(text(Element.VERSION)),
                orgName(),
                email(),
                emptyToNull(text(Element.EXTRA_CONTACT_INFO)),
                reportId(contentHash),
                begin,
                end,
                List.copyOf(errors),
                emptyToNull(text(Element.GENERATOR)),
                policy,
                records,
                messages,
                skipped,
                contentHash,
                remarks.list());
    }

    private PublishedPolicy policy(String domain) {
        return new PublishedPolicy(
                domain,
                Words.alignment(texts.get(Element.ADKIM), "adkim", remarks),
                Words.alignment(texts.get(Element.ASPF), "aspf", remarks),
                Words.policy(texts.get(Element.P), "p", remarks),
                Words.policy(texts.get(Element.SP), "sp", remarks),
                Words.policy(texts.get(Element.NP), "np", remarks),
                Values.percentage(texts.get(Element.PCT), remarks),
                emptyToNull(text(Element.FO)),
                Words.oneOf(texts.get(Element.TESTING), "testing", YES_NO, remarks),
                Words.oneOf(
                        texts.get(Element.DISCOVERY_METHOD),
                        "discovery_method",
                        DISCOVERY_METHODS,
                        remarks));
    }

    /** Only what the document itself says: its name may change on the way. */
    private void hashHead(PublishedPolicy policy, @Nullable Instant begin, @Nullable Instant end) {
        hash.add(text(Element.VERSION));
        hash.add(text(Element.ORG_NAME));
        hash.add(text(Element.EMAIL));
        hash.add(text(Element.EXTRA_CONTACT_INFO));
        hash.add(text(Element.REPORT_ID));
        hash.add(begin == null ? 0 : begin.getEpochSecond());
        hash.add(end == null ? 0 : end.getEpochSecond());
        hash.add(errors.size());
        errors.forEach(hash::add);
        hash.add(text(Element.GENERATOR));
        hash.add(publishedDomain());
        hash.add(policy.adkim());
        hash.add(policy.aspf());
        hash.add(policy.p());
        hash.add(policy.sp());
        hash.add(policy.np());
        hash.add(policy.pct() == null ? -1 : policy.pct());
        hash.add(policy.fo());
        hash.add(policy.testing());
        hash.add(policy.discoveryMethod());
    }

    private String orgName() {
        String name = text(Element.ORG_NAME);
        if (!name.isEmpty() && !isOfTheMachine(name)) {
            return name;
        }
        Remarks unheard = new Remarks();
        String email = text(Element.EMAIL);
        String domain =
                email.indexOf('@') < 0 ? "" : Values.domain(withoutBrackets(email), "", unheard);
        if (domain.isEmpty() || LOCAL.matcher(domain).matches()) {
            domain = fileName.receiver();
        }
        if (domain.isEmpty() || LOCAL.matcher(domain).matches()) {
            domain = AggregateReport.UNKNOWN;
        }
        remarks.add(
                "metadata.org_name",
                name.isEmpty()
                        ? Diagnostic.of(DiagnosticCode.FIELD_TAKEN_FROM)
                                .with("org_name")
                                .with(domain)
                        : Diagnostic.of(DiagnosticCode.ORG_NAME_LOCAL).quoting(name).with(domain));
        return domain;
    }

    /** Whether a name says nothing outside of the reporter's machine, as a path does not. */
    private static boolean isOfTheMachine(String name) {
        return PLACE.matcher(name).lookingAt() || LOCAL.matcher(name).matches();
    }

    private String email() {
        String email = text(Element.EMAIL);
        int at = email.indexOf('@');
        if (at <= 0 || at == email.length() - 1) {
            remarks.add(
                    "metadata.email",
                    email.isEmpty()
                            ? Diagnostic.of(DiagnosticCode.FIELD_MISSING).with("email")
                            : Diagnostic.of(DiagnosticCode.EMAIL_INVALID).quoting(email));
        } else if (!withoutBrackets(email).equals(email)) {
            remarks.add(
                    "metadata.email",
                    Diagnostic.of(DiagnosticCode.FIELD_IN_BRACKETS).with("email").quoting(email));
        }
        return withoutBrackets(email);
    }

    private String reportId(String contentHash) {
        String text = text(Element.REPORT_ID);
        String id = withoutBrackets(text).strip();
        if (id.isEmpty()) {
            remarks.add(
                    "metadata.report_id",
                    Diagnostic.of(DiagnosticCode.ID_DERIVED).with("report_id"));
            return contentHash;
        }
        if (!id.equals(text)) {
            remarks.add(
                    "metadata.report_id",
                    Diagnostic.of(DiagnosticCode.FIELD_IN_BRACKETS)
                            .with("report_id")
                            .quoting(text));
        }
        return id;
    }

    private static String withoutBrackets(String text) {
        return text.length() > 1 && text.startsWith("<") && text.endsWith(">")
                ? text.substring(1, text.length() - 1).strip()
                : text;
    }

    private String text(Element element) {
        return texts.getOrDefault(element, "");
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Instant first(
            @Nullable Instant a, @Nullable Instant b, @Nullable Instant c) {
        return a != null ? a : b != null ? b : c;
    }
}
