package org.mailvane.web.settings;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.GroupAccess.Level;
import org.springframework.http.HttpStatus;

/**
 * A group and how much access to it somebody has, or is to get, as forms show it.
 *
 * @param id its number
 * @param label its name
 * @param level how much, as forms spell it
 */
record GroupRow(long id, String label, String level) {

    /** What the fields of groups begin with; the number follows. */
    private static final String FIELD = "group-";

    private static final Pattern ANY_FIELD = Pattern.compile(FIELD + "([1-9]\\d{0,17})");

    /** All that can be chosen, as forms spell it. */
    static final List<String> LEVELS = Arrays.stream(Level.values()).map(GroupRow::code).toList();

    static GroupRow of(DomainGroup.Head group, Level level) {
        return new GroupRow(group.id(), group.label(), code(level));
    }

    /** The name of its field. */
    String field() {
        return FIELD + id;
    }

    /**
     * Returns the level that a form sets.
     *
     * @param fields all that the form has sent
     * @return empty where that is nothing new
     * @throws ApiProblem 400 if it is not a level
     */
    Optional<Level> wanted(Map<String, String> fields) {
        String wanted = fields.getOrDefault(field(), level);
        return wanted.equals(level) ? Optional.empty() : Optional.of(level(wanted));
    }

    /** How much access it is. */
    Level given() {
        return level(level);
    }

    /** The same group with what a form asks for. */
    GroupRow with(Map<String, String> fields) {
        return wanted(fields).map(given -> new GroupRow(id, label, code(given))).orElse(this);
    }

    /**
     * Returns how much access to which groups a form sets, whether it was made of them or not.
     *
     * @throws ApiProblem 400 if something is not a level
     */
    static Map<Long, Level> levels(Map<String, String> fields) {
        Map<Long, Level> levels = new HashMap<>();
        fields.forEach((name, value) -> {
            Matcher field = ANY_FIELD.matcher(name);
            if (field.matches() && level(value) != Level.NONE) {
                levels.put(Long.valueOf(field.group(1)), level(value));
            }
        });
        return levels;
    }

    private static String code(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private static Level level(String code) {
        return Arrays.stream(Level.values())
                .filter(level -> code(level).equals(code))
                .findFirst()
                .orElseThrow(() ->
                        ApiProblem.of(
                                HttpStatus.BAD_REQUEST,
                                "invalid",
                                "Access is none, read or write."));
    }
}
