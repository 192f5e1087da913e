package org.mailvane.sources.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/** What the catalogue's reader takes, and what it says of all else. */
class CatalogueReaderTest {

    private static final String HEAD =
            "numbers: {first: 100, last: 199}\nretired: [150]\nsenders:\n";

    private static final String ENTRY =
            """
              - number: 100
                slug: example-mail
                name: Example Mail
                category: capable
                capable_spf: true
                capable_dkim: true
                hosts: [mail.example.com]
                include: [_spf.example.com]
                documentation: https://help.example.com/dkim
                from: knowledge
            """;

    /** Whatever shows one of its domains shows the sender, and so does what is below it. */
    private static final List<String> DOMAINS =
            List.of(
                    "mail.example.com",
                    "*.mail.example.com",
                    "sign.example.com",
                    "*.sign.example.com",
                    "_x.example.org",
                    "*._x.example.org",
                    "bounce.example.com",
                    "*.bounce.example.com");

    private static List<CatalogueSender> read(String text) {
        CatalogueReader reader = new CatalogueReader();
        reader.read("test.yaml", text);
        return reader.senders();
    }

    @Test
    void everyMemberIsRead() {
        CatalogueSender sender =
                read(HEAD
                                + """
                                  - number: 199
                                    slug: full
                                    name: "263 Full"
                                    category: forwarder
                                    relays: true
                                    mailboxes: true
                                    capable_spf: false
                                    capable_dkim: true
                                    hosts: [mail.example.com]
                                    mixed_hosts: [example.com]
                                    dkim: [sign.example.com, _x.example.org]
                                    include: [_spf.example.com]
                                    return_paths: [bounce.example.com]
                                    networks: [192.0.2.0/24, "2001:db8::/32"]
                                    notes: [spf, dmarc]
                                    from: {hosts: records, rest: knowledge}
                                """)
                        .getFirst();

        assertThat(sender)
                .isEqualTo(
                        new CatalogueSender(
                                199,
                                "full",
                                "263 Full",
                                Category.FORWARDER,
                                true,
                                true,
                                false,
                                true,
                                List.of("mail.example.com"),
                                List.of("example.com"),
                                DOMAINS,
                                DOMAINS,
                                List.of(
                                        IpNetwork.parse("192.0.2.0/24").orElseThrow(),
                                        IpNetwork.parse("2001:db8::/32").orElseThrow()),
                                "",
                                new CatalogueSender.Notes(
                                        Passage.of(Message.of("catalogue.full.spf")),
                                        new SenderNotes(
                                                        "263 Full",
                                                        Category.FORWARDER,
                                                        true,
                                                        true,
                                                        false,
                                                        true,
                                                        List.of("_spf.example.com"))
                                                .dkim(),
                                        Passage.of(Message.of("catalogue.full.dmarc")))));
    }

    @Test
    void whatIsNotToldInNotesIsMadeFromTheFacts() {
        CatalogueSender.Notes.Texts notes = read(HEAD + ENTRY).getFirst().notes().texts();

        assertThat(notes.spf()).contains("include:_spf.example.com");
        assertThat(notes.dkim()).contains("Example Mail").contains("signing with your own domain");
        assertThat(notes.dmarc()).contains("with SPF and with DKIM");
    }

    @Test
    void notesOfANonCompliantSenderSayWhatThatMeans() {
        CatalogueSender.Notes.Texts notes =
                new Facts(Category.NON_COMPLIANT, false, false, false).made();

        assertThat(notes.spf()).contains("can't pass SPF");
        assertThat(notes.dkim()).contains("doesn't sign");
        assertThat(notes.dmarc()).contains("can't pass DMARC");
    }

    @Test
    void notesOfAForwarderSayThatThereIsNothingToSetUp() {
        CatalogueSender.Notes.Texts notes =
                new Facts(Category.FORWARDER, false, false, false).made();

        assertThat(notes.spf()).contains("nothing to set up");
        assertThat(notes.dkim()).contains("nothing to set up");
        assertThat(notes.dmarc()).contains("passes DMARC only if your DKIM signature");
    }

    @Test
    void notesOfAForwarderThatAlsoSendsSayWhatThatNeeds() {
        CatalogueSender.Notes.Texts notes = new Facts(Category.FORWARDER, false, true, true).made();

        assertThat(notes.spf())
                .contains("nothing to set up")
                .contains("If you also send mail through it");
        assertThat(notes.dkim()).contains("nothing to set up").contains("turn on signing");
    }

    @Test
    void notesOfAProviderOfMailboxesSayWhatCannotPass() {
        CatalogueSender.Notes.Texts notes =
                new Facts(Category.FORWARDER, true, false, false).made();

        assertThat(notes.dmarc())
                .contains("only if your DKIM signature is still valid")
                .contains("from a mailbox at Example can't pass");
    }

