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
     * Returns whether a name belongs to a registry, where others register names below: a single
     * label, or a name in the list's ICANN section. Names that companies let others use (such as
     * {@code github.io}) still belong to the company.
     */
    public boolean isRegistrys(DomainName name) {
        String below = "x." + name.value();
        return !name.value().contains(".")
                || below.equals(matcher.getDomainRoot(below, DomainType.ICANN));
    }

    /**
     * Returns whether a name is a public suffix, or a single label: not an organisational domain,
     * but a name below which organisations register theirs.
     */
    public boolean isPublicSuffix(DomainName name) {
        return matcher.getDomainRoot(name.value()) == null;
    }
}
