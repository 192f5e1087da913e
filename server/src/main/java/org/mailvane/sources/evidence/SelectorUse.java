package org.mailvane.sources.evidence;

import java.time.LocalDate;
import org.mailvane.sources.SourceNumbers;

/**
 * Messages of a domain and month that passed DKIM aligned with a selector, from the hosts of one
 * source.
 *
 * @param month its first day
 * @param domain the signing domain
 * @param selector the selector (RFC 6376, section 3.1)
 * @param source who of the catalogue the hosts belong to; {@link SourceNumbers#NAMELESS} for nobody
 * @param authorized whether the domain's SPF record authorises the hosts, or SPF passed aligned
 * @param messages how many
 */
public record SelectorUse(
        LocalDate month,
        String domain,
        String selector,
        int source,
        boolean authorized,
        long messages) {}