    @Test
    void notesNameAllIncludes() {
        assertThat(spfNote(Language.ENGLISH, "a.example"))
                .contains("Add include:a.example to the SPF record");
        assertThat(spfNote(Language.ENGLISH, "a.example", "b.example", "c.example"))
                .contains("Add include:a.example or include:b.example or include:c.example to");
        assertThat(spfNote(Language.GERMAN, "a.example", "b.example"))
                .contains("Nehmen Sie include:a.example oder include:b.example in den SPF-Eintrag");
    }

    private static String spfNote(Language language, String... includes) {
        return MessageFormatter.of(language)
                .format(
                        new SenderNotes(
                                        "Example",
                                        Category.CAPABLE,
                                        false,
                                        false,
                                        true,
                                        true,
                                        List.of(includes))
                                .spf());
    }

    @Test
    void notesOfARelaySayThatItForwardsToo() {
        SenderNotes relay =
                new SenderNotes("Example", Category.CAPABLE, true, false, true, false, List.of());
        assertThat(MessageFormatter.forPrograms().format(relay.dmarc()))
                .isEqualTo(
                        "Mail from Example can pass DMARC only with SPF, which breaks when mail is forwarded. Its servers also forward mail from others.");
    }

    private record Facts(Category category, boolean mailboxes, boolean spf, boolean dkim) {
        CatalogueSender.Notes.Texts made() {
            SenderNotes notes =
                    new SenderNotes("Example", category, false, mailboxes, spf, dkim, List.of());
            return new CatalogueSender.Notes(notes.spf(), notes.dkim(), notes.dmarc()).texts();
        }
    }

    /** Lists in lists; the library counts those that are in another. */
    private static Arguments nested(int depth, String told) {
        return Arguments.of("[".repeat(depth) + "]".repeat(depth), List.of(told));
    }

    private static String link(int length) {
        String begin = "https://help.example.com/";
        return begin + "x".repeat(length - begin.length());
    }

    static Stream<Arguments> mistakes() {
        String tooLong = "x".repeat(CatalogueReader.MAX_NAME_LENGTH + 1);
        return Stream.of(
                changed("number: 100", "number: 200", "number: 200 found", "100 to 199"),
                changed("number: 100", "number: 150", "number: 150", "a retired number"),
                changed("number: 100", "number: ten", "number: \"ten\" found", "a number"),
                changed("- number: 100", "- nummer: 100", "number: nothing found"),
                changed("slug: example-mail", "slug: Example", "slug: \"Example\"", "lower case"),
                changed("slug: example-mail", "slug: a--b", "slug: \"a--b\"", "hyphens"),
                changed("name: Example Mail", "name: " + tooLong, "name:", "up to 80 characters"),
                changed("name: Example Mail", "name: 263", "name: 263 found", "a text"),
                changed("category: capable", "category: good", "\"good\"", "capable, forwarder"),
                changed("category: capable", "category: non-compliant", "neither capable_spf"),
                changed("capable_spf: true", "capable_spf: often", "\"often\"", "true or false"),
                changed("    capable_dkim: true\n", "", "capable_dkim: nothing found"),
                changed("[mail.example.com]", "[Mail.example.com]", "hosts: \"Mail.example.com\""),
                changed("[mail.example.com]", "[com]", "hosts: \"com\"", "host names"),
                changed("[mail.example.com]", "[192.0.2.1]", "hosts: \"192.0.2.1\""),
                changed("[mail.example.com]", "[\"*.example.com\"]", "hosts: \"*.example.com\""),
                changed("[mail.example.com]", "[a.example, a.example]", "every value once"),
                changed("[mail.example.com]", "mail.example.com", "hosts:", "a list"),
                changed("    hosts: [mail.example.com]\n", "", "hosts: []", "at least one of"),
                changed("[_spf.example.com]", "[\"*.example.com\"]", "include: \"*.example.com\""),
                changed("include:", "dkim: [a b]\n    include:", "dkim: \"a b\"", "names in lower"),
                changed(
                        "include:",
                        "dkim: [\"*.a.example\"]\n    include:",
                        "dkim: \"*.a.example\""),
                changed("include:", "networks: [192.0.2.1/24]\n    include:", "\"192.0.2.1/24\""),
                changed("include:", "networks: [192.0.2.1]\n    include:", "networks, as"),
                changed("include:", "includes: []\n    include:", "includes: unknown member"),
                changed("https://help", "http://help", "documentation: \"http://", "https://"),
                changed("    documentation: https://help.example.com/dkim\n", "", "documentation"),
                changed("from: knowledge", "from: hearsay", "from: \"hearsay\"", "knowledge, map"),
                changed("from: knowledge", "from: {hosts: map}", "from, rest: nothing"),
                changed("from: knowledge", "from: {rest: map, dkim: map}", "that this sender has"),
                changed("    from: knowledge\n", "", "from: nothing found"),
                changed("from:", "notes: [spd]\n    from:", "notes: \"spd\"", "spf, dkim, dmarc"),
                changed("from:", "notes: [spf, spf]\n    from:", "every value once"),
                changed("from:", "notes: {spf: a}\n    from:", "notes:", "a list"),
                changed("from:", "name: Other\n    from:", "not the YAML", "duplicate key"),
                changed("from:", "hosts: *all\n    from:", "not the YAML"),
                Arguments.of(HEAD + ENTRY + ENTRY, List.of("number: 100", "example-mail")),
                Arguments.of(
                        HEAD + ENTRY + ENTRY.replace("100", "101"),
                        List.of("slug: \"example-mail\"")),
                Arguments.of(
                        HEAD
                                + ENTRY
                                + ENTRY.replace("100", "101")
                                        .replace("slug: example-mail", "slug: other")
                                        .replace("Example Mail", "EXAMPLE mail"),
                        List.of("name: \"example mail\"", "example-mail in test.yaml")),
                Arguments.of(
                        HEAD.replace("100", "99") + ENTRY, List.of("99 to 199", "from 100 to")),
                Arguments.of(HEAD.replace("retired", "tired") + ENTRY, List.of("retired: nothing")),
                Arguments.of("[]", List.of("[] found")),
                Arguments.of("", List.of("nothing found")),
                Arguments.of("a: &a [1]\nb: [*a, *a, *a]", List.of("not the YAML")),
                Arguments.of("a: !!java.net.URL [\"x\"]", List.of("not the YAML")),
                nested(CatalogueReader.MAX_DEPTH + 1, "found"),
                nested(CatalogueReader.MAX_DEPTH + 2, "not the YAML"),
                changed(
                        "slug: example-mail",
                        "slug: " + "x".repeat(CatalogueMembers.MAX_SLUG_LENGTH + 1),
                        "slug:",
                        "up to " + CatalogueMembers.MAX_SLUG_LENGTH + " characters"),
                changed(
                        "https://help.example.com/dkim",
                        link(CatalogueMembers.MAX_LINK_LENGTH + 1),
                        "documentation:",
                        "up to " + CatalogueMembers.MAX_LINK_LENGTH + " characters"),
                Arguments.of(
                        "#" + "x".repeat(CatalogueReader.MAX_FILE_LENGTH) + "\n" + HEAD + ENTRY,
                        List.of("not the YAML")));
    }

