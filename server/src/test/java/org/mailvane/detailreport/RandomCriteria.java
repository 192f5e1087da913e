package org.mailvane.detailreport;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.PlainRows.PlainRow;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.traffic.store.ResultWord;

/** Makes criteria of the values that occur in some rows, and of others that don't. */
final class RandomCriteria {

    /** Networks that are none of the rows' addresses. */
    private static final List<String> NETWORKS =
            List.of(
                    "0.0.0.0/0",
                    "::/0",
                    "192.0.2.0/28",
                    "2001:db8::/125",
                    "1.1.1.1",
                    "198.51.100.240/29",
                    "198.51.100.0/24",
                    "2001:db8::/32");

    private static final List<String> NAMES = List.of(".", ".nowhere.example", "example", ".co.uk");

    private final Random random;
    private final List<String> providers;
    private final List<String> countries;
    private final List<String> comments;
    private final List<String> spfDomains;
    private final List<String> reverseNames;
    private final List<String> addresses;
    private final List<String> spfFilters;
    private final List<String> ptrFilters;
    private final List<String> networks;

    RandomCriteria(PlainRows rows, long account, long seed) {
        random = new Random(seed);
        providers = with(rows.values(account, r -> List.of(r.shown().reporter())), "nobody");
        countries =
                with(rows.values(account, r -> List.of(r.shown().country())), "ZZ").stream()
                        .filter(country -> !country.isEmpty())
                        .toList();
        comments = with(rows.values(account, PlainRow::comments), "none of them", "arc=");
        spfDomains = rows.values(account, r -> List.of(r.shown().spfDomain()));
        reverseNames = rows.values(account, r -> List.of(r.shown().reverseName()));
        addresses = rows.values(account, r -> List.of(r.shown().address().toString()));
        spfFilters = nameFilters(spfDomains);
        ptrFilters = nameFilters(reverseNames);
        networks = networks(addresses);
    }

    private static List<String> with(List<String> values, String... others) {
        List<String> all = new ArrayList<>(values);
        Collections.addAll(all, others);
        return all;
    }

    private static List<String> networks(List<String> addresses) {
        List<String> all = new ArrayList<>(NETWORKS);
        all.addAll(addresses);
        return all;
    }

    /** Names, their parent domains, and parts of names that are not names. */
    private static List<String> nameFilters(List<String> values) {
        SortedSet<String> all = new TreeSet<>(NAMES);
        for (String value : values) {
            if (!value.isEmpty()) {
                all.add(value);
                all.add("." + value);
                all.add(value.substring(value.indexOf('.') + 1));
                all.add("." + value.substring(value.indexOf('.') + 1));
                all.add("." + value.substring(1));
            }
        }
        return List.copyOf(all);
    }

    /** What a report can be asked for, one by one. */
    static final class Wish {

        LocalDate start = GeneratedReports.FIRST.minusDays(100);
        LocalDate end = GeneratedReports.LAST.plusDays(100);
        FilterOption option = FilterOption.NONE;
        @Nullable IpNetwork network;
        SortedSet<String> providers = new TreeSet<>();
        SortedSet<String> countries = new TreeSet<>();
        SortedSet<ResultWord> spf = new TreeSet<>();
        @Nullable Boolean spfAligned;
        SortedSet<ResultWord> dkim = new TreeSet<>();
        @Nullable Boolean dkimAligned;
        SortedSet<Disposition> dispositions = new TreeSet<>();
        SortedSet<Integer> rules = new TreeSet<>();
        String spfDomain = "";
        String ptr = "";
        String comment = "";

        ReportCriteria criteria() {
            return new ReportCriteria(
                    new TreeSet<>(),
                    providers,
                    start,
                    end,
                    option,
                    network,
                    countries,
                    spf,
                    spfAligned,
                    dkim,
                    dkimAligned,
                    dispositions,
                    rules,
                    spfDomain,
                    ptr,
                    comment);
        }
    }

    static ReportCriteria of(Consumer<Wish> wishes) {
        Wish wish = new Wish();
        wishes.accept(wish);
        return wish.criteria();
    }

