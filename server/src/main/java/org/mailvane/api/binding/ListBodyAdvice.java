package org.mailvane.api.binding;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiGate;
import org.mailvane.api.Links;
import org.mailvane.api.binding.ListBody.PageLinks;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.csv.CsvConverter;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Turns a {@link Listing} into the envelope that clients see. */
@RestControllerAdvice
class ListBodyAdvice implements ResponseBodyAdvice<Object> {

    private final ApiCatalogue catalogue;
    private final Links links;

    ListBodyAdvice(ApiCatalogue catalogue, Links links) {
        this.catalogue = catalogue;
        this.links = links;
    }

    @Override
    public boolean supports(
            MethodParameter method, Class<? extends HttpMessageConverter<?>> converter) {
        return converter != CsvConverter.class
                && Listing.class.isAssignableFrom(method.getParameterType());
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter method,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (!(body instanceof Listing<?> listing)) {
            return body;
        }
        long count = listing.count().getAsLong();
        Window window = listing.request().window(count);
        List<?> results = listing.fetch().apply(window);
        PageLinks pages = PageLinks.of(listing.request(), window, links);
        pages.addTo(response.getHeaders());
        if (method.hasMethodAnnotation(PlainPages.class)) {
            return List.of(
                    new PlainPage<>(
                            count, window.pages(), window.number(), window.limit(), results));
        }
        List<String> permissions =
                ApiGate.caller()
                        .map(c -> catalogue.permissionsOfList(pattern(request), c))
                        .orElse(List.of());
        return new ListBody<>(
                pages,
                permissions,
                permissions,
                count,
                window.pages(),
                window.number(),
                window.limit(),
                results);
    }

    /** The path as the operation declares it, without the values of this request. */
    private static String pattern(ServerHttpRequest request) {
        return String.valueOf(
                request.getAttributes().get(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
    }
}
