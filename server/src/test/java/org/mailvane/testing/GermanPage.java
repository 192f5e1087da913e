package org.mailvane.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/**
 * Finds what is not German on a page that is to be: words of English sentences, days and numbers as
 * English writes them, several of one thing. It knows few words, which are in nearly every
 * sentence.
 */
public final class GermanPage {

    /** Words of English that begin with a small letter, or begin a sentence: German has neither. */
    private static final Pattern ENGLISH =
            Pattern.compile(
                    "\\b(the|and|of|for|that|its|it|is|are|has|have|from|with|not|this|these|which|who|whose"
                            + "|since|by|to|your|you|they|days?|messages?|records?|reports?|failed|passed|passes"
                            + "|without|before|after|ready|sent|look-ups?|unknown|nothing|missing|sections?"
                            + "|The|And|It|This|These|Which|Who|Since|Your|You|They|Nothing|Unknown|Missing)\\b");

    private static final Pattern DAY =
            Pattern.compile("\\b(\\d{4}-\\d{2}-\\d{2}|\\d{1,2} \\w{3} \\d{4})\\b");

    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\d.,])(\\d{1,3}(,\\d{3})+|\\d+\\.\\d+ ?%)(?![\\d.,])");

    private static final Pattern SEVERAL =
            Pattern.compile(
                    "(?<![\\d.,]|von )1 (Nachrichten|Domains|Tagen?|Wochen|Stunden|Minuten|Sekunden|Berichten?|Quellen"
                            + "|Aufgaben|Probleme|Zeilen|Datensätzen?|Absendern|Servern|Einträgen?|Ereignissen?|Gruppen"
                            + "|Dateien|Adressen|Abfragen|Personen|Sitzungen|Selektoren|Fehlern)\\b");

    /** Addresses, records, names of fields and values: the same in all languages. */
    private static final Pattern QUOTED =
            Pattern.compile(
                    "\"[^\"]*\"|„[^“]*“|\\bv=\\S[^.]*|\\S*[@/=_]\\S*|\\b[\\w-]+(\\.[\\w-]+)+|[-_\\w]*-[-_\\w]*");

    private static final String SAME =
            "pre, code, kbd, samp, script, style, textarea, [lang]:not(html):not([lang=de])";

    private GermanPage() {}

    /**
     * All that is wrong.
     *
     * @param names what is the same in all languages on this page, such as names that people gave
     */
    public static List<String> wrongOn(Document page, Pattern names) {
        List<String> wrong = new ArrayList<>();
        String language = page.select("html").attr("lang");
        if (!language.equals("de")) {
            wrong.add("lang=" + language);
        }
        for (Element element : page.select("title, body, body *")) {
            if (element.closest(SAME) != null) {
                continue;
            }
            for (TextNode text : element.textNodes()) {
                judge(text.text(), names, wrong);
            }
            for (String name : List.of("title", "aria-label", "placeholder", "alt")) {
                judge(element.attr(name), names, wrong);
            }
        }
        return wrong;
    }

    private static void judge(String text, Pattern names, List<String> wrong) {
        String bare = QUOTED.matcher(names.matcher(text).replaceAll(" ")).replaceAll(" ");
        for (Pattern pattern : List.of(ENGLISH, SEVERAL)) {
            Matcher found = pattern.matcher(bare);
            if (found.find()) {
                wrong.add("'" + found.group() + "' in: " + text.strip());
            }
        }
        for (Pattern pattern : List.of(DAY, NUMBER)) {
            Matcher found = pattern.matcher(names.matcher(text).replaceAll(" "));
            if (found.find()) {
                wrong.add("'" + found.group() + "' in: " + text.strip());
            }
        }
    }
}
