package org.mailvane.reports.tls;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.ContentHash;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.LimitExceeded;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.ReportFileName;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.Values;
import org.mailvane.reports.tls.TlsReport.Policy;

/** One object of a document, read as a report; it may turn out to be none. */
final class ReportDraft {

    private static final String ORGANIZATION = "organization-name";
    private static final String DATES = "date-range";
    private static final String REPORT_ID = "report-id";
    private static final String POLICIES = "policies";

    /** Members that distinguish a report from other JSON: reporters omit some. */
    private static final Set<String> TELLING = Set.of(ORGANIZATION, DATES, REPORT_ID, POLICIES);

    private static final int ENOUGH_TELLING = 2;

    private static final String BEGIN = "start-datetime";
    private static final String END = "end-datetime";
    private static final Map<String, Integer> DATE_RANGE =
            Map.of(BEGIN, Limits.IDENTIFIER_LENGTH, END, Limits.IDENTIFIER_LENGTH);

    /** The form that RFC 8460, section 4.4, wants: RFC 3339, section 5.6. */
    private static final Pattern RFC_3339 =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");

    /** Number of characters that an object in memory is counted as. */
    private static final int OBJECT_CHARACTERS = 64;

    private final String path;
    private final String mailDomain;
    private final String subject;
    private final JsonDocument json;
    private final Budget budget;
    private final JsonDocument.ObjectStep inside;
    private final Remarks remarks = new Remarks();
    private final Set<String> told = new HashSet<>();
    private final List<PolicyDraft> policies = new ArrayList<>();
    private String organization = "";
    private String contact = "";
    private String reportId = "";
    private Map<String, String> dates = Map.of();
    private boolean policiesRead;
    private int failures;

    /**
     * @param inside reads an object in a member that no report has: it may be a report
     */
    ReportDraft(
            String path,
            String mailDomain,
            String subject,
            JsonDocument json,
            Budget budget,
            JsonDocument.ObjectStep inside) {
        this.path = path;
        this.mailDomain = Values.domain(mailDomain, "", new Remarks());
        this.subject = subject;
        this.json = json;
        this.budget = budget;
        this.inside = inside;
        json.remarkTo(remarks);
    }

    void read() throws IOException {
        for (String name = json.member(); name != null; name = json.member()) {
            if (TELLING.contains(name)) {
                told.add(name);
            }
            switch (name) {
                case ORGANIZATION -> organization = first(name, organization);
                case "contact-info" -> contact = first(name, contact);
                case REPORT_ID -> reportId = first(name, reportId);
                case DATES -> json.objects(name, this::readDates);
                case POLICIES -> {
                    json.objects(name, this::readPolicy);
                    policiesRead = true;
                }
                default -> {
                    json.inside(inside);
                    json.remarkTo(remarks);
                }
            }
        }
    }

    private String first(String name, String known) throws IOException {
        String text = kept(json.text(Limits.IDENTIFIER_LENGTH, name));
        if (!known.isEmpty() && !text.isEmpty()) {
            json.repeated(name);
        }
        return known.isEmpty() ? text : known;
    }

    private void readDates() throws IOException {
        Map<String, String> texts = json.members(DATE_RANGE);
        if (dates.isEmpty()) {
            dates = texts;
        } else {
            json.repeated(DATES);
        }
    }

    private void readPolicy() throws IOException {
        if (policies.size() == Limits.POLICIES_PER_REPORT) {
            remarks.add(
                    "report.policies_dropped",
                    Diagnostic.of(DiagnosticCode.TLS_POLICIES_DROPPED)
                            .with(Limits.POLICIES_PER_REPORT));
            json.skip();
            return;
        }
        budget.keep(OBJECT_CHARACTERS);
        PolicyDraft policy = new PolicyDraft(this, json, remarks);
        policy.read();
        policies.add(policy);
    }

    /** A text that is kept, counted. */
    String kept(String text) throws LimitExceeded {
        if (!text.isEmpty()) {
            budget.keep(OBJECT_CHARACTERS + text.length());
        }
        return text;
    }

    /** Whether one more failure detail is taken. */
    boolean takesFailure() throws LimitExceeded {
        if (failures == Limits.FAILURES_PER_REPORT) {
            remarks.add(
                    "report.failures_dropped",
                    Diagnostic.of(DiagnosticCode.TLS_FAILURES_DROPPED)
                            .with(Limits.FAILURES_PER_REPORT));
            return false;
        }
        failures++;
        budget.keep(OBJECT_CHARACTERS);
        return true;
    }

    Remarks remarks() {
        return remarks;
    }

    /** Whether this is a report at all. */
    boolean isReport() {
        return told.size() >= ENOUGH_TELLING;
    }

    /** Whether an object inside of another is a report: for that more must be there. */
    boolean isReportInside() {
        return policiesRead && told.contains(DATES);
    }

    /** Whether there is anything that reports have. */
    boolean tellsAnything() {
        return !told.isEmpty();
    }

