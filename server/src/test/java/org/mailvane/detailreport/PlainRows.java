package org.mailvane.detailreport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.query.ShownRow;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.store.ResultWord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * All rows of a database, read at once, and what a report about them must show: each row is looked
 * at by itself, by the contract's words alone.
 */
public final class PlainRows {

    private static final JsonMapper JSON = new JsonMapper();

    /** A host name as it was generated: no label begins or ends with a hyphen. */
    private static final Pattern HOST = Pattern.compile("[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63})*");

    private final List<PlainRow> rows = new ArrayList<>();

    /** A result of DKIM or SPF. */
    private record Result(String domain, String selector, String letter) {}

    /** What was known of an address for some days. */
    private record Evidence(
            String from, String to, String name, boolean confirmed, String country) {

        static final Evidence NOTHING = new Evidence("", "", "", false, "");

        boolean holdsOn(LocalDate day) {
            return (from.equals("-infinity") || !day.isBefore(LocalDate.parse(from)))
                    && (to.equals("infinity") || day.isBefore(LocalDate.parse(to)));
        }
    }

    /**
     * A row of the database.
     *
     * @param account whose it is
     * @param domain what it counts with
     * @param comments comments of the reasons to do otherwise
     * @param overridden whether there is such a reason
     * @param shown what people see of it
     */
    record PlainRow(
            long account,
            long domain,
            LocalDate day,
            List<String> comments,
            boolean overridden,
            ShownRow shown) {}

    /** What a report shows. */
    record Expected(
            Map<ShownRow, Long> rows,
            Map<List<Object>, Long> sources,
            Map<List<Object>, Long> days,
            Set<Long> held,
            long messages) {}

