package org.mailvane.web.parts;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.mailvane.domains.Domains;
import org.mailvane.web.frame.Texts;

/** Reports names in a form that are not domains that the visitor may read. */
public final class InvalidDomainNames {

    /** Names that are shown at most. */
    public static final int MAX_SHOWN = 10;

    private InvalidDomainNames() {}

    /**
     * What is wrong with names, as a refusal says it.
     *
     * @param names as the form has them
     * @param what the refusal's texts: by index; or of all of them, which are too many then
     */
    public static String refused(Texts texts, List<String> names, Object what) {
        if (!(what instanceof Map<?, ?> byIndex)) {
            return texts.of("detail.wrong.domains", Domains.MAX_NAMES);
        }
        Set<String> wrong = new TreeSet<>();
        byIndex.keySet().forEach(index -> wrong.add(names.get(Integer.parseInt(index.toString()))));
        return text(texts, wrong);
    }

    /**
     * Returns the text about these names. It does not reveal whether a domain does not exist or the
     * visitor may not read it.
     */
    public static String text(Texts texts, Collection<String> names) {
        return texts.of(
                "detail.wrong.names",
                names.size(),
                names.stream().sorted().limit(MAX_SHOWN).collect(Collectors.joining(", ")));
    }
}
