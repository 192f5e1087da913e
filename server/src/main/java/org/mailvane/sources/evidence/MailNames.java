package org.mailvane.sources.evidence;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Locale;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;

/**
 * Names of domains as reports have them, which may be anything at all, and whether they belong to
 * the same organisation.
 *
 * <p>A walk through the list of public suffixes takes longer than all the rest of a classification,
 * so what it found is remembered.
 */
public final class MailNames {

    /** Organisational domains that are remembered; at most some 700 bytes each. */
    public static final int MAX_REMEMBERED = 10_000;

    private final PublicSuffixes suffixes;
    private final Cache<String, String> organizations =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    /**
     * @param suffixes below which organisations have their names
     */
    public MailNames(PublicSuffixes suffixes) {
        this.suffixes = suffixes;
    }

    /**
     * Returns a name as it is compared: lower case, without the dot at its end; empty where it is
     * too long for a name. Most are so already.
     */
    public static String plain(String name) {
        int end = name.length();
        if (end > 0 && name.charAt(end - 1) == '.') {
            end--;
        }
        if (end == 0 || end > DomainName.MAX_LENGTH) {
            return "";
        }
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            if ((c >= 'A' && c <= 'Z') || c >= 0x80) {
                return name.substring(0, end).toLowerCase(Locale.ROOT);
            }
        }
        return end == name.length() ? name : name.substring(0, end);
    }

    /**
     * Whether two plain names have the same organisational domain, as relaxed alignment wants it
     * (RFC 7489, section 3.1). An empty name belongs to nobody.
     */
    public boolean areAligned(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return false;
        }
        if (one.equals(other)) {
            return true;
        }
        String organization = organization(other);
        // Only names that end like the organisation's can be its own; the others are most.
        return one.endsWith(organization) && organization(one).equals(organization);
    }

    /** Returns how many are remembered. */
    public long remembered() {
        organizations.cleanUp();
        return organizations.estimatedSize();
    }

    /**
     * Returns the organisational domain of a plain name; a name that is not a host name is one by
     * itself.
     */
    public String organization(String name) {
        return organizations.get(name, this::find);
    }

    /**
     * Returns the organisational domain; a name that is not a host name, with an underscore for
     * instance, is an organisation by itself.
     */
    private String find(String name) {
        return DomainName.parse(name)
                .filter(domain -> domain.value().equals(name))
                .map(domain -> suffixes.organizationalDomain(domain).value())
                .orElse(name);
    }
}
