package org.mailvane.sources.catalogue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * The members of one mapping of a catalogue file. The reader takes them one by one, and {@link
 * #end} refuses what is left. All errors are {@link IllegalStateException}s that say where, which
 * value, and what is allowed.
 */
final class CatalogueMembers {

    static final int MAX_LINK_LENGTH = 500;

    private static final Pattern SLUG = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    static final int MAX_SLUG_LENGTH = 60;

    /** A name as records contain it, with underscores. */
    private static final Pattern RECORD_NAME =
            Pattern.compile(
                    "(?!.{254})([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\.)+[a-z][a-z0-9-]*[a-z0-9]");

    private static final Pattern LINK =
            Pattern.compile("https://[a-z0-9.-]+\\.[a-z]{2,}(/[\\x21-\\x7e]*)?");

    private static final Pattern SINGLE_LINE = Pattern.compile("\\P{Cntrl}+");

    private final Map<String, Object> values;
    private final Set<String> taken = new HashSet<>();
    private String place;

    private CatalogueMembers(String place, Map<String, Object> values) {
        this.place = place;
        this.values = values;
    }

    /** Returns the members of what should be a mapping. */
    static CatalogueMembers of(String place, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalStateException(
                    place + ": " + shown(value) + " found; expected members with names");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        map.forEach((name, member) -> {
            if (member != null) {
                values.put(String.valueOf(name), member);
            }
        });
        return new CatalogueMembers(place, values);
    }

    /** From now on errors call it so. */
    void isCalled(String name) {
        place = place + " (" + name + ")";
    }

    /** Returns an error of a member. */
    IllegalStateException wrong(String member, @Nullable Object value, String allowed) {
        return new IllegalStateException(
                place + ", " + member + ": " + shown(value) + " found; expected " + allowed);
    }

    private static String shown(@Nullable Object value) {
        return value == null
                ? "nothing"
                : value instanceof String ? "\"" + value + "\"" : "" + value;
    }

    /** Refuses members that nobody has taken. */
    void end() {
        Set<String> left = left();
        if (!left.isEmpty()) {
            String first = left.iterator().next();
            throw new IllegalStateException(
                    place
                            + ", "
                            + first
                            + ": unknown member ("
                            + shown(values.get(first))
                            + " found); allowed are "
                            + String.join(", ", new TreeSet<>(taken)));
        }
    }

    /** Members that nobody has taken. */
    Set<String> left() {
        Set<String> left = new LinkedHashSet<>(values.keySet());
        left.removeAll(taken);
        return left;
    }

    boolean has(String member) {
        taken.add(member);
        return values.containsKey(member);
    }

    boolean isText(String member) {
        return has(member) && values.get(member) instanceof String;
    }

    /** Whether it is there and somebody has taken it. */
    boolean knows(String member) {
        return taken.contains(member) && values.containsKey(member);
    }

    private Object value(String member, String allowed) {
        taken.add(member);
        Object value = values.get(member);
        if (value == null) {
            throw wrong(member, null, allowed);
        }
        return value;
    }

    int number(String member) {
        return number(member, value(member, "a number"));
    }

    private int number(String member, @Nullable Object value) {
        if (value instanceof Integer number) {
            return number;
        }
        throw wrong(member, value, "a number");
    }

    boolean flag(String member) {
        Object value = value(member, "true or false");
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(member, value, "true or false");
    }

    boolean flag(String member, boolean otherwise) {
        return has(member) ? flag(member) : otherwise;
    }

    String text(String member, int maxLength) {
        String allowed = "a text of one line and up to " + maxLength + " characters";
        Object value = value(member, allowed);
        if (value instanceof String text
                && text.length() <= maxLength
                && text.equals(text.strip())
                && SINGLE_LINE.matcher(text).matches()) {
            return text;
        }
        throw wrong(member, value, allowed);
    }

    /** Returns some of these words, each once; none where the member is missing. */
    Set<String> words(String member, List<String> allowed) {
        return new HashSet<>(
                texts(member, "words of " + String.join(", ", allowed), allowed::contains));
    }

    String slug(String member) {
        String text = text(member, MAX_SLUG_LENGTH);
        if (!SLUG.matcher(text).matches()) {
            throw wrong(member, text, "lower case letters and digits, with hyphens between them");
        }
        return text;
    }

    String link(String member) {
        String text = text(member, MAX_LINK_LENGTH);
        if (!LINK.matcher(text).matches()) {
            throw wrong(member, text, "a link that begins with https:// and a host's name");
        }
        return text;
    }

    <T> T oneOf(String member, Map<String, T> allowed) {
        return Objects.requireNonNull(allowed.get(oneOf(member, allowed.keySet())));
    }

    String oneOf(String member, Set<String> allowed) {
        String names = String.join(", ", new TreeSet<>(allowed));
        Object value = value(member, names);
        if (value instanceof String text && allowed.contains(text)) {
            return text;
        }
        throw wrong(member, value, names);
    }

    /** Returns a mapping inside this one. */
    CatalogueMembers members(String member) {
        return of(place + ", " + member, value(member, "members with names"));
    }

    /** Returns a list of mappings inside this one. */
    List<CatalogueMembers> list(String member) {
        List<?> items = items(member, value(member, "a list"));
        List<CatalogueMembers> list = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            list.add(of(place + ", " + member + ", entry " + (i + 1), items.get(i)));
        }
        return list;
    }

    List<Integer> numbers(String member) {
        return items(member, value(member, "a list of numbers")).stream()
                .map(item -> number(member, item))
                .toList();
    }

    /** Names of hosts, in lower case and of at least two labels; none where it is missing. */
    List<String> hostNames(String member) {
        return texts(member, "host names in lower case, as example.com", CatalogueMembers::isHost);
    }

    private static boolean isHost(String text) {
        return text.indexOf('.') > 0
                && DomainName.parse(text).filter(name -> name.value().equals(text)).isPresent();
    }

    /** Names of records, in lower case; none where it is missing. */
    List<String> recordNames(String member) {
        return texts(
                member,
                "names in lower case, as _spf.example.com",
                text -> RECORD_NAME.matcher(text).matches());
    }

    /** Networks in their shortest form; none where it is missing. */
    List<IpNetwork> networks(String member) {
        return texts(member, "networks, as 192.0.2.0/24", CatalogueMembers::isNetwork).stream()
                .map(IpNetwork::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    private static boolean isNetwork(String text) {
        return text.indexOf('/') > 0
                && IpNetwork.parse(text).filter(n -> n.toString().equals(text)).isPresent();
    }

    private List<String> texts(String member, String allowed, Predicate<String> isAllowed) {
        if (!has(member)) {
            return List.of();
        }
        Set<String> texts = new LinkedHashSet<>();
        for (Object item : items(member, value(member, "a list"))) {
            if (!(item instanceof String text) || !isAllowed.test(text)) {
                throw wrong(member, item, allowed);
            }
            if (!texts.add(text)) {
                throw wrong(member, item, "every value once");
            }
        }
        return List.copyOf(texts);
    }

    private List<?> items(String member, Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(member, value, "a list");
    }
}
