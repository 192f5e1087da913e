package org.mailvane.reports.tls;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ContentHash;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.Values;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;
import org.mailvane.reports.tls.TlsReport.PolicyType;
import tools.jackson.core.JacksonException;

/** One item of a report's {@code policies}, as it is read: RFC 8460, section 4.4. */
final class PolicyDraft {

    private static final String SUCCESSFUL = "total-successful-session-count";
    private static final String FAILED = "total-failure-session-count";
    private static final Map<String, Integer> SUMMARY =
            Map.of(SUCCESSFUL, Limits.IDENTIFIER_LENGTH, FAILED, Limits.IDENTIFIER_LENGTH);

    private static final Map<String, Integer> FAILURE =
            Map.of(
                    "result-type", Limits.IDENTIFIER_LENGTH,
                    "sending-mta-ip", Limits.IDENTIFIER_LENGTH,
                    "receiving-mx-hostname", Limits.IDENTIFIER_LENGTH,
                    "receiving-mx-helo", Limits.IDENTIFIER_LENGTH,
                    "receiving-ip", Limits.IDENTIFIER_LENGTH,
                    "failed-session-count", Limits.IDENTIFIER_LENGTH,
                    "additional-information", Limits.TEXT_LENGTH,
                    "failure-reason-code", Limits.TEXT_LENGTH);

    private static final String MX_PREFIX = "mx:";

    private final ReportDraft report;
    private final JsonDocument json;
    private final Remarks remarks;
    private final List<String> lines = new ArrayList<>();
    private final List<String> mxHosts = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private String type = "";
    private String domain = "";
    private boolean summed;
    private long successful;
    private long failed;

    PolicyDraft(ReportDraft report, JsonDocument json, Remarks remarks) {
        this.report = report;
        this.json = json;
        this.remarks = remarks;
    }

    void read() throws IOException {
        for (String name = json.member(); name != null; name = json.member()) {
            switch (name) {
                case "policy" -> json.objects(name, this::readPolicy);
                case "summary" -> json.objects(name, this::readSummary);
                case "failure-details" -> json.objects(name, this::readFailure);
                default -> json.skip();
            }
        }
    }

    private void readPolicy() throws IOException {
        for (String name = json.member(); name != null; name = json.member()) {
            switch (name) {
                case "policy-type" -> type = first(name, type);
                case "policy-domain" -> domain = first(name, domain);
                case "policy-string" ->
                        json.texts(Limits.JSON_TEXT_LENGTH, name, this::addToPolicyString);
                case "mx-host", "mx-host-pattern" ->
                        json.texts(Limits.JSON_TEXT_LENGTH, name, this::addMxHosts);
                default -> json.skip();
            }
        }
    }

    private String first(String name, String known) throws IOException {
        String text = report.kept(json.text(Limits.IDENTIFIER_LENGTH, name));
        if (!known.isEmpty() && !text.isEmpty()) {
            json.repeated(name);
        }
        return known.isEmpty() ? text : known;
    }

    /** Some write the lines as one text, others a JSON list of them inside a text. */
    private void addToPolicyString(String text) throws IOException {
        if (text.startsWith("[") && text.endsWith("]")) {
            List<String> items = new ArrayList<>();
            try (JsonDocument list = new JsonDocument(new StringReader(text))) {
                list.firstValue();
                list.texts(Limits.JSON_TEXT_LENGTH, "policy-string", items::add);
                for (String item : items) {
                    addLine(item);
                }
                return;
            } catch (JacksonException e) {
                // not a list, but a line in brackets
            }
        }
        for (String line : text.split("\n", Limits.ITEMS_PER_POLICY + 2)) {
            addLine(line.strip());
        }
    }

    private void addLine(String line) throws IOException {
        if (!line.isEmpty()) {
            add(lines, Texts.clean(line, Limits.TEXT_LENGTH, "policy-string", remarks));
        }
    }

    /** Some write the names as one text, or with the key that they have in a policy. */
    private void addMxHosts(String text) throws IOException {
        for (String item : text.split("[,\\s]+", Limits.ITEMS_PER_POLICY + 2)) {
            boolean key = item.regionMatches(true, 0, MX_PREFIX, 0, MX_PREFIX.length());
            String host = hostName(key ? item.substring(MX_PREFIX.length()) : item);
            if (!host.isEmpty()) {
                add(mxHosts, Texts.clean(host, Limits.IDENTIFIER_LENGTH, "mx-host", remarks));
            }
        }
    }

    private void add(List<String> items, String text) throws IOException {
        if (items.size() < Limits.ITEMS_PER_POLICY) {
            items.add(report.kept(text));
        } else {
            remarks.add(
                    "policy.items_dropped",
                    Diagnostic.of(DiagnosticCode.TLS_ITEMS_DROPPED).with(Limits.ITEMS_PER_POLICY));
        }
    }

