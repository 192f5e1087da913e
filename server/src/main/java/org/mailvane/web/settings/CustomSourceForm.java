package org.mailvane.web.settings;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.api.binding.FormBody;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.custom.CustomSourceChange;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.Choice.Option;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.SourceFigures;

/**
 * The form of a custom source, whose fields are those of the API.
 *
 * @param values its content, by field; lists with a line for each value
 * @param errors what is wrong, by field, as the API says it
 */
record CustomSourceForm(Map<String, String> values, Map<String, Passage> errors) {

    static final String NAME = "name";
    static final String SLUG = "slug";
    static final String CATEGORY = "category";

    /** By what it is recognised, in the order of the form. */
    static final List<String> LISTS =
            List.of("networks", "ptr_domains", "dkim_domains", "spf_domains");

    /** What it can do: yes, no, or what is usual of its category. */
    static final List<String> CAN = List.of("capable_spf", "capable_dkim");

    static final List<String> NOTES = List.of("notes_spf", "notes_dkim", "notes_dmarc");

    /** Anything else is the API's to refuse. */
    private static final Map<String, Object> SWITCH = Map.of("true", true, "false", false);

    private static final String BETWEEN = "[\\s,;]+";

    /** An empty one. */
    static CustomSourceForm empty() {
        return new CustomSourceForm(Map.of(), Map.of());
    }

    /** What a browser sent. */
    static CustomSourceForm of(Map<String, String> sent) {
        return new CustomSourceForm(Map.copyOf(sent), Map.of());
    }

    /** A source as it is. */
    static CustomSourceForm of(CatalogueSender sender) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(NAME, sender.name());
        values.put(SLUG, sender.slug());
        values.put(CATEGORY, String.valueOf(sender.category().number()));
        values.put(
                LISTS.get(0), lines(sender.networks().stream().map(IpNetwork::toString).toList()));
        values.put(LISTS.get(1), lines(sender.hosts()));
        values.put(LISTS.get(2), lines(sender.dkimDomains()));
        values.put(LISTS.get(3), lines(sender.spfDomains()));
        values.put(CAN.get(0), String.valueOf(sender.capableSpf()));
        values.put(CAN.get(1), String.valueOf(sender.capableDkim()));
        values.put(NOTES.get(0), sender.notes().texts().spf());
        values.put(NOTES.get(1), sender.notes().texts().dkim());
        values.put(NOTES.get(2), sender.notes().texts().dmarc());
        return new CustomSourceForm(values, Map.of());
    }

    private static String lines(List<String> values) {
        return String.join("\n", values);
    }

    /** The same with what was refused. */
    CustomSourceForm with(ApiProblem refused) {
        return new CustomSourceForm(values, refused.messages());
    }

    String get(String field) {
        return values.getOrDefault(field, "");
    }

    Passage error(String field) {
        return errors.getOrDefault(field, Passage.EMPTY);
    }

    /** What is wrong with the whole. */
    Passage error() {
        return error(FieldErrors.WHOLE);
    }

    /**
     * What it says, by the rules of the API.
     *
     * @throws ApiProblem 400 with what is wrong by field
     */
    CustomSourceChange read() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(NAME, get(NAME));
        members.put(SLUG, get(SLUG));
        String category = get(CATEGORY);
        members.put(CATEGORY, category.matches("\\d{1,9}") ? Integer.valueOf(category) : category);
        for (String list : LISTS) {
            members.put(
                    list,
                    Arrays.stream(get(list).strip().split(BETWEEN, -1))
                            .filter(value -> !value.isEmpty())
                            .toList());
        }
        for (String can : CAN) {
            if (!get(can).isEmpty()) {
                members.put(can, SWITCH.getOrDefault(get(can), get(can)));
            }
        }
        for (String note : NOTES) {
            members.put(note, get(note));
        }
        return FormBody.read(CustomSourceChange.class, members);
    }

    Choice categories(Texts texts) {
        return new Choice(
                Arrays.stream(Category.values())
                        .filter(each -> each != Category.THREAT_OR_UNKNOWN)
                        .map(each ->
                                new Option(
                                        String.valueOf(each.number()),
                                        texts.of(SourceFigures.key(each))))
                        .toList(),
                get(CATEGORY));
    }

    Choice can(Texts texts, String field) {
        return Choice.of(
                get(field),
                texts.of("own-sources.usual"),
                List.of(
                        new Option("true", texts.of("own-sources.yes")),
                        new Option("false", texts.of("own-sources.no"))));
    }
}
