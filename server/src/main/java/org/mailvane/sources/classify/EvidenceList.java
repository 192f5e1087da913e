package org.mailvane.sources.classify;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.classify.Judgement.Evidence;
import org.mailvane.sources.classify.Judgement.Kind;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;

/** All that is seen of the sender of a row, in the order in which people look at it. */
final class EvidenceList {

    /** Pieces of evidence that are shown; a row may have any number of signatures. */
    static final int MAX_EVIDENCE = 100;

    /** Characters of a value that are shown: those of a name. */
    static final int MAX_VALUE = 253;

    private static final String NAME_OF_KEYS = "._domainkey.";

    private final Set<Evidence> found = new LinkedHashSet<>();

    EvidenceList(
            ClassificationInput signs,
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex catalogue,
            SenderIndex own) {
        CatalogueSender custom = signs.ownSource(own);
        if (custom != null) {
            add(Kind.CUSTOM_SOURCE, custom.name(), true, null);
        }
        if (address != null) {
            add(Kind.REVERSE_NAME, address.reverseName(), address.confirmed(), address.checked());
        }
        addNetworks(row, day, domain, catalogue);
        addResults(signs, row, day);
        CatalogueSender host = signs.host();
        if (host != null && signs.isOurs(host)) {
            add(Kind.DECISION, "ours", true, null);
        }
        if (address != null) {
            add(Kind.COUNTRY, address.country(), true, null);
            add(Kind.NETWORK_OPERATOR, address.networkOperator(), true, null);
        }
    }

    private void addNetworks(Row row, LocalDate day, DomainEvidence domain, SenderIndex catalogue) {
        IpNetwork known = catalogue.networkOf(row.address().unmapped());
        if (known != null) {
            add(Kind.NETWORK, known.toString(), true, null);
        }
        IpNetwork authorized = domain.authorizedBy(row.address().unmapped(), day);
        if (authorized != null) {
            add(Kind.SPF_NETWORK, authorized.toString(), true, null);
        }
    }

    private void addResults(ClassificationInput signs, Row row, LocalDate day) {
        Instant seen = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        row.dkim()
                .forEach(result -> {
                    boolean passed = result.result() == AuthResult.PASS;
                    add(Kind.DKIM_DOMAIN, result.domain(), passed, seen);
                    if (!result.selector().isEmpty() && signs.isAligned(result)) {
                        String keys = result.selector() + NAME_OF_KEYS + result.domain();
                        add(Kind.SELECTOR, keys, passed, seen);
                    }
                });
        row.spf()
                .forEach(result ->
                        add(
                                Kind.SPF_DOMAIN,
                                result.domain(),
                                result.result() == AuthResult.PASS,
                                seen));
        row.reasons()
                .forEach(reason -> {
                    String comment = reason.comment().isEmpty() ? "" : ": " + reason.comment();
                    add(
                            Kind.OVERRIDE,
                            reason.type() + comment,
                            ClassificationInput.tellsForwarded(reason),
                            seen);
                });
    }

    /** An empty value is unknown, which is not evidence. */
    private void add(Kind kind, String value, boolean confirmed, @Nullable Instant seen) {
        if (value.isEmpty() || found.size() == MAX_EVIDENCE) {
            return;
        }
        boolean fits = value.length() <= MAX_VALUE;
        found.add(
                new Evidence(kind, fits ? value : value.substring(0, MAX_VALUE), confirmed, seen));
    }

    List<Evidence> toList() {
        return List.copyOf(found);
    }
}
