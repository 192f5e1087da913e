package org.mailvane.mailauth.dkim;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;

/**
 * What stands at a selector of a domain.
 *
 * @param domain the domain; empty where only a record was given
 * @param selector the selector; empty where only a record was given
 * @param query the name that was asked for; empty where none was
 * @param valid whether receivers find exactly one record there and can use it
 * @param cname the name to which an alias led; empty where there is none
 * @param messages what is to be said of the whole
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

    /** What was found. */
    public DkimInspection {
        messages = List.copyOf(messages);
        records = List.copyOf(records);
    }
}
