package org.mailvane.web.frame;

import java.util.regex.Pattern;

/** Where to go next, as a form says: a path of this server, and never another one's address. */
public final class LocalPath {

    /** Characters at most; longer ones were not made by our pages. */
    static final int MAX_LENGTH = 2_000;

    public static final String HOME = "/";

    /**
     * One slash at the start and not two, nor a backslash, which browsers take for one: what
     * follows would be a host. Nothing that browsers leave out, such as a tab, and nothing that is
     * not ASCII.
     */
    private static final Pattern FORM = Pattern.compile("/(?![/\\\\])[!-\\[\\]-~]*+");

    private LocalPath() {}

    /**
     * This path, or the first page where it is none of ours; without what it tells to be done,
     * which nobody but the answer of a form knows.
     */
    public static String orHome(String path) {
        return path.length() <= MAX_LENGTH && FORM.matcher(path).matches()
                ? FlashMessages.without(path)
                : HOME;
    }

    /** A path that asks for one more thing, in plain letters; where in a page it leads is lost. */
    public static String with(String path, String name, String value) {
        String page = path.split("#", 2)[0];
        return page + (page.contains("?") ? "&" : "?") + name + "=" + value;
    }
}
