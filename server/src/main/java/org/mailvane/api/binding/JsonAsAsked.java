package org.mailvane.api.binding;

import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.ContentNegotiationStrategy;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;

/**
 * The header {@code Accept}, in which every kind of JSON means plain JSON: a client that requests
 * {@code application/problem+json} selects a format of errors, and other answers never have it.
 */
public final class JsonAsAsked implements ContentNegotiationStrategy {

    private static final String ANY_JSON = "+json";

    private final ContentNegotiationStrategy header = new HeaderContentNegotiationStrategy();

    @Override
    public List<MediaType> resolveMediaTypes(NativeWebRequest request)
            throws HttpMediaTypeNotAcceptableException {
        return header.resolveMediaTypes(request).stream().map(JsonAsAsked::plain).toList();
    }

    private static MediaType plain(MediaType type) {
        boolean json =
                type.getType().equals(MediaType.APPLICATION_JSON.getType())
                        && type.getSubtype().endsWith(ANY_JSON);
        return json ? MediaType.APPLICATION_JSON.copyQualityValue(type) : type;
    }
}
