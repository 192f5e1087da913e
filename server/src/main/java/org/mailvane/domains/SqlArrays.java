package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.mailauth.dns.DomainName;

/** Values as arrays that statements take. */
final class SqlArrays {

    private SqlArrays() {}

    static long[] ids(Collection<DomainId> ids) {
        return ids.stream().mapToLong(DomainId::value).toArray();
    }

    static long[] numbers(Collection<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    static String[] names(Collection<DomainName> names) {
        return names.stream().map(DomainName::value).toArray(String[]::new);
    }
}
