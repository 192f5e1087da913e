package org.mailvane.web.detail;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.FilterOption;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Cut;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.classify.Rule;
import org.mailvane.traffic.store.ResultWord;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.Choice.Option;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.NamesField;
import org.mailvane.web.parts.ReportTitle;

/**
 * The form of a report: what it holds, and how the API would spell it.
 *
 * @param values by the API's names; lists with commas. What is not given is left out
 * @param errors what is wrong with it, as texts; empty where nothing is known to be
 */
record DetailForm(Map<String, String> values, List<String> errors) {

    /**
     * Characters of one field that are read, but of that of domains ({@link NamesField}): more than
     * the longest that is allowed, which names reporters.
     */
    static final int MAX_LENGTH = 30_000;

    static final String DOMAINS = LinkParameter.DOMAINS;
    static final String START = LinkParameter.START_DATE;
    static final String END = LinkParameter.END_DATE;
    static final String OPTION = "filter_option";
    static final String NETWORK = LinkParameter.NETWORK;
    static final String PROVIDERS = "providers";
    static final String COUNTRIES = "country_code";
    static final String SPF_RESULT = "spf_result";
    static final String SPF_ALIGNED = "spf_policy";
    static final String DKIM_RESULT = "dkim_result";
    static final String DKIM_ALIGNED = "dkim_policy";
    static final String APPLIED = "dmarc_policy";
    static final String RULES = "rule_number";
    static final String SPF_DOMAIN = "spf_domain";
    static final String PTR = "ptr";
    static final String COMMENT = "override_comment";

    /** Days of a report where nothing else is said. */
    static final int STANDARD_DAYS = 30;

    /** Characters of a filter that a list of reports shows. */
    static final int MAX_SHOWN = 100;

    /** Those of the first row. */
    private static final List<String> FIRST = List.of(DOMAINS, START, END, OPTION, NETWORK);

    /** Those beyond the first row. */
    private static final List<String> FURTHER =
            List.of(
                    PROVIDERS,
                    COUNTRIES,
                    SPF_RESULT,
                    SPF_ALIGNED,
                    DKIM_RESULT,
                    DKIM_ALIGNED,
                    APPLIED,
                    RULES,
                    SPF_DOMAIN,
                    PTR,
                    COMMENT);

    private static final List<String> NAMES =
            Stream.concat(FIRST.stream(), FURTHER.stream()).toList();

    /** Fields that contain lists, whose items are separated by commas. */
    private static final List<String> LISTS =
            List.of(PROVIDERS, COUNTRIES, SPF_RESULT, DKIM_RESULT, APPLIED, RULES);

    /** What fields are called, in the bundles. */
    private static final Map<String, String> LABELS =
            Map.ofEntries(
                    Map.entry(NETWORK, "network"),
                    Map.entry(PROVIDERS, "reporter"),
                    Map.entry(COUNTRIES, "country"),
                    Map.entry(SPF_RESULT, "spf-result"),
                    Map.entry(SPF_ALIGNED, "spf-aligned"),
                    Map.entry(DKIM_RESULT, "dkim-result"),
                    Map.entry(DKIM_ALIGNED, "dkim-aligned"),
                    Map.entry(APPLIED, "applied"),
                    Map.entry(RULES, "rule"),
                    Map.entry(SPF_DOMAIN, "spf-domain"),
                    Map.entry(PTR, "ptr"),
                    Map.entry(COMMENT, "comment"));

    private static final String ALL = "n";

