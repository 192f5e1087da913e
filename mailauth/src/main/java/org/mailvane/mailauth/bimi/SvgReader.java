package org.mailvane.mailauth.bimi;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.bimi.BimiInspection.Svg;
import org.mailvane.mailauth.bimi.SvgAttributes.Given;
import org.mailvane.mailauth.bimi.SvgProfile.Attribute;
import org.mailvane.mailauth.bimi.SvgProfile.Element;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Cut;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue.Phrase;
import org.mailvane.mailauth.tag.Tag;

/**
 * Reads a picture and says where it leaves the profile SVG Tiny PS. It never throws, reads nothing
 * but the text that it is given, and stops at the limits.
 *
 * <p>One walk over the elements with the tables of {@link SvgProfile}; longer than other classes
 * because each rule about elements is one method here. Attributes are judged by {@link
 * SvgAttributes}, what is drawn and how large by {@link SvgDrawing}, what refers to what by {@link
 * SvgReferences}.
 */
final class SvgReader {

    /** Characters of a picture that are shown. */
    static final int MAX_SHOWN = 262_144;

    /** Elements within each other; the parser's own limit is higher. */
    static final int MAX_DEPTH = 64;

    /** Elements of a picture. */
    static final int MAX_ELEMENTS = 20_000;

    /** Attributes of one element; the parser's own limit is higher. */
    static final int MAX_ATTRIBUTES = 100;

    /** Characters of a title (draft-svg-tiny-ps-abrotman, section 2.1). */
    static final int MAX_TITLE = 64;

    /** The name of the JDK parser's own limit of attributes, in every language. */
    private static final String PARSER_LIMIT = "JAXP00010002";

    private static final XMLInputFactory PARSERS = parsers();

    private final String shown;
    private final SvgText text;
    private final FindingList findings = new FindingList();
    private final List<Tag> rootAttributes = new ArrayList<>();
    private final SvgReferences references = new SvgReferences();
    private final SvgAttributes attributes;
    private final SvgDrawing drawing = new SvgDrawing();
    private final Deque<Open> open = new ArrayDeque<>();
    private int elements;
    private int titles;
    private boolean hasDescription;

    /** An element that is not closed yet. */
    private static final class Open {
        private final String name;
        private final @Nullable Element rules;
        private final List<String> ids;
        private final StringBuilder content = new StringBuilder();
        private final boolean isIgnored;
        private final boolean isMoved;
        private final boolean hasFill;
        private boolean hasStrayText;

        Open(
                String name,
                @Nullable Element rules,
                List<String> ids,
                boolean isIgnored,
                boolean isMoved,
                boolean hasFill) {
            this.name = name;
            this.rules = rules;
            this.ids = ids;
            this.isIgnored = isIgnored;
            this.isMoved = isMoved;
            this.hasFill = hasFill;
        }
    }

    private SvgReader(String text) {
        this.shown = Cut.begin(text, MAX_SHOWN);
        this.text = new SvgText(text);
        this.attributes = new SvgAttributes(this.text, references);
    }

    /** Reads a picture. */
    static Svg read(SvgFile file) {
        SvgReader reader = new SvgReader(file.text());
        reader.findings.addAll(file.findings());
        if (file.isReadable()) {
            reader.readAll(file.text());
        }
        return reader.result();
    }