    /**
     * Returns every filter alone, with each kind of value.
     *
     * @param most addresses, names and days that are tried at most, and with a name all filters
     *     that are made of it; the others have few values, and all of them are tried
     */
    List<ReportCriteria> alone(int most) {
        List<ReportCriteria> all = new ArrayList<>();
        all.add(of(w -> {}));
        for (FilterOption option : FilterOption.values()) {
            all.add(of(w -> w.option = option));
        }
        for (String network : networks(chosen(addresses, most))) {
            all.add(of(w -> w.network = IpNetwork.parse(network).orElseThrow()));
        }
        for (String provider : providers) {
            all.add(of(w -> w.providers.add(provider)));
        }
        for (String country : countries) {
            all.add(of(w -> w.countries.add(country)));
        }
        for (ResultWord word : ResultWord.values()) {
            all.add(of(w -> w.spf.add(word)));
            all.add(of(w -> w.dkim.add(word)));
        }
        for (boolean aligned : new boolean[] {true, false}) {
            all.add(of(w -> w.spfAligned = aligned));
            all.add(of(w -> w.dkimAligned = aligned));
        }
        for (Disposition disposition : Disposition.values()) {
            if (disposition != Disposition.PASS) {
                all.add(of(w -> w.dispositions.add(disposition)));
            }
        }
        for (int rule = 0; rule <= 9; rule++) {
            int number = rule;
            all.add(of(w -> w.rules.add(number)));
        }
        nameFilters(chosen(spfDomains, most)).forEach(name -> all.add(of(w -> w.spfDomain = name)));
        nameFilters(chosen(reverseNames, most)).forEach(name -> all.add(of(w -> w.ptr = name)));
        comments.forEach(comment -> all.add(of(w -> w.comment = comment)));
        for (LocalDate day : days(most)) {
            all.add(of(w -> w.start = day));
            all.add(of(w -> w.end = day));
            all.add(of(w -> w.start = w.end = day));
        }
        return all;
    }

    /** Days at the bounds of what is kept, and of a month, and some of all others. */
    private List<LocalDate> days(int most) {
        LocalDate first = GeneratedReports.FIRST;
        LocalDate last = GeneratedReports.LAST;
        LocalDate month = first.plusMonths(2).withDayOfMonth(1);
        List<LocalDate> all =
                new ArrayList<>(
                        List.of(
                                first.minusDays(1),
                                first,
                                month.minusDays(1),
                                month,
                                last,
                                last.plusDays(1)));
        all.addAll(chosen(first.datesUntil(last).toList(), most));
        return all;
    }

    /** Any combination. */
    ReportCriteria next() {
        Wish wish = new Wish();
        if (random.nextInt(3) > 0) {
            days(wish);
        }
        // Few filters find many rows, and many filters meet each other.
        int one = 2 + random.nextInt(10);
        wish.option = maybe(one / 2 + 1) ? any(List.of(FilterOption.values())) : FilterOption.NONE;
        wish.network = maybe(one) ? IpNetwork.parse(any(networks)).orElseThrow() : null;
        fill(one, wish.providers, providers.stream().map(this::cased).toList());
        fill(one, wish.countries, countries);
        fill(one, wish.spf, List.of(ResultWord.values()));
        wish.spfAligned = maybe(one) ? random.nextBoolean() : null;
        fill(one, wish.dkim, List.of(ResultWord.values()));
        wish.dkimAligned = maybe(one) ? random.nextBoolean() : null;
        fill(
                one,
                wish.dispositions,
                List.of(
                        Disposition.NONE,
                        Disposition.QUARANTINE,
                        Disposition.REJECT,
                        Disposition.UNKNOWN));
        fill(one, wish.rules, List.of(1, 2, 3, 4, 5, 6, 7, 8));
        wish.spfDomain = maybe(2 * one) ? cased(any(spfFilters)) : "";
        wish.ptr = maybe(2 * one) ? cased(any(ptrFilters)) : "";
        wish.comment = maybe(2 * one) ? cased(any(comments)) : "";
        return wish.criteria();
    }

    private void days(Wish wish) {
        LocalDate one = day();
        LocalDate other = random.nextInt(4) == 0 ? one : day();
        wish.start = one.isBefore(other) ? one : other;
        wish.end = one.isBefore(other) ? other : one;
    }

    private LocalDate day() {
        return switch (random.nextInt(12)) {
            case 0 -> GeneratedReports.FIRST;
            case 1 -> GeneratedReports.LAST;
            case 2 -> LocalDate.of(1, 1, 1);
            case 3 -> LocalDate.of(9999, 12, 31);
            case 4 -> GeneratedReports.FIRST.plusMonths(random.nextInt(6)).withDayOfMonth(1);
            default -> GeneratedReports.FIRST.minusDays(5).plusDays(random.nextInt(212));
        };
    }

    private boolean maybe(int one) {
        return random.nextInt(one) == 0;
    }

    private <T> List<T> chosen(List<T> values, int most) {
        List<T> shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, Math.min(most, shuffled.size()));
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private <T> void fill(int one, SortedSet<T> wanted, List<T> values) {
        if (maybe(one)) {
            int count = 1 + random.nextInt(1 + values.size() / 2);
            for (int i = 0; i < count; i++) {
                wanted.add(any(values));
            }
        }
    }

    private String cased(String text) {
        return switch (random.nextInt(3)) {
            case 0 -> text.toUpperCase(Locale.ROOT);
            case 1 -> text.toLowerCase(Locale.ROOT);
            default -> text;
        };
    }

    /** Some of these. */
    <T> List<T> some(List<T> values) {
        List<T> shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, random);
        return switch (random.nextInt(4)) {
            case 0 -> shuffled.subList(0, 1 + random.nextInt(3));
            case 1 -> shuffled.subList(0, 1 + random.nextInt(values.size()));
            default -> shuffled;
        };
    }
}
