package org.mailvane.intake.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.domains.Domains;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.reading.ReadEnvelope.ReadTls;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.text.Message;
import org.springframework.stereotype.Component;

/**
 * Finds out whose the TLS reports are that do not say it (RFC 8460, section 4.4, has no policy
 * domain where no policy was found, as some read it): the report id and the mail's subject (section
 * 5.3) often name a domain of the account.
 */
@Component
public class UnnamedTls {

    /** Names in one report that are looked for; more than any that is meant to be read holds. */
    public static final int MAX_NAMES = 20;

    private static final Pattern BETWEEN_NAMES = Pattern.compile("[^\\p{L}\\p{N}.-]+");

    private final Domains domains;

    UnnamedTls(Domains domains) {
        this.domains = domains;
    }

    /** Returns the envelope, whose TLS reports all say whose they are; others are failures now. */
    ReadEnvelope named(Scope scope, ReadEnvelope read) {
        if (read.tlsReports().stream().noneMatch(tls -> tls.domains().isEmpty())) {
            return read;
        }
        List<ReadTls> named = new ArrayList<>();
        List<Remark> failed = new ArrayList<>();
        for (ReadTls tls : read.tlsReports()) {
            Optional<DomainName> domain =
                    tls.domains().isEmpty() ? domain(scope, tls.report()) : Optional.empty();
            if (!tls.domains().isEmpty()) {
                named.add(tls);
            } else if (domain.isPresent()) {
                TlsReport about = tls.report().about(domain.get().toString());
                named.add(new ReadTls(about, List.of(domain.get())));
            } else {
                failed.add(unnamed(tls.report().path()));
            }
        }
        return read.withTls(named, failed);
    }

    private Optional<DomainName> domain(Scope scope, TlsReport report) {
        Set<DomainName> names =
                Stream.of(report.reportId(), report.mailSubject())
                        .flatMap(BETWEEN_NAMES::splitAsStream)
                        .filter(name -> name.indexOf('.') > 0)
                        .map(DomainName::parse)
                        .flatMap(Optional::stream)
                        .distinct()
                        .limit(MAX_NAMES)
                        .collect(Collectors.toSet());
        Set<DomainName> known = domains.readable(scope, names).keySet();
        return known.size() == 1 ? known.stream().findFirst() : Optional.empty();
    }

    private static Remark unnamed(String path) {
        return Remark.noPolicyDomain(path, Message.of("imports.domain.unnamed_tls"));
    }
}
