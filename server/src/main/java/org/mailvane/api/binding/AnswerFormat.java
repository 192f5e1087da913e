package org.mailvane.api.binding;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.csv.CsvConverter;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.http.MediaType;
import org.springframework.web.accept.ContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * The form of an answer where its operation offers a choice: {@code format=csv} or {@code json},
 * which go before the header {@code Accept}. Of other operations the parameter means nothing.
 */
public final class AnswerFormat implements HandlerInterceptor, ContentNegotiationStrategy {

    public static final String PARAMETER = "format";

    private static final String OFFERED = AnswerFormat.class.getName() + ".offered";
    private static final String CHOSEN = AnswerFormat.class.getName() + ".chosen";

    /** Whether an operation answers CSV too: every list does, and what says so. */
    public static boolean isOffered(HandlerMethod handler) {
        ApiOperation operation = handler.getMethodAnnotation(ApiOperation.class);
        return operation != null
                && (operation.csv() || handler.getMethod().getReturnType() == Listing.class);
    }

    /** Whether the operation of the request that this thread serves answers CSV too. */
    public static boolean isOffered() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request != null
                && request.getAttribute(OFFERED, RequestAttributes.SCOPE_REQUEST) != null;
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method) || !isOffered(method)) {
            return true;
        }
        request.setAttribute(OFFERED, true);
        String format = ParameterResolvers.last(request, PARAMETER);
        if (format != null && !format.isEmpty()) {
            request.setAttribute(CHOSEN, typeOf(format));
        }
        return true;
    }

    @Override
    public List<MediaType> resolveMediaTypes(NativeWebRequest request) {
        return chosen(request) instanceof MediaType type ? List.of(type) : MEDIA_TYPE_ALL_LIST;
    }

    private static @Nullable Object chosen(NativeWebRequest request) {
        return request.getAttribute(CHOSEN, RequestAttributes.SCOPE_REQUEST);
    }

    private static MediaType typeOf(String format) {
        return switch (format) {
            case "csv" -> CsvConverter.TYPE;
            case "json" -> MediaType.APPLICATION_JSON;
            default ->
                    throw ApiProblem.invalid(
                            PARAMETER,
                            "\""
                                    + Characters.shortened(format)
                                    + "\" is not valid: it must be one of csv, json.");
        };
    }
}
