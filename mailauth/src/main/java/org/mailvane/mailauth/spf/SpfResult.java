package org.mailvane.mailauth.spf;

/**
 * The outcome of one evaluation. Texts are empty if there is nothing to say.
 *
 * @param result what it came to
 * @param explanation why the message is refused, in the words of the domain (RFC 7208, section
 *     6.2): text of strangers, in ASCII; only of {@code fail}
 * @param mechanism the term that decided, in the first record or the one that it redirects to
 * @param matched the term that the host matched; another one where {@code mechanism} is an include
 * @param domain the domain whose record contains {@code matched}
 * @param problem what is wrong, of {@code none}, {@code temperror} and {@code permerror}
 * @param lookups terms that asked DNS (section 4.6.4)
 * @param voidLookups of these, the ones that found nothing
 */
public record SpfResult(
        SpfVerdict result,
        String explanation,
        String mechanism,
        String matched,
        String domain,
        String problem,
        int lookups,
        int voidLookups) {}
