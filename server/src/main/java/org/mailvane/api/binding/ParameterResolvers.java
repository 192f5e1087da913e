package org.mailvane.api.binding;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiGate;
import org.mailvane.api.ApiToken;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.limits.BodyMemory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives controller methods what they ask for of a request: the caller, the page, the body. */
public final class ParameterResolvers {

    private ParameterResolvers() {}

    /** The caller; the gate has let through only who is signed in. */
    public static final class CallerResolver implements HandlerMethodArgumentResolver {

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

    /**
     * The caller of an operation that is for everybody, where there is one. Whose account has run
     * out may call it too, but is nobody to it: the account's data are not shown.
     */
    public static final class OptionalCallerResolver implements HandlerMethodArgumentResolver {

        public static boolean isOptionalCaller(MethodParameter parameter) {
            return parameter.getParameterType() == Optional.class
                    && ResolvableType.forMethodParameter(parameter).getGeneric(0).resolve()
                            == Caller.class;
        }

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return isOptionalCaller(parameter);
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binders) {
            return ApiGate.caller().filter(caller -> !ApiToken.expired(servletRequest(request)));
        }
    }

    /** {@code limit} and {@code page}. */
    public static final class PageResolver implements HandlerMethodArgumentResolver {

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
            HttpServletRequest request = servletRequest(web);
            String limit = last(request, "limit");
            String page = last(request, "page");
            PlainPages own = parameter.getMethodAnnotation(PlainPages.class);
            int standard = own == null ? PageRequest.DEFAULT_LIMIT : own.limit();
            int most = own == null ? PageRequest.MAX_LIMIT : own.maxLimit();
            return new PageRequest(
                    limit == null ? standard : (int) Math.min(most, positive("limit", limit)),
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
                                + Characters.shortened(value)
                                + "\" is not valid: it must be a whole number from 1"
                                + allowed
                                + ".");
            }
            return Long.parseLong(value);
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

    /** The JSON body, to be read as a record. */
    public static final class SentResolver implements HandlerMethodArgumentResolver {

        private final BodyMemory memory;

        public SentResolver(BodyMemory memory) {
            this.memory = memory;
        }

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Sent.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest web,
                @Nullable WebDataBinderFactory binders) {
            HttpServletRequest request = servletRequest(web);
            HttpServletResponse response =
                    Objects.requireNonNull(web.getNativeResponse(HttpServletResponse.class));
            Sent<?> sent = () -> read(request, response, shape(parameter));
            return sent;
        }

        private Record read(HttpServletRequest request, HttpServletResponse response, Shape shape) {
            boolean partial = request.getMethod().equals(HttpMethod.PATCH.name());
            try {
                BodyReader.Read read =
                        BodyReader.read(
                                request, shape, partial, memory, ApiGate.caller().isPresent());
                if (read.ignored() != null) {
                    response.setHeader(BodyReader.IGNORED_HEADER, read.ignored());
                }
                return read.record();
            } catch (IOException cutOff) {
                throw new UncheckedIOException(cutOff);
            }
        }

        /** What the body must be. */
        public static Shape shape(MethodParameter parameter) {
            return Shape.ofBody(
                    Objects.requireNonNull(
                            ResolvableType.forMethodParameter(parameter).getGeneric(0).resolve()));
        }
    }

    /** The query's parameters, as a record. */
    public static final class FiltersResolver implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.hasParameterAnnotation(Filters.class);
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest web,
                @Nullable WebDataBinderFactory binders) {
            HttpServletRequest request = servletRequest(web);
            return Shape.ofQuery(parameter.getParameterType()).read(name -> last(request, name));
        }
    }

    /** {@code ordering}. */
    public static final class OrderingResolver implements HandlerMethodArgumentResolver {

        public static final String PARAMETER = "ordering";

        private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Ordering.class;
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // The parameter's type says which enum it is.
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest web,
                @Nullable WebDataBinderFactory binders) {
            String text = last(servletRequest(web), PARAMETER);
            if (text == null || text.isEmpty()) {
                return Ordering.none();
            }
            Map<String, Enum<?>> fields = new LinkedHashMap<>();
            fields(parameter).forEach(field -> fields.put(Ordering.nameOf(field), field));
            String[] parts = COMMA.split(text, -1);
            int most = Ordering.mostNames(fields.size());
            if (parts.length > most) {
                throw ApiProblem.invalid(
                        PARAMETER,
                        "There are %d names; at most %d are allowed."
                                .formatted(parts.length, most));
            }
            List<Ordering.Key> keys = new ArrayList<>();
            for (String part : parts) {
                boolean descending = part.startsWith("-");
                Enum field = fields.get(descending ? part.substring(1) : part);
                if (field == null) {
                    throw ApiProblem.invalid(
                            PARAMETER,
                            "\"%s\" is not valid: it must be one or more of %s, separated by commas, each also with a leading minus."
                                    .formatted(
                                            Characters.shortened(part),
                                            String.join(", ", fields.keySet())));
                }
                keys.add(new Ordering.Key(field, descending));
            }
            return new Ordering(keys);
        }

        /** The names that a parameter of this type allows. */
        public static List<String> names(MethodParameter parameter) {
            return fields(parameter).stream().map(Ordering::nameOf).toList();
        }

        private static List<Enum<?>> fields(MethodParameter parameter) {
            Class<?> type =
                    Objects.requireNonNull(
                            ResolvableType.forMethodParameter(parameter).getGeneric(0).resolve());
            return Arrays.stream(type.getEnumConstants())
                    .<Enum<?>>map(constant -> (Enum<?>) constant)
                    .toList();
        }
    }

    /** A repeated parameter counts with its last value. */
    static @Nullable String last(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? null : values[values.length - 1].strip();
    }

    private static HttpServletRequest servletRequest(NativeWebRequest web) {
        return Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
    }
}
