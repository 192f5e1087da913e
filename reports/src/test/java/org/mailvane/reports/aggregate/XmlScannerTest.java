package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.Remarks;

/** What is well-formed is read as the parser of the JDK reads it. */
class XmlScannerTest {

    private static final int MUTANTS = Integer.getInteger("mailvane.mutants", 15_000) / 3;

    /** Elements and texts as a line of text. */
    private static final class Events implements XmlScanner.Handler {

        private final StringBuilder line = new StringBuilder();

        @Override
        public void start(Element element) {
            line.append('<').append(element).append('>');
        }

        @Override
        public void text(char[] chars, int from, int to) {
            line.append(chars, from, to - from);
        }

        /** Only a report that is read may begin another. */
        @Override
        public boolean skips() {
            return true;
        }

        @Override
        public void end(boolean withTag) {
            line.append("</>");
        }
    }

    @Test
    void wellFormedDocumentsAreReadAsTheJdkReadsThem() throws IOException, NeedsPolicyException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(9990);
        int wellFormed = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] xml = Mutants.next(random);
            Optional<String> expected = byJdk(xml);
            if (expected.isEmpty()) {
                continue;
            }
            String text = new String(xml, StandardCharsets.ISO_8859_1);
            Events events = new Events();
            try {
                new XmlScanner(events, new Remarks()).scan(new ByteArrayInputStream(xml), false);
            } catch (UnreadableException otherRoot) {
                assertThat(text).doesNotContain("<feedback>");
                continue;
            } catch (NotWellFormedException e) {
                throw new AssertionError(e.getMessage() + " in " + text, e);
            }
            assertThat(events.line.toString()).as(text).isEqualTo(expected.get());
            wellFormed++;
        }
        assertThat(wellFormed).isGreaterThan(MUTANTS / 5);
    }

    private static Optional<String> byJdk(byte[] xml) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setXMLReporter((message, type, related, location) -> {});
        Events events = new Events();
        try {
            // From characters, since a parser believes a declaration that the bytes contradict.
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(xml)).toString();
            XMLStreamReader reader =
                    factory.createXMLStreamReader(
                            new StringReader(text.startsWith("\uFEFF") ? text.substring(1) : text));
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT ->
                            events.start(Element.of(reader.getLocalName()));
                    case XMLStreamConstants.END_ELEMENT -> events.end(true);
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                            events.text(
                                    reader.getTextCharacters(),
                                    reader.getTextStart(),
                                    reader.getTextStart() + reader.getTextLength());
                    case XMLStreamConstants.DTD -> {
                        return Optional.empty();
                    }
                    default -> {}
                }
            }
            return Optional.of(events.line.toString());
        } catch (XMLStreamException | CharacterCodingException notWellFormed) {
            return Optional.empty();
        }
    }
}
