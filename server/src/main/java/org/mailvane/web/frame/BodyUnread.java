package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that is refused: nothing of its body is read, not even to show the refusal. */
final class BodyUnread extends HttpServletRequestWrapper {

    BodyUnread(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getParameter(String name) {
        return null;
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return null;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Map.of();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.emptyEnumeration();
    }
}
