package org.mailvane.web.frame;

import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.text.NumberFormat;
import gg.jte.Content;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;
import org.mailvane.api.binding.Percentage;
import org.mailvane.domains.DomainMail;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.mailvane.web.charts.DayChart;
import org.mailvane.web.frame.Checks.Check;

/**
 * What pages say, in one language. All texts are in the bundles {@code messages}, with plurals and
 * numbers in ICU's message format.
 */
public final class Texts {

    static final String BUNDLE = "org.mailvane.web.messages";

    private static final Control NO_FALLBACK =
            Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);

    private static final double SMALLEST_SHARE = 0.001;

    /** Prefixes that follow a number, one for each time that it was divided by a thousand. */
    private static final String UNITS = " kMGTPE";

    private static final int THOUSAND = 1_000;
    private static final int MINUTES_OF_HOUR = 60;
    private static final int HOURS_OF_DAY = 24;

    /** From so many hours on, days are said. */
    private static final int HOURS_SHOWN = 48;

    private final Language language;
    private final ResourceBundle bundle;
    private final Checks checks;
    private final MessageFormatter formatter;

    public Texts(Language language) {
        this.language = language;
        this.bundle = ResourceBundle.getBundle(BUNDLE, language.locale(), NO_FALLBACK);
        this.formatter = MessageFormatter.of(language);
        this.checks = new Checks(formatter);
    }

    Language language() {
        return language;
    }

    /**
     * Returns a text.
     *
     * @param key its name in the bundles
     * @param values values for {0}, {1} and so on; without any the text is used unchanged
     */
    public String of(String key, Object... values) {
        String text = bundle.getString(key);
        return values.length == 0
                ? text
                : new MessageFormat(text, language.locale()).format(values);
    }

    /** A message. */
    public String of(Message message) {
        return formatter.format(message);
    }

    /** What is wrong with what somebody gave. */
    public String of(AccountException wrong) {
        String key = "problem." + wrong.code();
        return has(key) ? of(key, wrong.values()) : String.valueOf(wrong.getMessage());
    }

    /** As {@link #of(String, Object...)}, where parts between backticks are code. */
    public Content rich(String key, Object... values) {
        String[] parts = of(key, values).split("`", -1);
        return output -> {
            for (int i = 0; i < parts.length; i++) {
                boolean code = i % 2 == 1;
                output.writeContent(code ? "<code>" : "");
                output.writeUserContent(parts[i]);
                output.writeContent(code ? "</code>" : "");
            }
        };
    }

    /** Returns a host's name, which may break after each of its dots and nowhere else. */
    public Content host(String name) {
        String[] labels = name.split("(?<=\\.)", -1);
        return output -> {
            for (int i = 0; i < labels.length; i++) {
                output.writeContent(i == 0 ? "" : "<wbr>");
                output.writeUserContent(labels[i]);
            }
        };
    }

    /** Returns sentences; those of people, and of older versions, are as they were written. */
    public LocalizedText localized(Passage passage) {
        List<LocalizedText> said =
                passage.sentences().stream()
                        .map(sentence ->
                                new LocalizedText(formatter.format(sentence), languageOf(sentence)))
                        .toList();
        return new LocalizedText(
                said.stream().map(LocalizedText::text).collect(Collectors.joining(" ")),
                said.isEmpty() ? null : said.getFirst().language());
    }

    private @Nullable String languageOf(Message sentence) {
        return sentence.isVerbatim() && language != Language.ENGLISH
                ? Language.ENGLISH.tag()
                : null;
    }

    /** One sentence. */
    public LocalizedText localized(Message sentence) {
        return localized(Passage.of(sentence));
    }

    /** The same in English, as the API has it. */
    String english(Passage passage) {
        return MessageFormatter.forPrograms().format(passage);
    }

    /** What was looked at before a policy goes up, in few words where it has such. */
    public Optional<Check> check(Passage point) {
        return checks.of(point);
    }

    /** Returns what a finding says. */
    public LocalizedText text(Finding finding) {
        return localized(FindingMessages.text(finding));
    }

    /** Returns what to do about a finding. */
    public LocalizedText solution(Finding finding) {
        return localized(FindingMessages.solution(finding));
    }

    /** Returns what a tag does, or a few words of what it is. */
    public LocalizedText meaning(Tag tag) {
        Passage description = FindingMessages.description(tag);
        return localized(description.isEmpty() ? FindingMessages.name(tag) : description);
    }

    /**
     * Returns the reference to a finding's rule: only the names of parts of documents are
     * translated.
     */
    public String reference(String english) {
        return language == Language.GERMAN
                ? english.replace(", sections ", ", Abschnitte ")
                        .replace(", section ", ", Abschnitt ")
                        .replace(", appendix ", ", Anhang ")
                        .replace("; erratum ", "; Korrektur ")
                        .replace(" and ", " und ")
                : english;
    }

    /** Whether there is such a text. */
    public boolean has(String key) {
        return bundle.containsKey(key);
    }

    /** A whole number, with separators. */
    public String number(long number) {
        return NumberFormat.getIntegerInstance(language.locale()).format(number);
    }

    /**
     * Returns a part as a percentage of a whole, with one decimal, rounded as the API rounds it; a
     * part that is not zero is never 0.0%. Without a whole the text says so.
     */
    public String share(long part, long whole) {
        if (whole == 0) {
            return of("share.none");
        }
        NumberFormat percent = NumberFormat.getPercentInstance(language.locale());
        percent.setMinimumFractionDigits(1);
        percent.setMaximumFractionDigits(1);
        return part > 0 && (double) part / whole < SMALLEST_SHARE
                ? of("share.less", percent.format(SMALLEST_SHARE))
                : percent.format(Percentage.of(part, whole).movePointLeft(2));
    }

    /** How much of a domain's mail passed. */
    public String compliant(DomainMail mail) {
        return mail.isNobodys()
                ? of("compliant.nobodys")
                : of("compliant.share", share(mail.passed(), mail.total()));
    }

    /** How much more something is, or less, in percent with one decimal and its sign. */
    public String growth(double part) {
        return signed(part, NumberFormat.getPercentInstance(language.locale()));
    }

    /** A difference with one decimal and its sign. */
    public String difference(double value) {
        return signed(value, NumberFormat.getNumberInstance(language.locale()));
    }

    private static String signed(double value, NumberFormat format) {
        format.setMinimumFractionDigits(1);
        format.setMaximumFractionDigits(1);
        String size = format.format(Math.abs(value));
        // What is rounded to nothing has no sign.
        boolean isNothing = size.equals(format.format(0));
        return isNothing ? "±" + size : (value > 0 ? "+" : "−") + size;
    }

    /** A point in time, in UTC. */
    public String time(Instant time) {
        return format("format.time", time);
    }

    /** As {@link #time}, with seconds. */
    String exactTime(Instant time) {
        return format("format.time.exact", time);
    }

    /** A day without its year. */
    public String day(LocalDate day) {
        return format("format.day", day);
    }

    /** The day of a point in time, in UTC, without its year. */
    public String day(Instant time) {
        return day(LocalDate.ofInstant(time, ZoneOffset.UTC));
    }

    /** A day with its year. */
    public String date(LocalDate day) {
        return format("format.date", day);
    }

    /** The day of a point in time, in UTC. */
    public String date(Instant time) {
        return date(LocalDate.ofInstant(time, ZoneOffset.UTC));
    }

    /** How long something is past, in its largest unit. */
    public String ago(Instant time, Instant now) {
        long minutes = Math.max(0, Duration.between(time, now).toMinutes());
        if (minutes < MINUTES_OF_HOUR) {
            return of("ago.minutes", minutes);
        }
        long hours = minutes / MINUTES_OF_HOUR;
        return hours < HOURS_SHOWN ? of("ago.hours", hours) : of("ago.days", hours / HOURS_OF_DAY);
    }

    /** When something was, as a phrase relative to now. */
    public String since(Instant time, Instant now) {
        long minutes = Math.max(0, Duration.between(time, now).toMinutes());
        if (minutes == 0) {
            return of("since.now");
        }
        if (minutes < MINUTES_OF_HOUR) {
            return of("since.minutes", minutes);
        }
        long hours = minutes / MINUTES_OF_HOUR;
        return hours < HOURS_SHOWN
                ? of("since.hours", hours)
                : of("since.days", hours / HOURS_OF_DAY);
    }

    /** A whole number in few letters, as scales of charts have it: with k, M, G or T. */
    String compact(long number) {
        NumberFormat format = NumberFormat.getNumberInstance(language.locale());
        format.setMaximumFractionDigits(1);
        double value = number;
        int unit = 0;
        while (value >= THOUSAND && unit < UNITS.length() - 1) {
            value /= THOUSAND;
            unit++;
        }
        return format.format(value) + UNITS.substring(unit, unit + 1).strip();
    }

    /** A day's messages in a chart, all and by category. */
    String of(DayChart.Day day) {
        return of(
                "chart.bar",
                date(day.date()),
                day.total(),
                IntStream.range(0, day.parts().size())
                        .mapToObj(
                                i -> number(day.parts().get(i)) + " " + of(Categories.KEYS.get(i)))
                        .collect(Collectors.joining(", ")),
                day.failed() == null ? -1 : day.failed());
    }

    /** What one sees in a chart, for who does not see it. */
    String description(DayChart chart) {
        DayChart.Day highest = chart.highest();
        String seen =
                of(
                        "chart.days",
                        chart.bars().size(),
                        date(chart.bars().getLast().day().date()),
                        chart.total(),
                        date(highest.date()),
                        highest.total());
        return chart.waiting() == 0 ? seen : seen + " " + of("chart.waiting", chart.waiting());
    }

    private String format(String key, Instant time) {
        return format(key, time.atOffset(ZoneOffset.UTC));
    }

    private String format(String key, TemporalAccessor time) {
        return DateTimeFormatter.ofPattern(of(key), language.locale()).format(time);
    }
}
