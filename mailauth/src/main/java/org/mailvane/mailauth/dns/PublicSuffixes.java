package org.mailvane.mailauth.dns;

import org.apache.hc.client5.http.psl.DomainType;
import org.apache.hc.client5.http.psl.PublicSuffixMatcher;
import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;

/**
 * The public suffix list: where in the tree of names the organisations begin (RFC 7489, section
 * 3.2). The list is the one that comes with the HTTP client library.
 */
public final class PublicSuffixes {

    private final PublicSuffixMatcher matcher;

    private PublicSuffixes(PublicSuffixMatcher matcher) {
        this.matcher = matcher;
    }

    /** The list that comes with the program. */
    public static PublicSuffixes bundled() {
        return new PublicSuffixes(PublicSuffixMatcherLoader.getDefault());
    }

    /**
     * The organisational domain of a name: the public suffix and one label before it.
     *
     * <p>A name that is itself a public suffix, or a single label, is its own organisational
     * domain: nothing above it could be one.
     */
    public DomainName organizationalDomain(DomainName name) {
        String root = matcher.getDomainRoot(name.value());
        return root == null ? name : new DomainName(root);
    }

    /**
     * Whether a name belongs to a registry, which lets others register theirs below: a single
     * label, or what the list has in its section of those that ICANN knows. What companies let
     * others use (such as {@code github.io}) is theirs all the same.
     */
    public boolean isRegistrys(DomainName name) {
        String below = "x." + name.value();
        return !name.value().contains(".")
                || below.equals(matcher.getDomainRoot(below, DomainType.ICANN));
    }

    /**
     * Whether a name is a public suffix, or a single label: nobody's organisational domain, but
     * what organisations register theirs below.
     */
    public boolean isPublicSuffix(DomainName name) {
        return matcher.getDomainRoot(name.value()) == null;
    }
}
