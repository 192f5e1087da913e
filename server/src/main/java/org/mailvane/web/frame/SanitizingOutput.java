package org.mailvane.web.frame;

import gg.jte.TemplateOutput;
import gg.jte.output.Utf8ByteOutput;
import org.mailvane.api.binding.Characters;

/** What a page is written to: whatever it shows, nothing in it steers the browser's lines. */
final class SanitizingOutput implements TemplateOutput {

    private final Utf8ByteOutput bytes;

    SanitizingOutput(Utf8ByteOutput bytes) {
        this.bytes = bytes;
    }

    @Override
    public void writeContent(String value) {
        bytes.writeContent(Characters.steady(value));
    }

    @Override
    public void writeContent(String value, int beginIndex, int endIndex) {
        writeContent(value.substring(beginIndex, endIndex));
    }

    @Override
    public void writeBinaryContent(byte[] value) {
        bytes.writeBinaryContent(value);
    }
}
