package org.mailvane.mailauth.dns;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The answer of DNS to one query. Every outcome is an answer, never an exception.
 *
 * @param status the outcome
 * @param records the requested records, in the order of the answer; empty unless {@link
 *     Status#FOUND}
 * @param aliases the names that CNAME records led the query to, in their order; the last has the
 *     records
 * @param ttl seconds for which the answer may be kept; 0 if it is unknown
 */
public record DnsAnswer(Status status, List<DnsRecord> records, List<DnsName> aliases, long ttl) {

    /** The outcome of a query. */
    public enum Status {
        /** There are such records. */
        FOUND,
        /** The name exists, without records of this type (RFC 2308, section 2.2). */
        NO_DATA,
        /** Neither this name exists nor any name below it (RFC 8020). */
        NO_SUCH_NAME,
        /** The servers could not answer: SERVFAIL, REFUSED, a malformed answer. */
        SERVER_FAILURE,
        /** No server answered in time. */
        TIMEOUT,
        /** It was not asked, because the inspection has spent what it may. */
        NOT_ASKED;

        /** Whether nothing is known now: neither that there are records nor that there are none. */
        public boolean isFailure() {
            return this == SERVER_FAILURE || this == TIMEOUT || this == NOT_ASKED;
        }

        /** Returns whether it is certain that such records do not exist. */
        public boolean isVoid() {
            return this == NO_DATA || this == NO_SUCH_NAME;
        }
    }

    /** An answer. */
    public DnsAnswer {
        records = List.copyOf(records);
        aliases = List.copyOf(aliases);
    }

    /** Records, without an alias. */
    public static DnsAnswer of(List<? extends DnsRecord> records) {
        return new DnsAnswer(
                records.isEmpty() ? Status.NO_DATA : Status.FOUND,
                List.copyOf(records),
                List.of(),
                0);
    }

    /** An answer without records. */
    public static DnsAnswer without(Status status) {
        return new DnsAnswer(status, List.of(), List.of(), 0);
    }

    /** The records that are texts. */
    public List<DnsRecord.Text> texts() {
        return records(DnsRecord.Text.class);
    }

    /**
     * Returns at most so many of the texts. If there are more, the wanted ones come first: answers
     * have no order, so wanted texts could otherwise be left out.
     *
     * @param wanted tests whether a text is wanted
     */
    public List<DnsRecord.Text> texts(int most, Predicate<String> wanted) {
        List<DnsRecord.Text> texts = texts();
        return texts.size() <= most
                ? texts
                : texts.stream()
                        .sorted(
                                Comparator.comparing(
                                        (DnsRecord.Text text) -> !wanted.test(text.readable())))
                        .limit(most)
                        .toList();
    }

    /** The addresses. */
    public List<IpAddress> addresses() {
        return records(DnsRecord.Address.class).stream().map(DnsRecord.Address::address).toList();
    }

    /** The mail exchangers, in the order of the answer. */
    public List<DnsRecord.MailExchanger> exchangers() {
        return records(DnsRecord.MailExchanger.class);
    }

    /** The names, of PTR, CNAME and NS records. */
    public List<DnsName> names() {
        return records(DnsRecord.Target.class).stream().map(DnsRecord.Target::name).toList();
    }

    private <T extends DnsRecord> List<T> records(Class<T> kind) {
        return records.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
