package org.mailvane.api.csv;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Links;
import org.mailvane.api.binding.ListBody.PageLinks;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PageRequest.Window;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns an answer into a {@link CsvDocument}: of a list the page that was asked for, else all of
 * it, window by window, without a database connection in between.
 */
@RestControllerAdvice
class CsvAdvice implements ResponseBodyAdvice<Object> {

    private final JsonMapper json;
    private final CsvLists lists;
    private final Links links;

    CsvAdvice(JsonMapper json, CsvLists lists, Links links) {
        this.json = json;
        this.lists = lists;
        this.links = links;
    }

    @Override
    public boolean supports(
            MethodParameter method, Class<? extends HttpMessageConverter<?>> converter) {
        return converter == CsvConverter.class;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter method,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        HttpServletRequest servlet = ((ServletServerHttpRequest) request).getServletRequest();
        CsvDocument document =
                body instanceof Listing<?> listing
                        ? ofList(listing, itemType(method), servlet, response)
                        : ofItem(Objects.requireNonNull(body));
        response.getHeaders()
                .setContentDisposition(
                        ContentDisposition.attachment()
                                .filename(CsvLists.fileName(servlet.getRequestURI()))
                                .build());
        // It would hold the whole of it.
        ShallowEtagHeaderFilter.disableContentCaching(servlet);
        return document;
    }

    private CsvDocument ofItem(Object item) {
        return CsvDocument.of(
                json, json.constructType(item.getClass()), List.of(item), 1, none -> List.of());
    }

    private CsvDocument ofList(
            Listing<?> listing,
            ResolvableType type,
            HttpServletRequest request,
            ServerHttpResponse response) {
        boolean aPage =
                request.getParameter("limit") != null || request.getParameter("page") != null;
        PageRequest page = aPage ? listing.request() : CsvLists.all(listing.request());
        Window first = lists.first(page, listing);
        boolean oneIsEnough = aPage || request.getMethod().equals(HttpMethod.HEAD.name());
        CsvDocument document =
                lists.document(
                        json.constructType(type.getType()),
                        listing,
                        first,
                        oneIsEnough ? 1 : first.pages());
        if (aPage) {
            PageLinks.of(page, first, links).addTo(response.getHeaders());
        }
        return document;
    }

    /** What the list is declared to be a list of. */
    private static ResolvableType itemType(MethodParameter method) {
        ResolvableType type = ResolvableType.forMethodParameter(method);
        ResolvableType list =
                HttpEntity.class.isAssignableFrom(type.toClass()) ? type.getGeneric(0) : type;
        return list.getGeneric(0);
    }
}
