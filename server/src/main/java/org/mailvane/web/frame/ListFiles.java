package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.csv.CsvLists;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Answers the {@link ListFile} that a page's method returns: the page's list, all of it. */
public final class ListFiles implements HandlerMethodReturnValueHandler {

    static final String PARAMETER = "format";
    static final String CSV = "csv";

    /** What addresses of lists have in their query to be answered as files. */
    public static final String ASKED = PARAMETER + "=" + CSV;

    private final CsvLists lists;

    ListFiles(CsvLists lists) {
        this.lists = lists;
    }

    @Override
    public boolean supportsReturnType(MethodParameter method) {
        return method.getParameterType() == ListFile.class;
    }

    @Override
    public void handleReturnValue(
            @Nullable Object file,
            MethodParameter method,
            ModelAndViewContainer container,
            NativeWebRequest request)
            throws IOException {
        container.setRequestHandled(true);
        if (file instanceof ListFile<?> list) {
            lists.write(
                    list,
                    Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)),
                    Objects.requireNonNull(request.getNativeResponse(HttpServletResponse.class)));
        }
    }
}