    private static Arguments changed(String what, String into, String... told) {
        String entry = ENTRY.replace(what, into);
        assertThat(entry).isNotEqualTo(ENTRY);
        return Arguments.of(HEAD + entry, List.of(told));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsRefusedWithItsPlace(String text, List<String> told) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalStateException.class)
                .message()
                .startsWith("catalogue/test.yaml")
                .contains(told);
    }

    @Test
    void anErrorLeadsToTheEntry() {
        assertThatThrownBy(() -> read(HEAD + ENTRY.replace("mail.example.com", "-")))
                .hasMessage(
                        "catalogue/test.yaml, senders, entry 1 (example-mail), hosts: \"-\" found;"
                                + " expected host names in lower case, as example.com");
    }

    @Test
    void theFingerprintChangesWithWhatClassifiesOnly() {
        List<CatalogueSender> senders = read(HEAD + ENTRY);
        String fingerprint = Catalogue.fingerprint(senders);

        assertThat(
                        List.of(
                                ENTRY.replace("Example Mail", "Sample Mail"),
                                ENTRY.replace("/dkim", "/spf"),
                                ENTRY.replace("knowledge", "map")))
                .allSatisfy(text ->
                        assertThat(Catalogue.fingerprint(read(HEAD + text)))
                                .isEqualTo(fingerprint));
        assertThat(
                        List.of(
                                ENTRY.replace("100", "101"),
                                ENTRY.replace("category: capable", "category: forwarder"),
                                ENTRY.replace("hosts", "mixed_hosts"),
                                ENTRY.replace("mail.example", "mail2.example"),
                                ENTRY.replace("include", "dkim"),
                                ENTRY.replace("include", "return_paths"),
                                ENTRY.replace("include:", "mailboxes: true\n    include:"),
                                ENTRY.replace("include:", "networks: [192.0.2.0/24]\n    include:"),
                                ENTRY.replace("include:", "relays: true\n    include:")))
                .allSatisfy(text ->
                        assertThat(Catalogue.fingerprint(read(HEAD + text)))
                                .isNotEqualTo(fingerprint));
    }
}
