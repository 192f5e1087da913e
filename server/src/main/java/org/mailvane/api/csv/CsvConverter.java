package org.mailvane.api.csv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.AnswerFormat;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;

/** Writes what {@link CsvAdvice} has made a {@link CsvDocument}. */
public final class CsvConverter extends AbstractHttpMessageConverter<Object> {

    public static final MediaType TYPE = new MediaType("text", "csv", StandardCharsets.UTF_8);

    public CsvConverter() {
        super(TYPE);
    }

    @Override
    protected boolean supports(Class<?> type) {
        return AnswerFormat.isOffered();
    }

    @Override
    public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
        return false;
    }

    @Override
    protected Object readInternal(Class<?> type, HttpInputMessage input) {
        throw new HttpMessageNotReadableException("CSV input is not supported", input);
    }

    @Override
    protected void writeInternal(Object body, HttpOutputMessage output) throws IOException {
        output.getHeaders().setContentType(TYPE);
        ((CsvDocument) body).writeTo(output.getBody());
    }
}
