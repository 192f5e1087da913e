package org.mailvane.api.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** A CSV document (RFC 4180, UTF-8) in parts, of which one at a time is in memory. */
final class CsvDocument {

    /** Expected characters of a row; more do no harm. */
    private static final int CHARACTERS_OF_ROW = 256;

    /**
     * The header row and the first rows: made before anything is written, so that what goes wrong
     * until then can still be answered.
     */
    private final byte[] first;

    /** Further rows, each part made when it is asked for. */
    private final Iterator<byte[]> rest;

    private CsvDocument(byte[] first, Iterator<byte[]> rest) {
        this.first = first;
        this.rest = rest;
    }

    /**
     * A document of items.
     *
     * @param type the items' type
     * @param items the first of them
     * @param parts how many parts there are
     * @param further makes the items of a part, from 2
     */
    static CsvDocument of(
            JsonMapper json,
            JavaType type,
            List<?> items,
            int parts,
            IntFunction<? extends List<?>> further) {
        CsvColumns columns = CsvColumns.of(json, type, items);
        return new CsvDocument(
                bytes(columns, items, true),
                IntStream.rangeClosed(2, parts)
                        .mapToObj(part -> bytes(columns, further.apply(part), false))
                        .iterator());
    }

    /** Writes it; what goes wrong after its begin leaves it incomplete. */
    void writeTo(OutputStream out) throws IOException {
        out.write(first);
        out.flush();
        while (rest.hasNext()) {
            out.write(rest.next());
        }
    }

    private static byte[] bytes(CsvColumns columns, List<?> items, boolean withHeader) {
        StringWriter text = new StringWriter(items.size() * CHARACTERS_OF_ROW);
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            if (withHeader) {
                csv.writeRecord(columns.header());
            }
            items.forEach(item -> csv.writeRecord(columns.row(item)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
