package org.mailvane.mailauth.spf;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.RecordType;

/**
 * Goes from record to record. Each domain is surveyed once, however often it is referred to; a
 * domain that refers to itself, over whatever others, is a loop there and is not entered again. So
 * the walk ends, and takes no longer than the questions that it may ask.
 */
final class SurveyWalk {

    /** SPF records of one domain that are surveyed; one is allowed. */
    static final int MAX_RECORDS = 10;

    private static final DnsAnswer NOT_ASKED = DnsAnswer.without(DnsAnswer.Status.NOT_ASKED);

    private final Dns dns;
    private final Work work = new Work();
    private final Map<DnsName, SurveyedDomain> done = new HashMap<>();
    private final Set<DnsName> entered = new HashSet<>();

    SurveyWalk(Dns dns) {
        this.dns = dns;
    }

    Dns dns() {
        return dns;
    }

    Work work() {
        return work;
    }

    SurveyedDomain domain(DnsName name) {
        SurveyedDomain known = done.get(name);
        if (known != null) {
            return known;
        }
        DnsAnswer answer = work.isFull() ? NOT_ASKED : dns.ask(name, RecordType.TXT);
        if (!entered.add(name)) {
            return new SurveyedDomain(name, answer, List.of(), true);
        }
        List<SurveyedRecord> records =
                answer.texts().stream()
                        .map(DnsRecord.Text::joined)
                        .filter(SpfRecord::isSpf)
                        .limit(MAX_RECORDS)
                        .map(text -> record(text, name))
                        .toList();
        SurveyedDomain domain = new SurveyedDomain(name, answer, records, false);
        done.put(name, domain);
        return domain;
    }

    /** Surveys a record; where it is given without a domain, that is null. */
    SurveyedRecord record(String text, @Nullable DnsName domain) {
        SpfRecord record = SpfParser.parse(text);
        work.terms(record.terms().size());
        return new RecordSurvey(record, domain, this).survey();
    }
}
