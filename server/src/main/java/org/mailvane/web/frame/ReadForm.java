package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.tomcat.util.http.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * A plain form whose body has been read. Tomcat decodes it as it decodes those that it reads
 * itself, when a parameter is asked for first; of the request it has those of the address only.
 */
final class ReadForm extends HttpServletRequestWrapper {

    /** Parameters of a form, as {@code server.tomcat.max-parameter-count} says. */
    static final int MAX_PARAMETERS = 1_000;

    private final byte[] body;
    private @Nullable Map<String, String[]> parameters;

    ReadForm(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> known = parameters;
        if (known == null) {
            known = Collections.unmodifiableMap(decoded());
            parameters = known;
        }
        return known;
    }

    private Map<String, String[]> decoded() {
        Parameters form = new Parameters();
        form.setLimit(MAX_PARAMETERS);
        form.setCharset(StandardCharsets.UTF_8);
        form.processParameters(body, 0, body.length);
        Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
        Collections.list(form.getParameterNames())
                .forEach(name ->
                        all.merge(name, form.getParameterValues(name), ReadForm::followedBy));
        return all;
    }

    private static String[] followedBy(String[] first, String[] second) {
        return Stream.of(first, second).flatMap(Stream::of).toArray(String[]::new);
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }
}
