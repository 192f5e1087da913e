package org.mailvane.mailauth.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.https.Https;

/** Files that are there or not, as a test says. */
public final class ScriptedHttps implements Https {

    private final Map<String, Fetched> files = new HashMap<>();
    private final List<String> fetched = new ArrayList<>();

    /** Puts a file, or why there is none, at an address. */
    public ScriptedHttps put(String url, Fetched file) {
        files.put(url, file);
        return this;
    }

    /** The addresses that were fetched. */
    public List<String> fetched() {
        return List.copyOf(fetched);
    }

    @Override
    public Fetched get(Request request) {
        fetched.add(request.url());
        Fetched file = files.get(request.url());
        if (file == null) {
            return Reason.NAME_UNKNOWN.with();
        }
        if (file instanceof Response response && response.body().length > request.maxBytes()) {
            return Reason.TOO_LARGE.with(request.maxBytes());
        }
        return file;
    }
}
