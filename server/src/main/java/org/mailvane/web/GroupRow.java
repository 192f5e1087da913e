package org.mailvane.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.mailvane.api.ApiProblem;
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
     * What a form asks for.
     *
     * @param fields all that the form has sent
     * @return empty where that is nothing new
     * @throws ApiProblem 400 where it is no level
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

    /** Whether a form asks for access to a group that is not among these. */
    static boolean asksForOthers(Map<String, String> fields, List<GroupRow> groups) {
        Set<String> known = groups.stream().map(GroupRow::field).collect(Collectors.toSet());
        return fields.entrySet().stream()
                .filter(field -> field.getKey().startsWith(FIELD))
                .anyMatch(field ->
                        !known.contains(field.getKey()) && level(field.getValue()) != Level.NONE);
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