    /** What an address or a form gives; where it has no days, the last ones up to today. */
    static DetailForm of(Map<String, String> given, LocalDate today) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String name : NAMES) {
            String value = given.getOrDefault(name, "").strip();
            values.put(
                    name,
                    name.equals(DOMAINS)
                            ? value
                            : value.substring(0, Math.min(value.length(), MAX_LENGTH)));
        }
        values.values().removeIf(String::isEmpty);
        values.putIfAbsent(START, today.minusDays(STANDARD_DAYS - 1).toString());
        values.putIfAbsent(END, today.toString());
        values.putIfAbsent(OPTION, ALL);
        return new DetailForm(values, List.of());
    }

    /** What a report was asked for. */
    static DetailForm of(ReportCriteria criteria) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(DOMAINS, joined(criteria.domains().stream().map(DomainName::value), " "));
        values.put(START, criteria.startDate().toString());
        values.put(END, criteria.endDate().toString());
        values.put(OPTION, criteria.option().code());
        values.put(NETWORK, criteria.network() == null ? "" : criteria.network().toString());
        values.put(PROVIDERS, joined(criteria.providers().stream(), ", "));
        values.put(COUNTRIES, joined(criteria.countries().stream(), ", "));
        values.put(SPF_RESULT, letters(criteria.spfResults()));
        values.put(SPF_ALIGNED, aligned(criteria.spfAligned()));
        values.put(DKIM_RESULT, letters(criteria.dkimResults()));
        values.put(DKIM_ALIGNED, aligned(criteria.dkimAligned()));
        values.put(APPLIED, joined(criteria.dispositions().stream().map(DetailForm::letter), ","));
        values.put(RULES, joined(criteria.rules().stream().map(String::valueOf), ","));
        values.put(SPF_DOMAIN, criteria.spfDomain());
        values.put(PTR, criteria.ptr());
        values.put(COMMENT, criteria.overrideComment());
        values.values().removeIf(String::isEmpty);
        return new DetailForm(values, List.of());
    }

    private static String joined(Stream<String> items, String by) {
        return items.collect(Collectors.joining(by));
    }

    private static String letters(Collection<ResultWord> words) {
        return joined(words.stream().map(ResultWord::letter), ",");
    }

    private static String aligned(@Nullable Boolean aligned) {
        return aligned == null ? "" : aligned ? "p" : "f";
    }

    /** As the API spells what receivers did. */
    static String letter(Disposition disposition) {
        return switch (disposition) {
            case NONE, PASS -> "n";
            case QUARANTINE -> "q";
            case REJECT -> "r";
            case UNKNOWN -> "?";
        };
    }

    /** The same on other days. */
    DetailForm with(Map<String, String> days) {
        Map<String, String> other = new LinkedHashMap<>(values);
        for (String name : List.of(START, END)) {
            String day = days.getOrDefault(name, "");
            other.computeIfPresent(name, (n, before) -> isDay(day) ? day : before);
        }
        return new DetailForm(other, errors);
    }

    private static boolean isDay(String text) {
        return text.matches("\\d{4}-\\d\\d-\\d\\d");
    }

    DetailForm with(List<String> wrong) {
        return new DetailForm(values, wrong);
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** What a report of it is about, as its heading says it. */
    String title(Texts texts) {
        return ReportTitle.of(
                texts,
                domains().stream().flatMap(name -> DomainName.parse(name).stream()).toList(),
                LocalDate.parse(get(START)),
                LocalDate.parse(get(END)));
    }

    /** What is asked for besides domains, days and which mail, in words. */
    List<String> filters(Texts texts) {
        List<String> filters = new ArrayList<>();
        for (String name : NAMES) {
            if (LABELS.containsKey(name) && !get(name).isEmpty()) {
                String value = shown(texts, name);
                filters.add(
                        texts.of(
                                "detail.filter",
                                texts.of("detail." + LABELS.get(name)),
                                value.length() <= MAX_SHOWN
                                        ? value
                                        : Cut.begin(value, MAX_SHOWN) + "..."));
            }
        }
        return List.copyOf(filters);
    }

    private String shown(Texts texts, String name) {
        return switch (name) {
            case SPF_RESULT, DKIM_RESULT -> results(texts, name).label();
            case SPF_ALIGNED, DKIM_ALIGNED -> aligned(texts, name).label();
            case APPLIED -> applied(texts).label();
            case RULES -> rules(texts).label();
            default -> get(name);
        };
    }

    /** Returns whether the form uses a field beyond the first row. */
    boolean hasFurther() {
        return FURTHER.stream().anyMatch(values::containsKey);
    }

    /** The names that it holds, in their order. */
    List<String> domains() {
        return NamesField.names(get(DOMAINS));
    }

    private static List<String> words(String text, String between) {
        return Arrays.stream(text.split(between, -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** The same as the body of a request. */
    Map<String, Object> members() {
        Map<String, Object> members = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.equals(DOMAINS)) {
                members.put(name, NamesField.member(value));
            } else if (name.equals(RULES)) {
                members.put(name, words(value, ",").stream().map(DetailForm::number).toList());
            } else if (LISTS.contains(name)) {
                members.put(name, words(value, ","));
            } else {
                members.put(name, value);
            }
        });
        return members;
    }

    /** A number where it is one; else the text, which is refused. */
    private static Object number(String word) {
        return word.matches("\\d{1,9}") ? Integer.valueOf(word) : word;
    }

    Choice options(Texts texts) {
        return new Choice(
                Arrays.stream(FilterOption.values())
                        .map(option ->
                                new Option(
                                        option.code(), texts.of("detail.option." + option.code())))
                        .toList(),
                get(OPTION));
    }

    Choice aligned(Texts texts, String name) {
        return any(
                texts,
                name,
                List.of(
                        new Option("p", texts.of("detail.aligned")),
                        new Option("f", texts.of("detail.unaligned"))));
    }

    Choice results(Texts texts, String name) {
        ResultWord other = name.equals(SPF_RESULT) ? ResultWord.POLICY : ResultWord.SOFTFAIL;
        return any(
                texts,
                name,
                Arrays.stream(ResultWord.values())
                        .filter(word -> word != other)
                        .map(word -> new Option(word.letter(), word.word()))
                        .toList());
    }

    Choice applied(Texts texts) {
        return any(
                texts,
                APPLIED,
                Stream.of(
                                Disposition.NONE,
                                Disposition.QUARANTINE,
                                Disposition.REJECT,
                                Disposition.UNKNOWN)
                        .map(each -> new Option(letter(each), texts.of(applied(each))))
                        .toList());
    }

    /** What receivers did, in the bundles. */
    static String applied(Disposition disposition) {
        return "detail.applied."
                + (letter(disposition).equals("?") ? "unknown" : letter(disposition));
    }

    Choice rules(Texts texts) {
        return any(
                texts,
                RULES,
                Arrays.stream(Rule.values())
                        .map(rule ->
                                new Option(
                                        String.valueOf(rule.number()),
                                        texts.of("detail.rule." + rule.number())))
                        .toList());
    }

    /** A choice whose value may also be several of its options, as the API can ask for. */
    private Choice any(Texts texts, String name, List<Option> options) {
        List<Option> all = new ArrayList<>(options);
        String chosen = get(name);
        if (!chosen.isEmpty() && options.stream().noneMatch(o -> o.value().equals(chosen))) {
            all.add(
                    new Option(
                            chosen,
                            words(chosen, ",").stream()
                                    .map(word ->
                                            options.stream()
                                                    .filter(o -> o.value().equals(word))
                                                    .map(Option::label)
                                                    .findFirst()
                                                    .orElse(word))
                                    .collect(Collectors.joining(", "))));
        }
        return Choice.of(chosen, texts.of("filter.any"), all);
    }
}