    private void readSummary() throws IOException {
        Map<String, String> counts = json.members(SUMMARY);
        if (summed) {
            json.repeated("summary");
            return;
        }
        summed = true;
        successful = count("policy.count", SUCCESSFUL, counts.get(SUCCESSFUL));
        failed = count("policy.count", FAILED, counts.get(FAILED));
    }

    private void readFailure() throws IOException {
        if (!report.takesFailure()) {
            json.skip();
            return;
        }
        Map<String, String> texts = json.members(FAILURE);
        String resultType = word(texts.getOrDefault("result-type", ""));
        if (resultType.isEmpty()) {
            remarks.add("failure.result_type", Diagnostic.of(DiagnosticCode.TLS_NO_RESULT_TYPE));
        }
        Failure failure =
                new Failure(
                        resultType,
                        texts.getOrDefault("sending-mta-ip", ""),
                        hostName(texts.getOrDefault("receiving-mx-hostname", "")),
                        texts.getOrDefault("receiving-mx-helo", ""),
                        texts.getOrDefault("receiving-ip", ""),
                        count(
                                "failure.count",
                                "failed-session-count",
                                texts.get("failed-session-count")),
                        texts.getOrDefault("additional-information", ""),
                        texts.getOrDefault("failure-reason-code", ""));
        for (String text : texts.values()) {
            report.kept(text);
        }
        failures.add(failure);
    }

    /**
     * A number of sessions, 0 to {@link Values#MAX_COUNT}; 0, with a remark, where it can't be read
     * or can't be meant.
     */
    private long count(String code, String name, @Nullable String text) {
        if (text == null) {
            remarks.add(code, Diagnostic.of(DiagnosticCode.TLS_COUNT_MISSING).with(name));
            return 0;
        }
        BigDecimal number = Values.number(text);
        long count = number == null ? -1 : Values.bounded(number);
        if (number == null || count < 0 || count > Values.MAX_COUNT) {
            remarks.add(
                    code,
                    Diagnostic.of(DiagnosticCode.TLS_COUNT_UNREADABLE)
                            .with(name)
                            .quoting(text)
                            .with(Values.MAX_COUNT));
            return 0;
        }
        if (number.compareTo(BigDecimal.valueOf(count)) != 0) {
            remarks.add(
                    code,
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with(name)
                            .quoting(text)
                            .with(count));
        }
        return count;
    }

    private static String word(String text) {
        return text.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String hostName(String text) {
        String name = text.toLowerCase(Locale.ROOT).strip();
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** Returns the policy domain that the report names; empty if it does not. */
    String domain() {
        return Values.domain(domain, "policy.domain", remarks);
    }

    /**
     * Returns the policy.
     *
     * @param otherDomain the policy domain if the report does not name one
     */
    Policy finish(String otherDomain) {
        String own = domain();
        if (!summed) {
            long sum = failures.stream().mapToLong(Failure::failedSessions).sum();
            failed = sum > Values.MAX_COUNT ? 0 : sum;
            remarks.add(
                    "policy.summary", Diagnostic.of(DiagnosticCode.TLS_NO_SUMMARY).with(failed));
            if (sum > Values.MAX_COUNT) {
                remarks.add(
                        "policy.count",
                        Diagnostic.of(DiagnosticCode.TLS_TOO_MANY_SESSIONS)
                                .with(sum)
                                .with(Values.MAX_COUNT));
            }
        }
        return new Policy(
                policyType(),
                type,
                List.copyOf(lines),
                own.isEmpty() ? otherDomain : own,
                List.copyOf(mxHosts),
                successful,
                failed,
                List.copyOf(failures));
    }

    private PolicyType policyType() {
        return switch (word(type)) {
            case "sts" -> PolicyType.STS;
            case "tlsa" -> PolicyType.TLSA;
            case "no-policy-found" -> PolicyType.NO_POLICY_FOUND;
            default -> {
                remarks.add(
                        "policy.type", Diagnostic.of(DiagnosticCode.TLS_POLICY_TYPE).quoting(type));
                yield PolicyType.UNKNOWN;
            }
        };
    }

    /** Mixes in what the report itself says. */
    static void hash(ContentHash hash, Policy policy, String ownDomain) {
        hash.add(policy.writtenType());
        hash.add(ownDomain);
        texts(hash, policy.policyString());
        texts(hash, policy.mxHosts());
        hash.add(policy.successfulSessions());
        hash.add(policy.failedSessions());
        hash.add(policy.failures().size());
        for (Failure failure : policy.failures()) {
            hash.add(failure.resultType());
            hash.add(failure.sendingMtaIp());
            hash.add(failure.receivingMxHostname());
            hash.add(failure.receivingMxHelo());
            hash.add(failure.receivingIp());
            hash.add(failure.failedSessions());
            hash.add(failure.additionalInformation());
            hash.add(failure.failureReasonCode());
        }
    }

    private static void texts(ContentHash hash, List<String> texts) {
        hash.add(texts.size());
        texts.forEach(hash::add);
    }
}