    /** Whether everything was read without which the report would be another. */
    boolean isWhole() {
        return policiesRead && dates.size() == 2 && !organization.isEmpty() && !reportId.isEmpty();
    }

    /** Hands the report over, or the problem that there is none. */
    void finish(ReportSink sink) {
        ReportFileName fileName = ReportFileName.of(path);
        Instant ownBegin = instant(BEGIN);
        Instant ownEnd = instant(END);
        Instant begin = firstOf(ownBegin, fileName.begin(), ownEnd);
        Instant end = firstOf(ownEnd, fileName.end(), begin);
        if (begin == null || end == null) {
            sink.problem(new Problem(path, Problem.Reason.NO_PERIOD, noPeriod()));
            return;
        }
        if (ownBegin == null || ownEnd == null) {
            remarks.add(
                    "report.period",
                    Diagnostic.of(DiagnosticCode.PERIOD_INCOMPLETE).with(begin).with(end));
        } else if (end.isBefore(begin)) {
            remarks.add(
                    "report.period",
                    Diagnostic.of(DiagnosticCode.PERIOD_TURNED).with(begin).with(end));
            end = begin;
        }
        String otherDomain = otherDomain(fileName);
        List<Policy> read = policies.stream().map(policy -> policy.finish(otherDomain)).toList();
        if (read.isEmpty()) {
            remarks.add("report.policies", Diagnostic.of(DiagnosticCode.TLS_NO_POLICIES));
        }
        String contentHash = contentHash(read, ownBegin, ownEnd);
        sink.tls(
                new TlsReport(
                        path,
                        organizationName(fileName),
                        contact,
                        reportId(contentHash),
                        begin,
                        end,
                        read,
                        subject,
                        contentHash,
                        remarks.list()));
    }

    private Diagnostic noPeriod() {
        return Diagnostic.of(DiagnosticCode.TLS_NO_PERIOD)
                .quoting(dates.getOrDefault(BEGIN, ""))
                .quoting(dates.getOrDefault(END, ""));
    }

    private @Nullable Instant instant(String name) {
        String text = dates.getOrDefault(name, "");
        if (text.isEmpty()) {
            return null;
        }
        Instant instant = Values.instant(text);
        if (instant == null) {
            remarks.add(
                    "report.date",
                    Diagnostic.of(DiagnosticCode.FIELD_UNREADABLE).with(name).quoting(text));
        } else if (!RFC_3339.matcher(text).matches()) {
            remarks.add(
                    "report.date",
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with(name)
                            .quoting(text)
                            .with(instant));
        }
        return instant;
    }

    private static @Nullable Instant firstOf(
            @Nullable Instant a, @Nullable Instant b, @Nullable Instant c) {
        return a != null ? a : b != null ? b : c;
    }

    /** Returns the domain of policies that do not name one; empty if it is unknown. */
    private String otherDomain(ReportFileName fileName) {
        List<String> own = policies.stream().map(PolicyDraft::domain).distinct().toList();
        if (!own.contains("")) {
            return "";
        }
        List<String> named = own.stream().filter(domain -> !domain.isEmpty()).toList();
        String domain =
                named.size() == 1
                        ? named.getFirst()
                        : fileName.policyDomain().isEmpty() ? mailDomain : fileName.policyDomain();
        remarks.add(
                "policy.domain",
                domain.isEmpty()
                        ? Diagnostic.of(DiagnosticCode.TLS_NO_DOMAIN)
                        : Diagnostic.of(DiagnosticCode.TLS_DOMAIN_TAKEN).with(domain));
        return domain;
    }

    private String organizationName(ReportFileName fileName) {
        if (!organization.isEmpty()) {
            return organization;
        }
        String address = contact.substring(contact.lastIndexOf('<') + 1).replace(">", "");
        String ofContact =
                address.indexOf('@') < 0 ? "" : Values.domain(address, "", new Remarks());
        String receiver = fileName.receiver().isEmpty() ? "unknown" : fileName.receiver();
        String name = ofContact.isEmpty() ? receiver : ofContact;
        remarks.add(
                "report.organization_name",
                Diagnostic.of(DiagnosticCode.FIELD_TAKEN_FROM).with(ORGANIZATION).with(name));
        return name;
    }

    private String reportId(String contentHash) {
        if (reportId.isEmpty()) {
            remarks.add(
                    "report.report_id", Diagnostic.of(DiagnosticCode.ID_DERIVED).with(REPORT_ID));
            return contentHash;
        }
        return reportId;
    }

    /** Only what the document itself says: its name, and the mail around it, may change. */
    private String contentHash(List<Policy> read, @Nullable Instant begin, @Nullable Instant end) {
        ContentHash hash = new ContentHash();
        hash.add(organization);
        hash.add(contact);
        hash.add(reportId);
        hash.add(begin == null ? 0 : begin.getEpochSecond());
        hash.add(end == null ? 0 : end.getEpochSecond());
        hash.add(read.size());
        for (int i = 0; i < read.size(); i++) {
            PolicyDraft.hash(hash, read.get(i), policies.get(i).domain());
        }
        return hash.hex();
    }
}
