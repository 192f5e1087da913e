package org.mailvane.sources.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads the catalogue's files. Everything that is not exactly as described there (README.md beside
 * them) is refused by an {@link IllegalStateException} whose text leads to the place.
 */
public final class CatalogueReader {

    /** All files: a folder inside a JAR can't be listed without looking through all of it. */
    public static final List<String> FILES =
            List.of(
                    "mailbox-providers.yaml",
                    "security-gateways.yaml",
                    "forwarders.yaml",
                    "hosters.yaml",
                    "telecoms.yaml",
                    "collaboration.yaml",
                    "education-government.yaml",
                    "bulk.yaml",
                    "transactional.yaml",
                    "crm-marketing.yaml",
                    "help-desks.yaml",
                    "hr.yaml",
                    "invoicing.yaml",
                    "commerce.yaml",
                    "surveys-events.yaml",
                    "other.yaml");

    /** Characters that a file may have. */
    static final int MAX_FILE_LENGTH = 1 << 20;

    /** Characters that a name may have. */
    static final int MAX_NAME_LENGTH = 80;

    static final int MAX_DEPTH = 8;

    private static final Map<String, Category> CATEGORIES =
            Map.of(
                    "capable", Category.CAPABLE,
                    "non-compliant", Category.NON_COMPLIANT,
                    "forwarder", Category.FORWARDER);

    private static final Set<String> ORIGINS =
            Set.of("documentation", "records", "map", "knowledge");

    private static final String SPF = "spf";
    private static final String DKIM = "dkim";
    private static final String DMARC = "dmarc";

    private static final List<String> NOTES = List.of(SPF, DKIM, DMARC);

    private static final String REST = "rest";

    private final Map<Integer, String> numbers = new HashMap<>();
    private final Map<String, String> slugs = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final List<CatalogueSender> senders = new ArrayList<>();

    /** Returns the senders of the files that come with the program, file by file. */
    static List<CatalogueSender> bundled() {
        CatalogueReader reader = new CatalogueReader();
        for (String file : FILES) {
            reader.read(file, text(file));
        }
        return reader.senders();
    }

