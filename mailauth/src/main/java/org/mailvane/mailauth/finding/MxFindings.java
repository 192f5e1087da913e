package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.WARN;

import java.util.List;

/** What can be found of a domain's mail exchangers (MX). */
public enum MxFindings implements FindingKind {
    HOSTS_UNUSABLE("mx.hosts.unusable", ERR, "RFC 5321, section 5.1", "domain"),
    NULL_BESIDE_OTHERS(
            "mx.null.beside_others", WARN, "RFC 7505, section 3", "domain", "preference"),
    HOST_MISSING("mx.host.missing", WARN, "RFC 5321, section 5.1", "host"),
    HOST_WITHOUT_ADDRESS("mx.host.without_address", WARN, "RFC 5321, section 5.1", "host"),
    HOST_IS_ADDRESS("mx.host.is_address", WARN, "RFC 1035, section 3.3.9", "address"),
    HOST_ALIAS("mx.host.alias", WARN, "RFC 2181, section 10.3", "host", "target"),
    HOST_INTERNAL("mx.host.internal", WARN, "RFC 6890, section 2.2", "host", "address", "purpose");

    private final Entry entry;

    MxFindings(String code, Level level, String reference, String... arguments) {
        entry = new Entry(code, level, reference, List.of(arguments));
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
