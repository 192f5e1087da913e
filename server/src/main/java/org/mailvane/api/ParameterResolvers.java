package org.mailvane.api;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives controller methods their {@link Caller} and their {@link PageRequest}. */
final class ParameterResolvers {

    private ParameterResolvers() {}

    /** The caller; the gate has let through only who is signed in. */
    static final class CallerResolver implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Caller.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binders) {
            return ApiGate.caller()
                    .orElseThrow(() ->
                            new IllegalStateException(
                                    "a caller in a public operation: " + parameter));
        }
    }

    /** {@code limit} and {@code page}. */
    static final class PageResolver implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == PageRequest.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest web,
                @Nullable WebDataBinderFactory binders) {
            HttpServletRequest request =
                    Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
            String limit = last(request, "limit");
            String page = last(request, "page");
            return new PageRequest(
                    limit == null
                            ? PageRequest.DEFAULT_LIMIT
                            : (int) Math.min(PageRequest.MAX_LIMIT, positive("limit", limit)),
                    page == null
                            ? 1
                            : page.equals("last")
                                    ? PageRequest.LAST
                                    : (int) Math.min(Integer.MAX_VALUE, positive("page", page)),
                    request.getRequestURI().replaceAll("/+$", ""),
                    queryWithoutPage(request));
        }

        private static long positive(String name, String value) {
            if (!value.matches("\\d{1,18}") || Long.parseLong(value) < 1) {
                String allowed = "page".equals(name) ? ", or the word last" : "";
                throw ApiProblem.invalid(
                        name,
                        "\""
                                + shortened(value)
                                + "\" is not valid: it must be a whole number from 1"
                                + allowed
                                + ".");
            }
            return Long.parseLong(value);
        }

        private static String shortened(String value) {
            return value.length() <= 40 ? value : value.substring(0, 40) + "...";
        }

        /** A repeated parameter counts with its last value. */
        private static @Nullable String last(HttpServletRequest request, String name) {
            String[] values = request.getParameterValues(name);
            return values == null ? null : values[values.length - 1].strip();
        }

        private static String queryWithoutPage(HttpServletRequest request) {
            String query = request.getQueryString();
            if (query == null) {
                return "";
            }
            return Arrays.stream(query.split("&"))
                    .filter(part -> !part.isEmpty() && !part.equals("page"))
                    .filter(part -> !part.startsWith("page="))
                    .collect(Collectors.joining("&"));
        }
    }
}