    private static String text(String file) {
        try (InputStream in = CatalogueReader.class.getResourceAsStream("/catalogue/" + file)) {
            if (in == null) {
                throw new IllegalStateException("catalogue/" + file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("catalogue/" + file + " can't be read: " + e, e);
        }
    }

    /** Returns what was read so far. */
    public List<CatalogueSender> senders() {
        return List.copyOf(senders);
    }

    /** Reads one file; none of its senders may clash with one of those that were read before. */
    public void read(String file, String text) {
        CatalogueMembers members = CatalogueMembers.of("catalogue/" + file, parse(file, text));
        CatalogueMembers range = members.members("numbers");
        int first = range.number("first");
        int last = range.number("last");
        range.end();
        if (!SourceNumbers.isOfCatalogue(first) || !SourceNumbers.isOfCatalogue(last)) {
            throw range.wrong(
                    "first",
                    first + " to " + last,
                    "numbers from "
                            + SourceNumbers.FIRST_OF_CATALOGUE
                            + " to "
                            + SourceNumbers.LAST_OF_CATALOGUE);
        }
        for (int retired : members.numbers("retired")) {
            claim(members, "retired", numbers, retired, "a retired number of " + file);
        }
        for (CatalogueMembers entry : members.list("senders")) {
            CatalogueSender sender = sender(entry);
            String claimant = "the one of " + sender.slug() + " in " + file;
            if (sender.number() < first || sender.number() > last) {
                throw entry.wrong(
                        "number", sender.number(), "the file's numbers, " + first + " to " + last);
            }
            claim(entry, "number", numbers, sender.number(), claimant);
            claim(entry, "slug", slugs, sender.slug(), claimant);
            claim(entry, "name", names, sender.name().toLowerCase(Locale.ROOT), claimant);
            senders.add(sender);
        }
        members.end();
    }

    private static Object parse(String file, String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(0);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setCodePointLimit(MAX_FILE_LENGTH);
        try {
            return new Yaml(new SafeConstructor(options)).load(text);
        } catch (YAMLException e) {
            throw new IllegalStateException(
                    "catalogue/" + file + " is not the YAML that is expected: " + e.getMessage(),
                    e);
        }
    }

    private static <K> void claim(
            CatalogueMembers members, String member, Map<K, String> taken, K key, String claimant) {
        String other = taken.putIfAbsent(key, claimant);
        if (other != null) {
            throw members.wrong(member, key, "another one: this is " + other);
        }
    }

    private static CatalogueSender sender(CatalogueMembers entry) {
        int number = entry.number("number");
        String slug = entry.slug("slug");
        entry.isCalled(slug);
        String name = entry.text("name", MAX_NAME_LENGTH);
        Category category = entry.oneOf("category", CATEGORIES);
        boolean relays = entry.flag("relays", false);
        boolean mailboxes = entry.flag("mailboxes", false);
        boolean capableSpf = entry.flag("capable_spf");
        boolean capableDkim = entry.flag("capable_dkim");
        List<String> hosts = entry.hostNames("hosts");
        List<String> mixedHosts = entry.hostNames("mixed_hosts");
        List<String> dkim = entry.recordNames("dkim");
        List<String> includes = entry.recordNames("include");
        List<String> returnPaths = entry.recordNames("return_paths");
        List<IpNetwork> networks = entry.networks("networks");
        String documentation =
                category == Category.FORWARDER && !entry.has("documentation")
                        ? ""
                        : entry.link("documentation");
        Set<String> own = entry.words("notes", NOTES);
        SenderNotes made =
                new SenderNotes(
                        name, category, relays, mailboxes, capableSpf, capableDkim, includes);
        CatalogueSender.Notes notes =
                new CatalogueSender.Notes(
                        own.contains(SPF) ? note(slug, SPF) : made.spf(),
                        own.contains(DKIM) ? note(slug, DKIM) : made.dkim(),
                        own.contains(DMARC) ? note(slug, DMARC) : made.dmarc());
        checkOrigin(entry);
        entry.end();

        boolean capable = capableSpf || capableDkim;
        if (category == Category.CAPABLE && !capable) {
            throw entry.wrong("category", "capable", "capable_spf or capable_dkim with it");
        }
        if (category == Category.NON_COMPLIANT && capable) {
            throw entry.wrong(
                    "category", "non-compliant", "neither capable_spf nor capable_dkim with it");
        }
        if (hosts.isEmpty()
                && mixedHosts.isEmpty()
                && dkim.isEmpty()
                && returnPaths.isEmpty()
                && networks.isEmpty()) {
            throw entry.wrong(
                    "hosts",
                    List.of(),
                    "at least one of hosts, mixed_hosts, dkim, return_paths, networks: nothing"
                            + " else shows the sender");
        }
        List<String> domains = domains(hosts, dkim, returnPaths);
        return new CatalogueSender(
                number,
                slug,
                name,
                category,
                relays,
                mailboxes,
                capableSpf,
                capableDkim,
                hosts,
                mixedHosts,
                domains,
                domains,
                networks,
                documentation,
                notes);
    }

    /** Returns a note of the sender's own, of which {@code catalogue.properties} has the text. */
    private static Passage note(String slug, String what) {
        return Passage.of(Message.of("catalogue." + slug + "." + what));
    }

    /**
     * Returns all domains of a sender, each with all names below it. The owner of a domain decides
     * who signs with it and who has return paths in it, so that what is known of one shows the
     * sender by the other too.
     */
    @SafeVarargs
    private static List<String> domains(List<String>... lists) {
        Set<String> domains = new LinkedHashSet<>();
        for (List<String> list : lists) {
            for (String name : list) {
                domains.add(name);
                domains.add(SenderIndex.BELOW + name);
            }
        }
        return List.copyOf(domains);
    }

    /** One word for all members, or one for some and {@value #REST} for the others. */
    private static void checkOrigin(CatalogueMembers entry) {
        if (entry.isText("from")) {
            entry.oneOf("from", ORIGINS);
            return;
        }
        CatalogueMembers origins = entry.members("from");
        origins.oneOf(REST, ORIGINS);
        for (String member : origins.left()) {
            if (!entry.knows(member)) {
                throw origins.wrong(member, "", "members that this sender has");
            }
            origins.oneOf(member, ORIGINS);
        }
    }
}
