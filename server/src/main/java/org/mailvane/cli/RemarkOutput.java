package org.mailvane.cli;

import java.io.PrintWriter;
import java.util.List;
import org.mailvane.intake.ledger.Reasons;
import org.mailvane.reports.Remark;
import tools.jackson.core.JsonGenerator;

/** Prints what is unusual about a report, in English. */
final class RemarkOutput {

    private RemarkOutput() {}

    /** Writes the member {@code remarks}. */
    static void write(JsonGenerator json, List<Remark> remarks) {
        json.writeArrayPropertyStart("remarks");
        for (Remark remark : remarks) {
            json.writeStartObject();
            json.writeStringProperty("code", remark.code());
            json.writeStringProperty("text", Reasons.english(remark.diagnostic()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Prints a line for each. */
    static void print(PrintWriter out, List<Remark> remarks) {
        for (Remark remark : remarks) {
            String text = Reasons.english(remark.diagnostic());
            out.printf("    note: %s (%s)%n", Printable.of(text), remark.code());
        }
    }
}
