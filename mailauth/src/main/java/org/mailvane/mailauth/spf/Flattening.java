package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.spf.AddressRules.Run;
import org.mailvane.mailauth.spf.MacroString.Literal;
import org.mailvane.mailauth.spf.MacroString.Macro;
import org.mailvane.mailauth.spf.SpfInspection.Flattened;

/**
 * Writes a record's rules for addresses as records without includes of other domains: networks,
 * terms that depend on the message, and the default. If they do not fit into one record, the rest
 * goes into parts, which are published at separate names below the domain and included.
 *
 * @param records first that of the domain itself
 * @param lookups lookups that they need: for their own parts, and for what could not be resolved
 */
record Flattening(List<Flattened> records, int lookups) {

    /** Octets of a record; with more, an answer may not fit into a packet (section 3.4). */
    static final int MAX_LENGTH = 450;

    private static final Pattern PTR_MACRO = Pattern.compile("(?<!%)(?:%%)*%\\{[pP]");

    /** There is none. */
    static final Flattening NONE = new Flattening(List.of(), 0);

    /** A term that is to be written. */
    private record Entry(Qualifier qualifier, String term) {

        String text() {
            return qualifier == Qualifier.PASS ? term : qualifier.sign() + term;
        }

        int room() {
            return text().length() + 1;
        }
    }

    /**
     * Flattens a record.
     *
     * @return empty if it can't be written in records of that length: a term is too long, the
     *     domain is too long for the names of parts, or there is none
     */
    static Optional<Flattening> of(SurveyedRecord record) {
        // For repeated entries, the first one decides.
        Set<Entry> written = new LinkedHashSet<>();
        int lookups = 0;
        for (Run run : record.rules().runs()) {
            for (IpNetwork network : run.networks().keySet()) {
                String word = network.first().isV4() ? "ip4:" : "ip6:";
                written.add(new Entry(run.qualifier(), word + network));
            }
            for (AddressRules.Open open : run.open()) {
                if (written.add(new Entry(run.qualifier(), open.term()))) {
                    lookups += lookups(open.term());
                }
            }
        }
        String openRest = record.rules().openRest();
        if (openRest != null) {
            lookups += lookups(openRest);
        }
        return new Writer(record.domain(), ending(record)).write(List.copyOf(written), lookups);
    }

    /**
     * Returns a text with macros in which the current domain is written out, so that it means the
     * same in any record; without a domain, it is unchanged.
     */
    static String inEveryRecord(MacroString macros, @Nullable DnsName domain) {
        if (domain == null) {
            return macros.text();
        }
        StringBuilder text = new StringBuilder();
        for (MacroString.Part part : macros.parts()) {
            switch (part) {
                case Literal literal -> text.append(escaped(literal.text()));
                case Macro macro when macro.letter() == 'd' -> {
                    MacroString alone = new MacroString("", List.of(macro));
                    text.append(escaped(alone.expand(letter -> domain.value())));
                }
                case Macro macro -> text.append(written(macro));
            }
        }
        return text.toString();
    }

    /** Returns the lookups of a term that is kept; the macro p counts as a separate one. */
    private static int lookups(String term) {
        return PTR_MACRO.matcher(term).find() ? 2 : 1;
    }

    private static String escaped(String text) {
        return text.replace("%", "%%").replace(" ", "%_");
    }

    private static String written(Macro macro) {
        char letter = macro.isEscaped() ? Character.toUpperCase(macro.letter()) : macro.letter();
        return "%{"
                + letter
                + (macro.count() == Macro.ALL_PARTS ? "" : macro.count())
                + (macro.isReversed() ? "r" : "")
                + (macro.delimiters().equals(".") ? "" : macro.delimiters())
                + "}";
    }

    /** Returns the text after the networks: the default, and where to find the explanation. */
    private static String ending(SurveyedRecord record) {
        StringBuilder ending = new StringBuilder();
        Qualifier rest = record.rules().rest();
        if (rest != null) {
            ending.append(' ').append(new Entry(rest, "all").text());
        } else if (record.rules().openRest() != null) {
            ending.append(" redirect=").append(record.rules().openRest());
        }
        return ending.append(explanation(record)).toString();
    }

    private static String explanation(SurveyedRecord record) {
        for (SurveyedTerm term : record.terms()) {
            SurveyedDomain target = term.target();
            if (term.term() instanceof Term.Modifier && target != null) {
                return target.single().map(Flattening::explanation).orElse("");
            }
        }
        return record.record()
                .explanation()
                .filter(Term::isValid)
                .map(Term.Modifier::domain)
                .map(spec -> " exp=" + inEveryRecord(spec.macros(), record.domain()))
                .orElse("");
    }

    /** Puts terms into records. */
    private static final class Writer {

        private static final String PART_END = " -all";
        private static final int PART_ROOM =
                MAX_LENGTH - SpfRecord.VERSION.length() - PART_END.length();

        private final @Nullable DnsName domain;
        private final String ending;
        private final List<Flattened> parts = new ArrayList<>();

        Writer(@Nullable DnsName domain, String ending) {
            this.domain = domain;
            this.ending = ending;
        }

        Optional<Flattening> write(List<Entry> all, int lookups) {
            List<Entry> entries = all;
            while (own(entries).length() > MAX_LENGTH) {
                List<Entry> fewer = grouped(entries);
                if (fewer == null || fewer.size() >= entries.size()) {
                    return Optional.empty();
                }
                entries = fewer;
            }
            List<Flattened> records = new ArrayList<>();
            records.add(new Flattened(domain == null ? "" : domain.value(), own(entries)));
            records.addAll(parts);
            return Optional.of(new Flattening(records, lookups + parts.size()));
        }

        private String own(List<Entry> entries) {
            return joined(entries) + ending;
        }

        /** Puts entries into parts, and gives the includes of these; null where that can't be. */
        private @Nullable List<Entry> grouped(List<Entry> entries) {
            List<Entry> includes = new ArrayList<>();
            int from = 0;
            while (from < entries.size()) {
                Qualifier qualifier = entries.get(from).qualifier();
                int room = PART_ROOM;
                int to = from;
                List<Entry> inside = new ArrayList<>();
                while (to < entries.size() && entries.get(to).qualifier() == qualifier) {
                    Entry entry = new Entry(Qualifier.PASS, entries.get(to).term());
                    room -= entry.room();
                    if (room < 0) {
                        break;
                    }
                    inside.add(entry);
                    to++;
                }
                Optional<DnsName> name = nextName();
                if (inside.isEmpty() || name.isEmpty()) {
                    return null;
                }
                parts.add(new Flattened(name.get().value(), joined(inside) + PART_END));
                includes.add(new Entry(qualifier, "include:" + name.get().value()));
                from = to;
            }
            return includes;
        }

        private Optional<DnsName> nextName() {
            return domain == null ? Optional.empty() : domain.below("_spf" + (parts.size() + 1));
        }

        private static String joined(List<Entry> entries) {
            StringBuilder record = new StringBuilder(SpfRecord.VERSION);
            entries.forEach(entry -> record.append(' ').append(entry.text()));
            return record.toString();
        }
    }
}