    PlainRows(Database database) {
        DatabaseUrl url = database.url();
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            Map<String, List<Evidence>> evidence = evidence(statement);
            try (ResultSet row =
                    statement.executeQuery(
                            """
                            select f.account_id, f.domain_id, f.day, f.header_from,
                                host(f.address) as address, f.category, f.source, f.rule,
                                f.disposition, f.dkim_aligned, f.spf_aligned, f.messages,
                                d.reporter, d.policy_domain, d.envelope_from, d.envelope_to,
                                d.dkim, d.spf, d.reasons
                            from fact f
                            join auth_result d on d.domain_id = f.domain_id and d.hash = f.detail
                            """)) {
                while (row.next()) {
                    rows.add(row(row, evidence));
                }
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    List<PlainRow> rows() {
        return rows;
    }

    private static Map<String, List<Evidence>> evidence(Statement statement) throws SQLException {
        Map<String, List<Evidence>> evidence = new HashMap<>();
        try (ResultSet row =
                statement.executeQuery(
                        """
                        select host(address), cast(valid_from as text), cast(valid_to as text),
                            reverse_name, confirmed, country
                        from address_evidence
                        """)) {
            while (row.next()) {
                evidence.computeIfAbsent(row.getString(1), address -> new ArrayList<>())
                        .add(
                                new Evidence(
                                        row.getString(2),
                                        row.getString(3),
                                        row.getString(4),
                                        row.getBoolean(5),
                                        row.getString(6)));
            }
        }
        return evidence;
    }

    private static PlainRow row(ResultSet row, Map<String, List<Evidence>> evidence)
            throws SQLException {
        LocalDate day = row.getObject("day", LocalDate.class);
        String from = row.getString("header_from");
        String address = row.getString("address");
        // Nobody asks about these: no hosts, and with two accounts none of anybody's own network.
        boolean secret =
                List.of("127.0.0.1", "0.0.0.0", "10.0.0.1", "10.0.0.2", "fd00::1")
                        .contains(address);
        Evidence known = Evidence.NOTHING;
        for (Evidence each : evidence.getOrDefault(address, List.of())) {
            if (!secret && each.holdsOn(day)) {
                known = each;
            }
        }
        boolean dkimAligned = row.getBoolean("dkim_aligned");
        boolean spfAligned = row.getBoolean("spf_aligned");
        List<Result> dkim = results(row.getString("dkim"));
        List<Result> spf = results(row.getString("spf"));
        Result dkimShown = shown(dkim, from);
        Result spfShown = shown(spf, from);
        JsonNode reasons = JSON.readTree(row.getString("reasons"));
        List<String> types = new ArrayList<>();
        List<String> comments = new ArrayList<>();
        for (JsonNode reason : reasons) {
            types.add(reason.get("t").asString());
            comments.add(reason.get("c").asString());
        }
        String policyDomain = row.getString("policy_domain");
        ShownRow shown =
                new ShownRow(
                        from,
                        IpAddress.parse(address).orElseThrow(),
                        known.name(),
                        known.confirmed(),
                        known.country(),
                        new RowKind(
                                Category.of(row.getInt("category")),
                                row.getInt("source"),
                                row.getInt("rule"),
                                List.of(
                                                Disposition.NONE,
                                                Disposition.QUARANTINE,
                                                Disposition.REJECT,
                                                Disposition.UNKNOWN)
                                        .get(row.getInt("disposition")),
                                dkimAligned,
                                spfAligned),
                        row.getLong("messages"),
                        row.getString("reporter"),
                        joined(types),
                        joined(comments),
                        ResultWord.ofLetter(dkimShown.letter()).orElseThrow(),
                        dkimShown.domain(),
                        distinct(dkim.stream().map(Result::selector).toList()),
                        ResultWord.ofLetter(spfShown.letter()).orElseThrow(),
                        spfShown.domain(),
                        orEmpty(row.getString("envelope_to")),
                        orEmpty(row.getString("envelope_from")),
                        policyDomain,
                        contradicts(dkim, dkimAligned, from) || contradicts(spf, spfAligned, from),
                        !from.equals(policyDomain) && !isHostBelow(from, policyDomain));
        return new PlainRow(
                row.getLong("account_id"),
                row.getLong("domain_id"),
                day,
                comments,
                !types.isEmpty(),
                shown);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static List<Result> results(String json) {
        List<Result> results = new ArrayList<>();
        for (JsonNode item : JSON.readTree(json)) {
            results.add(
                    new Result(
                            item.get("d").asString(),
                            item.get("s").asString(),
                            item.get("r").asString()));
        }
        return results;
    }

    private static String joined(List<String> texts) {
        return String.join(", ", distinct(texts));
    }

    private static List<String> distinct(List<String> texts) {
        List<String> all = new ArrayList<>();
        for (String text : texts) {
            if (!text.isEmpty() && !all.contains(text)) {
                all.add(text);
            }
        }
        return all;
    }

    /** The aligned pass, first one of the very From domain, else the first pass, else the first. */
    private static Result shown(List<Result> results, String from) {
        for (Result result : results) {
            if (result.letter().equals("+") && result.domain().equals(from)) {
                return result;
            }
        }
        for (Result result : results) {
            if (result.letter().equals("+") && areAligned(result.domain(), from)) {
                return result;
            }
        }
        for (Result result : results) {
            if (result.letter().equals("+")) {
                return result;
            }
        }
        return results.isEmpty() ? new Result("", "", "n") : results.getFirst();
    }

    /**
     * Whether what the reporter says can't be true: aligned although nothing passed for a domain of
     * the organisation, or not although something passed for the very From domain. A report that
     * shows no result, or "none" of no domain, says nothing.
     */
    private static boolean contradicts(List<Result> results, boolean aligned, String from) {
        Result shown = shown(results, from);
        if (shown.letter().equals("n") && shown.domain().isEmpty()) {
            return false;
        }
        boolean passedExactly = false;
        boolean passedNearby = false;
        for (Result result : results) {
            passedExactly |= result.letter().equals("+") && result.domain().equals(from);
            passedNearby |= result.letter().equals("+") && areAligned(result.domain(), from);
        }
        return aligned ? !passedNearby : passedExactly;
    }

    private static boolean areAligned(String one, String other) {
        return !one.isEmpty() && organization(one).equals(organization(other));
    }

    private static String organization(String name) {
        if (!HOST.matcher(name).matches()) {
            return name;
        }
        List<String> labels = Arrays.asList(name.split("\\.", -1));
        int own = name.endsWith(".co.uk") ? 3 : 2;
        return String.join(".", labels.subList(Math.max(0, labels.size() - own), labels.size()));
    }

    private static boolean isHostBelow(String name, String ancestor) {
        return HOST.matcher(name).matches() && name.endsWith("." + ancestor);
    }

    /** What a report about these domains of an account shows. */
    Expected of(long account, ReportCriteria criteria, Collection<Long> domains) {
        Set<Long> wantedDomains = new TreeSet<>(domains);
        Map<ShownRow, Long> shown = new HashMap<>();
        Map<List<Object>, Long> sources = new HashMap<>();
        Map<List<Object>, Long> days = new HashMap<>();
        Set<Long> held = new TreeSet<>();
        long messages = 0;
        for (PlainRow row : rows) {
            if (row.account() == account
                    && wantedDomains.contains(row.domain())
                    && isKept(row.day())
                    && isWanted(criteria, row)) {
                long count = row.shown().messages();
                RowKind kind = row.shown().kind();
                shown.merge(withoutMessages(row.shown()), count, Long::sum);
                sources.merge(List.of(kind.category(), kind.source()), count, Long::sum);
                if (count > 0) {
                    days.merge(List.of(row.day(), kind.category()), count, Long::sum);
                }
                held.add(row.domain());
                messages += count;
            }
        }
        return new Expected(shown, sources, days, held, messages);
    }

    private static boolean isKept(LocalDate day) {
        return !day.isBefore(GeneratedReports.FIRST) && !day.isAfter(GeneratedReports.LAST);
    }

    static boolean isWanted(ReportCriteria criteria, PlainRow row) {
        ShownRow shown = row.shown();
        boolean passes = shown.kind().dkimAligned() || shown.kind().spfAligned();
        boolean refused =
                shown.disposition() == Disposition.QUARANTINE
                        || shown.disposition() == Disposition.REJECT;
        boolean option =
                switch (criteria.option()) {
                    case NONE -> true;
                    case IMPACT -> refused || (!passes && !row.overridden());
                    case FAILING -> !passes;
                    case PASSING -> passes;
                };
        IpNetwork network = criteria.network();
        return option
                && !row.day().isBefore(criteria.startDate())
                && !row.day().isAfter(criteria.endDate())
                && (network == null || network.contains(shown.address()))
                && isOneOf(shown.reporter(), criteria.providers())
                && isOneOf(shown.country(), criteria.countries())
                && (criteria.spfResults().isEmpty() || criteria.spfResults().contains(shown.spf()))
                && (criteria.dkimResults().isEmpty()
                        || criteria.dkimResults().contains(shown.dkim()))
                && (criteria.spfAligned() == null
                        || criteria.spfAligned() == shown.kind().spfAligned())
                && (criteria.dkimAligned() == null
                        || criteria.dkimAligned() == shown.kind().dkimAligned())
                && (criteria.dispositions().isEmpty()
                        || criteria.dispositions().contains(shown.disposition()))
                && (criteria.rules().isEmpty() || criteria.rules().contains(shown.kind().rule()))
                && isName(shown.spfDomain(), criteria.spfDomain())
                && isName(shown.reverseName(), criteria.ptr())
                && (criteria.overrideComment().isEmpty()
                        || row.comments().stream()
                                .anyMatch(c -> isSame(c, criteria.overrideComment())));
    }

    private static boolean isOneOf(String text, Collection<String> wanted) {
        return wanted.isEmpty() || wanted.stream().anyMatch(each -> isSame(text, each));
    }

    private static boolean isName(String name, String wanted) {
        return wanted.isEmpty()
                || isSame(name, wanted)
                || (wanted.startsWith(".") && isSame("." + name, wanted))
                || (wanted.startsWith(".")
                        && name.toLowerCase(Locale.ROOT).endsWith(wanted.toLowerCase(Locale.ROOT)));
    }

    private static boolean isSame(String one, String other) {
        return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    /** A row by which equal ones are put together. */
    public static ShownRow withoutMessages(ShownRow row) {
        return new ShownRow(
                row.headerFrom(),
                row.address(),
                row.reverseName(),
                row.confirmed(),
                row.country(),
                row.kind(),
                0,
                row.reporter(),
                row.reason(),
                row.comment(),
                row.dkim(),
                row.dkimDomain(),
                row.selectors(),
                row.spf(),
                row.spfDomain(),
                row.envelopeTo(),
                row.envelopeFrom(),
                row.policyDomain(),
                row.contradicts(),
                row.outside());
    }

    /** What of a column's values occurs among the rows of an account. */
    List<String> values(long account, Function<PlainRow, List<String>> column) {
        Map<String, Integer> values = new TreeMap<>();
        rows.stream()
                .filter(row -> row.account() == account)
                .forEach(row -> column.apply(row).forEach(v -> values.merge(v, 1, Integer::sum)));
        return List.copyOf(values.keySet());
    }
}