    private static XMLInputFactory parsers() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing is loaded");
        });
        return factory;
    }

    private Svg result() {
        boolean valid = !findings.hasErrors() && rootAttributes.stream().allMatch(Tag::valid);
        return new Svg(shown, valid, findings.toList(), rootAttributes);
    }

    private void readAll(String content) {
        boolean isWhole = false;
        try {
            XMLStreamReader xml = parser(content);
            if (!isUtf8(xml.getCharacterEncodingScheme())) {
                findings.add(BimiFindings.SVG_ENCODING);
            }
            while (xml.hasNext()) {
                if (!readOne(xml, xml.next())) {
                    return;
                }
            }
            isWhole = true;
        } catch (XMLStreamException malformed) {
            tellMalformed(malformed);
        } catch (RuntimeException defect) {
            // Parsers should throw nothing else, but this one reads what anybody may send.
            findings.add(BimiFindings.SVG_MALFORMED.with(placeWithin(text.length())));
        }
        if (isWhole) {
            judgeWhole();
        }
    }

    private static XMLStreamReader parser(String content) throws XMLStreamException {
        // A factory is made for one thread at a time.
        synchronized (PARSERS) {
            return PARSERS.createXMLStreamReader(new StringReader(content));
        }
    }

    private static boolean isUtf8(@Nullable String declared) {
        return declared == null
                || declared.equalsIgnoreCase("UTF-8")
                || declared.equalsIgnoreCase("US-ASCII");
    }

    /** Reads one event. Returns whether to go on. */
    private boolean readOne(XMLStreamReader xml, int event) {
        int end = text.within(xml.getLocation().getCharacterOffset());
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                return start(xml, text.tagBegin(end), end);
            }
            case XMLStreamConstants.END_ELEMENT -> end(end);
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> characters(xml, end);
            case XMLStreamConstants.DTD ->
                    findings.add(BimiFindings.SVG_DOCTYPE.with(place(end)).at(end));
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                int begin = text.tagBegin(end);
                findings.add(
                        BimiFindings.SVG_INSTRUCTION
                                .with(xml.getPITarget(), place(begin))
                                .at(begin));
            }
            case XMLStreamConstants.ENTITY_REFERENCE ->
                    findings.add(
                            BimiFindings.SVG_ENTITY.with(xml.getLocalName(), place(end)).at(end));
            default -> {
                // Comments and blanks outside of the picture.
            }
        }
        return true;
    }

    private boolean start(XMLStreamReader xml, int begin, int end) {
        elements++;
        if (elements > MAX_ELEMENTS) {
            findings.add(BimiFindings.SVG_LIMIT, MAX_ELEMENTS, FindingPhrase.SVG_ELEMENTS);
            return false;
        }
        if (open.size() == MAX_DEPTH) {
            findings.add(BimiFindings.SVG_LIMIT, MAX_DEPTH, FindingPhrase.SVG_DEPTH);
            return false;
        }
        if (xml.getAttributeCount() > MAX_ATTRIBUTES) {
            findings.add(BimiFindings.SVG_LIMIT, MAX_ATTRIBUTES, FindingPhrase.SVG_ATTRIBUTES);
            return false;
        }
        boolean isOfSvg = SvgProfile.NAMESPACE.equals(xml.getNamespaceURI());
        String name = isOfSvg ? xml.getLocalName() : qualified(xml.getPrefix(), xml.getLocalName());
        @Nullable Open parent = open.peek();
        if (parent == null && !(isOfSvg && name.equals("svg"))) {
            findings.add(BimiFindings.SVG_ROOT.with(name).at(begin));
            return false;
        }
        @Nullable Element rules = isOfSvg ? SvgProfile.element(name).orElse(null) : null;
        boolean isIgnored = parent != null && (parent.isIgnored || rules == null);
        if (rules == null && parent != null && !parent.isIgnored) {
            findings.add(unknown(name, isOfSvg, place(begin)).at(begin).about(name));
        } else if (rules != null && parent != null && parent.rules != null) {
            judgePlace(rules, parent.rules, begin);
        }
        boolean isMoved = (parent != null && parent.isMoved) || value(xml, "transform") != null;
        boolean inheritsFill = parent != null && parent.hasFill;
        open.push(
                new Open(
                        name,
                        rules,
                        ids(xml, parent, begin),
                        isIgnored,
                        isMoved,
                        inheritsFill || value(xml, "fill") != null));
        readAttributes(xml, rules, name, begin, end);
        if (rules != null && rules.isDrawn() && !isInDefinitions()) {
            drawing.shape(name, local -> value(xml, local), isMoved, inheritsFill);
        }
        if (rules != null && (rules.isDrawn() || name.equals("g"))) {
            references.draw(open.element().ids);
        }
        return true;
    }

    private static Finding unknown(String name, boolean isOfSvg, Phrase place) {
        if (!isOfSvg) {
            return BimiFindings.SVG_FOREIGN_ELEMENT.with(name, place);
        }
        return SvgProfile.excluded(name)
                .map(reason ->
                        switch (reason) {
                            case SCRIPT -> BimiFindings.SVG_SCRIPT.with(name, place);
                            case ANIMATION -> BimiFindings.SVG_ANIMATION.with(name, place);
                            case MEDIA -> BimiFindings.SVG_MEDIA.with(name, place);
                            case LINK -> BimiFindings.SVG_LINK.with(place);
                            case STYLE -> BimiFindings.SVG_STYLE.with(place);
                        })
                .orElseGet(() -> BimiFindings.SVG_ELEMENT.with(name, place));
    }

    private void judgePlace(Element rules, Element parent, int begin) {
        if (!parent.children().contains(rules.name())) {
            findings.add(
                    BimiFindings.SVG_PLACE
                            .with(rules.name(), parent.name(), place(begin))
                            .at(begin)
                            .about(rules.name()));
        }
        if (rules.name().startsWith("text")) {
            findings.add(BimiFindings.SVG_TEXT.with(place(begin)).at(begin).about(rules.name()));
        }
        if (rules.name().equals("title") && parent.name().equals("svg")) {
            titles++;
            if (titles == 2) {
                findings.add(
                        BimiFindings.SVG_TITLE_REPEATED
                                .with(place(begin))
                                .at(begin)
                                .about("title"));
            }
        }
    }

    /** The ids of the elements that are open, this one's included. */
    private List<String> ids(XMLStreamReader xml, @Nullable Open parent, int begin) {
        List<String> outer = parent == null ? List.of() : parent.ids;
        @Nullable String id = value(xml, "id");
        if (id == null) {
            id = xml.getAttributeValue("http://www.w3.org/XML/1998/namespace", "id");
        }
        if (id == null) {
            return outer;
        }
        if (!references.define(id)) {
            findings.add(BimiFindings.SVG_ID_REPEATED.with(id, place(begin)).at(begin));
        }
        List<String> all = new ArrayList<>(outer);
        all.add(id);
        return List.copyOf(all);
    }

    private boolean isInDefinitions() {
        return open.stream().anyMatch(element -> element.name.equals("defs"));
    }

    private void end(int end) {
        Open element = open.pop();
        boolean isOfWhole = open.size() == 1;
        String content = element.content.toString().strip();
        if (isOfWhole && element.name.equals("title") && titles == 1) {
            judgeTitle(content, end);
        }
        if (element.name.equals("desc") && element.rules != null) {
            hasDescription |= isOfWhole;
            if (content.isEmpty()) {
                findings.add(BimiFindings.SVG_DESCRIPTION_EMPTY.with().at(end).about("desc"));
            }
        }
    }

    private void judgeTitle(String title, int end) {
        int length = title.codePointCount(0, title.length());
        if (title.isEmpty()) {
            findings.add(BimiFindings.SVG_TITLE_EMPTY.with().at(end).about("title"));
        } else if (length > MAX_TITLE) {
            findings.add(
                    BimiFindings.SVG_TITLE_LONG.with(length, MAX_TITLE).at(end).about("title"));
        } else if (PlaceholderTitle.is(title)) {
            findings.add(BimiFindings.SVG_TITLE_PLACEHOLDER.with(title).at(end).about("title"));
        }
    }

    private void characters(XMLStreamReader xml, int end) {
        @Nullable Open element = open.peek();
        if (element == null || element.isIgnored || element.rules == null) {
            return;
        }
        if (element.rules.holdsText()) {
            element.content.append(xml.getText());
        } else if (!element.hasStrayText && !xml.getText().isBlank()) {
            element.hasStrayText = true;
            findings.add(
                    BimiFindings.SVG_STRAY_TEXT
                            .with(element.name, place(end))
                            .at(end)
                            .about(element.name));
        }
    }

    private void readAttributes(
            XMLStreamReader xml, @Nullable Element rules, String element, int begin, int end) {
        boolean isRoot = open.size() == 1;
        if (isRoot) {
            showNamespaces(xml);
        }
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = qualified(xml.getAttributePrefix(i), xml.getAttributeLocalName(i));
            String value = xml.getAttributeValue(i);
            int position = text.attribute(name, begin, end);
            if (rules != null) {
                drawing.paint(name, value);
            }
            FindingList found =
                    attributes.judge(
                            new Given(
                                    element,
                                    rules,
                                    xml.getAttributeNamespace(i),
                                    name,
                                    value,
                                    position),
                            open.element().ids);
            if (isRoot) {
                Attribute known = SvgProfile.attribute("svg", name);
                rootAttributes.add(
                        new Tag(
                                name,
                                shortened(value),
                                known.meaning(),
                                known.defaultValue(),
                                !found.hasErrors(),
                                !found.hasErrors(),
                                found.toList()));
            } else {
                findings.addAll(found.toList());
            }
        }
        if (isRoot) {
            judgeRoot(xml, begin);
        }
    }

    private void showNamespaces(XMLStreamReader xml) {
        for (int i = 0; i < Math.min(xml.getNamespaceCount(), MAX_ATTRIBUTES); i++) {
            @Nullable String prefix = xml.getNamespacePrefix(i);
            rootAttributes.add(
                    new Tag(
                            prefix == null ? "xmlns" : "xmlns:" + prefix,
                            shortened(String.valueOf(xml.getNamespaceURI(i))),
                            "svg.xmlns",
                            "",
                            true,
                            true,
                            List.of()));
        }
    }

    private void judgeRoot(XMLStreamReader xml, int begin) {
        if (xml.getAttributeValue(null, "version") == null) {
            findings.add(BimiFindings.SVG_VERSION.with().at(begin).about("version"));
        }
        if (xml.getAttributeValue(null, "baseProfile") == null) {
            findings.add(BimiFindings.SVG_PROFILE.with().at(begin).about("baseProfile"));
        }
        drawing.size(local -> value(xml, local)).forEach(findings::add);
    }

    private void judgeWhole() {
        if (titles == 0) {
            findings.add(BimiFindings.SVG_TITLE_MISSING);
        }
        if (!hasDescription) {
            findings.add(BimiFindings.SVG_DESCRIPTION_MISSING);
        }
        references
                .dangling()
                .forEach((id, position) ->
                        findings.add(
                                BimiFindings.SVG_DANGLING.with(id, place(position)).at(position)));
        Optional<String> loop = references.loop();
        loop.ifPresent(id -> findings.add(BimiFindings.SVG_LOOP, id));
        if (loop.isEmpty() && references.isTooMuch()) {
            findings.add(
                    BimiFindings.SVG_LIMIT, SvgReferences.MAX_DRAWN, FindingPhrase.SVG_REPETITIONS);
        }
        drawing.judge().forEach(findings::add);
    }

    private void tellMalformed(XMLStreamException malformed) {
        if (String.valueOf(malformed.getMessage()).contains(PARSER_LIMIT)) {
            findings.add(BimiFindings.SVG_LIMIT, MAX_ATTRIBUTES, FindingPhrase.SVG_ATTRIBUTES);
            return;
        }
        int position =
                malformed.getLocation() == null
                        ? text.length()
                        : text.within(malformed.getLocation().getCharacterOffset());
        findings.add(BimiFindings.SVG_MALFORMED.with(placeWithin(position)).at(position));
    }

    private Phrase place(int position) {
        return text.place(position);
    }

    private Phrase placeWithin(int position) {
        return open.isEmpty() ? place(position) : text.place(position, open.element().name);
    }

    private static @Nullable String value(XMLStreamReader xml, String local) {
        return xml.getAttributeValue(null, local);
    }

    private static String qualified(@Nullable String prefix, String local) {
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    /** Values may be as long as the file; paths of shapes are. */
    private static String shortened(String value) {
        int most = 1_000;
        return value.length() <= most ? value : Cut.begin(value, most) + "...";
    }
}
