package org.mailvane.mailauth.dkim;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;

/**
 * The result of inspecting a selector of a domain.
 *
 * @param domain the domain; empty if only a record was given
 * @param selector the selector; empty if only a record was given
 * @param query the name that was queried; empty if none was
 * @param valid whether receivers find exactly one record there and can use it
 * @param cname the target of a CNAME; empty if there is none
 * @param messages findings about the whole
 * @param records the texts at the name
 */
public record DkimInspection(
        String domain,
        String selector,
        String query,
        boolean valid,
        String cname,
        List<Finding> messages,
        List<DkimRecord> records) {

    /** Copies the lists. */
    public DkimInspection {
        messages = List.copyOf(messages);
        records = List.copyOf(records);
    }
}
