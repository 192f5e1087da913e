package org.mailvane.web.detail;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.detailreport.query.RowOrder;
import org.mailvane.detailreport.query.ServerRow;
import org.mailvane.detailreport.query.ShownRow;
import org.mailvane.detailreport.query.SourceSum;
import org.mailvane.domains.Messages;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.web.charts.DayChart;
import org.mailvane.web.charts.DayChart.Day;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Frame;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Period;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.ReportTitle;
import org.mailvane.web.parts.SourceFigures;

/**
 * What the page of a report shows.
 *
 * @param report the report
 * @param form what it was asked for
 * @param asked which part of it is shown
 * @param found that part; null while the report is not ready, or where it has failed
 */
record ReportPage(
        DetailReport report, DetailForm form, DetailReportQuery asked, @Nullable Found found) {

    private static final Map<String, String> CSV = Map.of("format", "csv");

    private static final String DATA = ApiCatalogue.VERSION_ROOT + "/aggregate-report/";

    /**
     * What the report has found.
     *
     * @param days messages by category and day
     * @param all the sources of all categories
     * @param sources those that are shown
     * @param matching how many there are of the category that is asked for
     * @param servers those of the source that is asked for, or that is to be looked at first; null
     *     where there is none
     * @param list which part of the rows
     * @param rows that part
     * @param today the day (UTC)
     */
    record Found(
            Map<Category, NavigableMap<LocalDate, Long>> days,
            List<SourceSum> all,
            List<NamedSource> sources,
            int matching,
            @Nullable Servers servers,
            PageList list,
            List<ShownRow> rows,
            LocalDate today) {

        long messages() {
            return all.stream().mapToLong(sum -> sum.sums().messages()).reduce(0, Messages::sum);
        }

        /** Those that pass DMARC. */
        long passed() {
            return all.stream().mapToLong(sum -> sum.sums().dmarc()).reduce(0, Messages::sum);
        }

        /** All four categories with their sources. */
        List<SourceFigures> figures() {
            return Stream.of(Category.values())
                    .map(category -> {
                        List<SourceSum> of =
                                all.stream().filter(s -> s.category() == category).toList();
                        return new SourceFigures(
                                category,
                                of.size(),
                                of.stream()
                                        .mapToLong(sum -> sum.sums().messages())
                                        .reduce(0, Messages::sum));
                    })
                    .toList();
        }
    }

    /** A source with its name. */
    record NamedSource(SourceSum sum, @Nullable SourceName name) {

        String label() {
            return name == null ? "" : name.name();
        }
    }

    /**
     * Servers of a source.
     *
     * @param source the source's number
     * @param category of which category alone; null for all of them
     * @param name the source's name
     * @param rows those with the most messages
     * @param number how many there are
     */
    record Servers(
            int source,
            @Nullable Category category,
            String name,
            List<ServerRow> rows,
            int number) {

        private boolean areOf(SourceSum sum) {
            return sum.source() == source && (category == null || category == sum.category());
        }

        /** What servers without a confirmed name are called among them. */
        static boolean isNameless(ServerRow row) {
            return row.name().equals(RowChoice.NO_SERVER);
        }
    }

    String title(Texts texts) {
        ReportCriteria criteria = report.criteria();
        return ReportTitle.of(texts, criteria.domains(), criteria.startDate(), criteria.endDate());
    }

    boolean isFailed() {
        return report.stage() == Stage.FAILED;
    }

    /** Whether somebody still works at it. */
    boolean isWaiting() {
        return found == null && !isFailed();
    }

    /** Until it is asked again how far it is, in seconds; 0 where that is known. */
    int refresh() {
        return isWaiting() ? Frame.REFRESH_SECONDS : 0;
    }

    /** What is done at the moment, in the bundles. */
    String stage() {
        return "detail.stage." + report.stage().name().toLowerCase(Locale.ROOT);
    }

    String path() {
        return Routes.detailReport(report.searchToken());
    }

    /** This part of the report, of another kind; empty for any. */
    String part(String category, String source, String server) {
        return PageList.path(path(), asked.part(category, source, server));
    }

    String part(SourceSum sum) {
        return part(String.valueOf(sum.category().number()), String.valueOf(sum.source()), "");
    }

    String part(Servers of, ServerRow server) {
        Category category = of.category();
        return part(
                category == null ? "" : String.valueOf(category.number()),
                String.valueOf(of.source()),
                server.name());
    }

    /** Whether the rows are of this source alone. */
    boolean isChosen(SourceSum sum) {
        Category category = asked.category();
        return Integer.valueOf(sum.source()).equals(asked.source())
                && (category == null || category == sum.category());
    }

    /** Whether it is the source whose servers are shown. */
    static boolean hasServersShown(Found data, SourceSum sum) {
        Servers servers = data.servers();
        return servers != null && servers.areOf(sum);
    }

    boolean shows(ServerRow server) {
        return server.name().equalsIgnoreCase(asked.get(DetailReportQuery.SERVER));
    }

    /** Whether only some of the rows are shown. */
    boolean isPart() {
        return !asked.choice().equals(new RowChoice(null, null, null));
    }

    /** All rows as a file. */
    String file() {
        return PageList.path(path(), CSV);
    }

    /** The rows of what is chosen as a file. */
    String fileOfPart() {
        Map<String, String> query =
                new TreeMap<>(
                        asked.part(
                                asked.get(DetailReportQuery.CATEGORY),
                                asked.get(DetailReportQuery.SOURCE),
                                asked.get(DetailReportQuery.SERVER)));
        query.remove(DetailReportQuery.ORDERING);
        query.putAll(CSV);
        return PageList.path(path(), query);
    }

    /** The same rows by API; of a report that is not done, how far it is. */
    ApiCalls api() {
        String data = DATA + report.searchToken();
        return found == null
                ? ApiCalls.about(data + "/progress/")
                : ApiCalls.same(found.list().api(data + "/domains/", asked.values()));
    }

    /** The state of a heading by which rows are sorted; null where they are not. */
    @Nullable String sorted(RowOrder order) {
        String now = asked.get(DetailReportQuery.ORDERING);
        if (now.isEmpty()) {
            return order == RowOrder.MESSAGE_COUNT ? "descending" : null;
        }
        if (now.equals(code(order))) {
            return "ascending";
        }
        return now.equals("-" + code(order)) ? "descending" : null;
    }

    /** The address of the rows sorted by this, or the other way round where they are. */
    String sortedBy(Found data, RowOrder order) {
        boolean first = order == RowOrder.MESSAGE_COUNT;
        boolean descending = sorted(order) == null ? first : "ascending".equals(sorted(order));
        return data.list().with(DetailReportQuery.ORDERING, (descending ? "-" : "") + code(order));
    }

    private static String code(RowOrder order) {
        return order.name().toLowerCase(Locale.ROOT);
    }

    /** Whether the chart leaves out days that have messages. */
    boolean isChartPart(Found data) {
        return data.days().values().stream()
                .flatMap(days -> days.keySet().stream())
                .anyMatch(day -> day.isBefore(firstDay(data)));
    }

    /** The chart of its days: of many the last ones. */
    DayChart chart(Found data) {
        LocalDate first = firstDay(data);
        long number = ChronoUnit.DAYS.between(first, lastDay(data)) + 1;
        return DayChart.of(
                LongStream.range(0, number).mapToObj(i -> day(data, first.plusDays(i))).toList());
    }

    private LocalDate firstDay(Found data) {
        LocalDate earliest = lastDay(data).minusDays(DayChart.MAX_DAYS - 1L);
        LocalDate first = report.criteria().startDate();
        return first.isBefore(earliest) ? earliest : first;
    }

    /** Its last day, or the last with messages where that is not come yet. */
    private LocalDate lastDay(Found data) {
        LocalDate wanted = report.criteria().endDate();
        if (!wanted.isAfter(data.today())) {
            return wanted;
        }
        LocalDate last =
                data.days().values().stream()
                        .filter(days -> !days.isEmpty())
                        .map(NavigableMap::lastKey)
                        .max(LocalDate::compareTo)
                        .orElse(data.today());
        LocalDate shown = last.isBefore(data.today()) ? data.today() : last;
        LocalDate first = report.criteria().startDate();
        return shown.isBefore(first) ? first : shown;
    }

    private static Day day(Found data, LocalDate day) {
        return new Day(
                day,
                Stream.of(Category.values())
                        .map(category ->
                                data.days()
                                        .getOrDefault(category, new TreeMap<>())
                                        .getOrDefault(day, 0L))
                        .toList(),
                day.isAfter(data.today().minusDays(Period.WAITING)));
    }

    /** Where a day of the chart leads: to the form of a report about it. */
    String dayPath(LocalDate day) {
        return Routes.detail(report, day);
    }
}
