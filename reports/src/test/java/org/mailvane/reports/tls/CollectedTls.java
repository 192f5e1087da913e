package org.mailvane.reports.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remark;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;

/** Keeps the TLS reports and problems of one input; anything else in it is a failure. */
final class CollectedTls implements ReportSink {

    final List<TlsReport> reports = new ArrayList<>();
    final List<Problem> problems = new ArrayList<>();

    static CollectedTls read(String name, byte[] input) {
        return read(name, input, Limits.DEFAULT);
    }

    static CollectedTls read(String name, byte[] input, Limits limits) {
        CollectedTls collected = new CollectedTls();
        try {
            new ReportReader(limits).read(name, () -> new ByteArrayInputStream(input), collected);
        } catch (IOException e) {
            throw new AssertionError("the source can't fail", e);
        }
        return collected;
    }

    /** The only report. */
    TlsReport report() {
        if (reports.size() != 1 || !problems.isEmpty()) {
            throw new AssertionError("one report expected, not " + reports + problems);
        }
        return reports.getFirst();
    }

    /** The codes of a report's remarks. */
    static List<String> remarks(TlsReport report) {
        return report.remarks().stream().map(Remark::code).toList();
    }

    /** What expectations may ask of a report, by its name. */
    static Map<String, @Nullable Object> members(TlsReport report) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("organizationName", report.organizationName());
        members.put("contactInfo", report.contactInfo());
        members.put("reportId", report.reportId());
        members.put("reportIdIsContentHash", report.reportId().equals(report.contentHash()));
        members.put("begin", report.begin().toString());
        members.put("end", report.end().toString());
        return members;
    }

    /** What expectations may ask of a policy. */
    static Map<String, @Nullable Object> members(Policy policy) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("type", policy.type().name());
        members.put("writtenType", policy.writtenType());
        members.put("policyString", policy.policyString());
        members.put("policyDomain", policy.policyDomain());
        members.put("mode", policy.mode());
        members.put("mxHosts", policy.mxHosts());
        members.put("successfulSessions", policy.successfulSessions());
        members.put("failedSessions", policy.failedSessions());
        return members;
    }

    /** What expectations may ask of a failure detail. */
    static Map<String, @Nullable Object> members(Failure failure) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("resultType", failure.resultType());
        members.put("sendingMtaIp", failure.sendingMtaIp());
        members.put("receivingMxHostname", failure.receivingMxHostname());
        members.put("receivingMxHelo", failure.receivingMxHelo());
        members.put("receivingIp", failure.receivingIp());
        members.put("failedSessions", failure.failedSessions());
        members.put("additionalInformation", failure.additionalInformation());
        members.put("failureReasonCode", failure.failureReasonCode());
        return members;
    }

    @Override
    public void tls(TlsReport report) {
        reports.add(report);
    }

    @Override
    public void problem(Problem problem) {
        problems.add(problem);
    }

    @Override
    public void record(AggregateRecord record) {
        throw new AssertionError(record);
    }

    @Override
    public void restart() {
        throw new AssertionError("restart");
    }

    @Override
    public void aggregate(AggregateReport report) {
        throw new AssertionError(report);
    }

    @Override
    public void failure(FailureReport report) {
        throw new AssertionError(report);
    }
}
