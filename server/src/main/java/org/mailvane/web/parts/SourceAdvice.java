package org.mailvane.web.parts;

import java.util.Map;
import java.util.Set;
import org.mailvane.domains.CountedDays;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;

/**
 * What to do about a source, by its mail of the days that domains' counts cover. So each page says
 * the same about the same mail, whatever days its figures are of.
 *
 * @param key how it is said, in the bundles
 * @param said what the source's own notes say; empty where they say nothing, or not now
 */
public record SourceAdvice(String key, Passage said) {

    private static final String KEY = "sources.advice.";

    private static final Set<String> QUIET =
            Set.of(KEY + "silent", KEY + "other-kind", KEY + "none");

    /**
     * About a source.
     *
     * @param category as one of which its mail is looked at
     * @param mail its mail of these days, of the categories as one of which it sent
     */
    public static SourceAdvice of(
            SourceName source, Category category, Map<Category, MessageSums> mail) {
        MessageSums now = mail.getOrDefault(category, MessageSums.NONE);
        if (now.messages() == 0) {
            return new SourceAdvice(
                    KEY + (mail.isEmpty() ? "silent" : "other-kind"), Passage.EMPTY);
        }
        if (category == Category.CAPABLE && now.dmarc() == now.messages()) {
            return new SourceAdvice(KEY + "none", Passage.EMPTY);
        }
        if (category == Category.CAPABLE && now.dmarc() > now.messages() - now.dmarc()) {
            // It is set up already, so only what people have written themselves is still said.
            return new SourceAdvice(
                    KEY + "mostly", source.custom() ? source.notes().dmarc() : Passage.EMPTY);
        }
        String by =
                category == Category.CAPABLE
                        ? switch (source.passesBy()) {
                            case SPF -> ".spf";
                            case DKIM -> ".dkim";
                            case SPF_OR_DKIM, NOTHING -> "";
                        }
                        : "";
        return new SourceAdvice(KEY + category.number() + by, source.notes().dmarc());
    }

    /** Whether something is to be done, or at least said, about it now. */
    public boolean isNeeded() {
        return !QUIET.contains(key);
    }

    /** How it is said where the source's own page says all of it. */
    String shortKey() {
        return key.replace(KEY, KEY + "short.");
    }

    /** The days that it is about. */
    public int days() {
        return CountedDays.NUMBER;
    }
}
