package org.mailvane.sources.evidence;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code ptr_organization}, which belongs to no account: DNS says the same to all. */
@Repository
public class OrganizationTable {

    private final SystemDb system;

    OrganizationTable(SystemDb system) {
        this.system = system;
    }

    /** Returns the names of those of these numbers that there are. */
    public Map<Integer, String> names(Collection<Integer> numbers) {
        Map<Integer, String> names = new HashMap<>();
        system.sql("select number, name from ptr_organization where number = any(:numbers)")
                .param("numbers", numbers.stream().mapToInt(Integer::intValue).toArray())
                .list(row -> names.put((int) row.number("number"), row.text("name")));
        return names;
    }

    /** Returns those whose names begin like this, in the order of their names. */
    public Map<Integer, String> beginning(String text, int limit) {
        Map<Integer, String> names = new LinkedHashMap<>();
        system.sql(
                        """
                        select number, name from ptr_organization where starts_with(name, :text)
                        order by name limit :limit
                        """)
                .param("text", text)
                .param("limit", limit)
                .list(row -> names.put((int) row.number("number"), row.text("name")));
        return names;
    }

    /** Returns the numbers of those of these names that have one. */
    Map<String, Integer> numbers(Collection<String> names) {
        Map<String, Integer> numbers = new HashMap<>();
        system.sql("select number, name from ptr_organization where name = any(:names)")
                .param("names", names.toArray(String[]::new))
                .list(row -> numbers.put(row.text("name"), (int) row.number("number")));
        return numbers;
    }

    /** Gives numbers to these names; one that another server is just giving stays. */
    void insert(SortedSet<String> names) {
        system.sql(
                        """
                        insert into ptr_organization (name) select unnest(:names)
                        on conflict (name) do nothing
                        """)
                .param("names", names.toArray(String[]::new))
                .update();
    }
}
