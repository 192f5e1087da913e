package org.mailvane.api;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A CSV document (RFC 4180, UTF-8) in parts, of which one at a time is in memory. */
final class CsvDocument {

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
        List<JsonNode> nodes = nodes(json, items);
        CsvColumns columns = CsvColumns.of(json, type, nodes);
        return new CsvDocument(
                bytes(columns, nodes, true),
                IntStream.rangeClosed(2, parts)
                        .mapToObj(part -> bytes(columns, nodes(json, further.apply(part)), false))
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

    private static List<JsonNode> nodes(JsonMapper json, List<?> items) {
        return items.stream().map(item -> json.<JsonNode>valueToTree(item)).toList();
    }

    private static byte[] bytes(CsvColumns columns, List<JsonNode> items, boolean withHeader) {
        StringWriter text = new StringWriter();
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
