package org.mailvane.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueReader;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/**
 * The catalogue's files as a whole. What concerns one entry alone, its form and numbers above all,
 * the reader refuses (CatalogueReaderTest).
 */
class SenderCatalogueTest {

    /**
     * Suffixes below one of another sender, because they are another product of the same vendor.
     */
    private static final Set<String> DELIBERATELY_BELOW_ANOTHER =
            Set.of("qiye.163.com", "exmail.qq.com");

    /** On the public suffix list at the request of the vendors, who own all hosts below. */
    private static final Set<String> SUFFIXES_OF_VENDORS =
            Set.of(
                    "awsapps.com",
                    "cloud.nospamproxy.com",
                    "kasserver.com",
                    "kinghost.net",
                    "ladesk.com",
                    "sakura.ne.jp");

    private static final Catalogue CATALOGUE = new Catalogue();
    private static final PublicSuffixes SUFFIXES = PublicSuffixes.bundled();

    private record Claim(String value, CatalogueSender sender) {
        @Override
        public String toString() {
            return value + " of " + sender.slug();
        }
    }

    private static List<Claim> claims(Function<CatalogueSender, List<String>> values) {
        return CATALOGUE.senders().stream()
                .flatMap(s -> values.apply(s).stream().map(v -> new Claim(v, s)))
                .toList();
    }

    private static List<String> hosts(CatalogueSender sender) {
        return Stream.concat(sender.hosts().stream(), sender.mixedHosts().stream()).toList();
    }

    @Test
    void thereAreAtLeast250Senders() {
        assertThat(CATALOGUE.senders()).hasSizeGreaterThanOrEqualTo(250);
    }

    @Test
    void allFilesOfTheFolderAreRead() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/catalogue"))) {
            assertThat(
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> !name.equals("README.md")))
                    .containsExactlyInAnyOrderElementsOf(CatalogueReader.FILES);
        }
    }

    @Test
    void theRangesOfTheFilesDoNotOverlap() throws IOException {
        Map<String, String> fileOfThousand = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (String file : CatalogueReader.FILES) {
            CatalogueReader one = new CatalogueReader();
            one.read(file, text(file));
            for (CatalogueSender sender : one.senders()) {
                String thousand = String.valueOf(sender.number() / 1000);
                String other = fileOfThousand.putIfAbsent(thousand, file);
                if (other != null && !other.equals(file)) {
                    problems.add(sender.number() + " of " + file + " is in another file's range");
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    private static String text(String file) throws IOException {
        try (InputStream in = Catalogue.class.getResourceAsStream("/catalogue/" + file)) {
            assertThat(in).as(file).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void noHostSuffixBelongsToTwoSenders() {
        assertThat(claimedTwice(claims(SenderCatalogueTest::hosts))).isEmpty();
    }

    @Test
    void noSigningDomainBelongsToTwoSenders() {
        assertThat(claimedTwice(claims(CatalogueSender::dkimDomains))).isEmpty();
    }

    @Test
    void noReturnPathBelongsToTwoSenders() {
        assertThat(claimedTwice(claims(CatalogueSender::spfDomains))).isEmpty();
    }

    private static List<String> claimedTwice(List<Claim> claims) {
        Map<String, Claim> seen = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (Claim claim : claims) {
            Claim other = seen.putIfAbsent(claim.value(), claim);
            if (other != null) {
                problems.add(claim + " is also one of " + other.sender().slug());
            }
        }
        return problems;
    }

    @Test
    void noHostSuffixLiesBelowOneOfAnotherSenderUnlessOnPurpose() {
        Map<String, CatalogueSender> owners = new HashMap<>();
        List<Claim> claims = claims(SenderCatalogueTest::hosts);
        claims.forEach(claim -> owners.put(claim.value(), claim.sender()));
        List<String> problems = new ArrayList<>();
        List<String> nested = new ArrayList<>();
        for (Claim claim : claims) {
            for (String above = parent(claim.value()); !above.isEmpty(); above = parent(above)) {
                CatalogueSender other = owners.get(above);
                if (other == null || other.number() == claim.sender().number()) {
                    continue;
                }
                nested.add(claim.value());
                if (!DELIBERATELY_BELOW_ANOTHER.contains(claim.value())) {
                    problems.add(claim + " lies below " + above + " of " + other.slug());
                }
            }
        }
        assertThat(problems).isEmpty();
        assertThat(nested).containsAll(DELIBERATELY_BELOW_ANOTHER);
    }

    @Test
    void noHostSuffixOfASenderIsSuperfluous() {
        List<String> problems = new ArrayList<>();
        for (CatalogueSender sender : CATALOGUE.senders()) {
            problems.addAll(superfluous(sender, sender.hosts(), sender.mixedHosts()));
            problems.addAll(superfluous(sender, sender.mixedHosts(), sender.hosts()));
        }
        assertThat(problems).isEmpty();
    }

    /** Those that lie below another one with nothing of the other kind between. */
    private static List<String> superfluous(
            CatalogueSender sender, List<String> these, List<String> others) {
        List<String> problems = new ArrayList<>();
        for (String host : these) {
            for (String above = parent(host); !above.isEmpty(); above = parent(above)) {
                if (others.contains(above)) {
                    break;
                }
                if (these.contains(above)) {
                    problems.add(sender.slug() + " has " + host + " and also " + above);
                }
            }
        }
        return problems;
    }

    private static String parent(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    @Test
    void mixedSuffixesOfAForwarderTakeNamesOutOfItsHosts() {
        assertThat(
                        CATALOGUE.senders().stream()
                                .filter(s -> s.category() == Category.FORWARDER)
                                .flatMap(s ->
                                        s.mixedHosts().stream()
                                                .filter(m -> !liesBelow(m, s.hosts()))
                                                .map(m -> m + " of " + s.slug())))
                .isEmpty();
    }

    private static boolean liesBelow(String name, List<String> hosts) {
        return hosts.stream().anyMatch(host -> name.endsWith("." + host));
    }

    @Test
    void noNameIsOneUnderWhichStrangersRegisterTheirs() {
        List<Claim> all = new ArrayList<>(claims(SenderCatalogueTest::hosts));
        all.addAll(claims(CatalogueSender::dkimDomains));
        all.addAll(claims(CatalogueSender::spfDomains));
        assertThat(
                        all.stream()
                                .map(claim -> claim.value().replace("*.", ""))
                                .filter(SenderCatalogueTest::isPublicSuffix)
                                .filter(name -> !SUFFIXES_OF_VENDORS.contains(name)))
                .isEmpty();
    }

    private static boolean isPublicSuffix(String name) {
        return DomainName.parse(name).map(SUFFIXES::isPublicSuffix).orElse(Boolean.FALSE);
    }

    @Test
    void networksArePublicAndDoNotOverlap() {
        record Owned(IpNetwork network, CatalogueSender sender) {}
        List<Owned> networks =
                CATALOGUE.senders().stream()
                        .flatMap(s -> s.networks().stream().map(n -> new Owned(n, s)))
                        .toList();
        List<String> problems = new ArrayList<>();
        for (Owned one : networks) {
            SpecialAddresses.purposeOf(one.network())
                    .ifPresent(purpose ->
                            problems.add(
                                    one.network()
                                            + " of "
                                            + one.sender().slug()
                                            + " is kept for "
                                            + purpose));
            for (Owned other : networks) {
                if (!one.equals(other) && other.network().contains(one.network())) {
                    problems.add(
                            one.network()
                                    + " of "
                                    + one.sender().slug()
                                    + " lies in "
                                    + other.network()
                                    + " of "
                                    + other.sender().slug());
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void linksLeadToHostsOverHttps() {
        assertThat(CATALOGUE.senders())
                .filteredOn(s -> !s.documentation().isEmpty())
                .allSatisfy(s -> {
                    URI link = URI.create(s.documentation());
                    assertThat(link.getScheme()).isEqualTo("https");
                    assertThat(DomainName.parse(link.getHost())).as(s.slug()).isPresent();
                });
    }

    @Test
    void everySenderSaysWhatToDoInAllLanguages() {
        for (Language language : Language.values()) {
            MessageFormatter formatter = MessageFormatter.of(language);
            assertThat(CATALOGUE.senders())
                    .allSatisfy(s ->
                            assertThat(notes(s))
                                    .as(s.slug() + " in " + language.tag())
                                    .allSatisfy(note ->
                                            assertThat(formatter.format(note)).endsWith("."))
                                    .flatMap(Passage::sentences)
                                    .allMatch(note -> formatter.has(note.code())));
        }
    }

    /** A text that no sender names would never be seen. */
    @Test
    void everyTextIsSomeSenders() {
        Set<String> named =
                CATALOGUE.senders().stream()
                        .flatMap(s -> notes(s).stream())
                        .flatMap(note -> note.sentences().stream())
                        .map(Message::code)
                        .filter(code -> !code.startsWith("catalogue.facts."))
                        .collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(300);
        assertThat(ResourceBundle.getBundle("org.mailvane.text.catalogue").keySet())
                .filteredOn(code -> !code.startsWith("catalogue.facts."))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    private static List<Passage> notes(CatalogueSender sender) {
        CatalogueSender.Notes notes = sender.notes();
        return List.of(notes.spf(), notes.dkim(), notes.dmarc());
    }

    @Test
    void largeSendersAreFoundByTheNamesOfTheirHosts() {
        // Names of real hosts of these senders, as they appear in headers of mails.
        Map<String, String> known =
                Map.of(
                        "mail-wr1-f41.google.com", "google",
                        "mail-am6eur05on2093.outbound.protection.outlook.com", "microsoft-365",
                        "sonic309-20.consmr.mail.ne1.yahoo.com", "yahoo",
                        "mout.gmx.net", "gmx",
                        "mout.kundenserver.de", "ionos",
                        "smtp-190b.mail.infomaniak.ch", "infomaniak",
                        "mo4-p00-ob.smtp.rzone.de", "strato",
                        "7.mo533.mail-out.ovh.net", "ovh",
                        "eu-smtp-delivery-1.mimecast.com", "mimecast",
                        "mailout06.t-online.de", "t-online");
        SenderIndex index = CATALOGUE.index();
        known.forEach((host, slug) ->
                assertThat(index.byHost(host))
                        .as(host)
                        .isNotNull()
                        .extracting(CatalogueSender::slug)
                        .isEqualTo(slug));
        assertThat(index.byHost("static.5.2.0.192.clients.your-server.de")).isNull();
        assertThat(index.byHost("p54a0c0de.dip0.t-ipconnect.de")).isNull();
        assertThat(index.byDkimDomain("example-com.20230601.gappssmtp.com"))
                .isNotNull()
                .extracting(CatalogueSender::slug)
                .isEqualTo("google");
    }

    @Test
    void sendersForOthersAreFoundByHostsReturnPathsSignaturesAndNetworks() {
        // As they appear in headers of mails, in SPF records and in the senders' documentation.
        SenderIndex index = CATALOGUE.index();
        assertThat(slug(index.byHost("a10-168.smtp-out.amazonses.com"))).isEqualTo("amazon-ses");
        assertThat(slug(index.byHost("na27.mxout.mta4.net"))).isEqualTo("elastic-email");
        assertThat(slug(index.byHost("mail23-242.srv2.de"))).isEqualTo("optimizely-campaign");
        assertThat(slug(index.bySpfDomain("eu-west-1.amazonses.com"))).isEqualTo("amazon-ses");
        assertThat(slug(index.bySpfDomain("bounces.elasticemail.net"))).isEqualTo("elastic-email");
        assertThat(slug(index.bySpfDomain("discoursemail.com"))).isEqualTo("discourse");
        assertThat(slug(index.byDkimDomain("mail.smapply.net"))).isEqualTo("surveymonkey-apply");
        assertThat(slug(index.byNetwork(address("54.240.10.168")))).isEqualTo("amazon-ses");
        assertThat(slug(index.byNetwork(address("192.254.112.98")))).isEqualTo("sendgrid");
        assertThat(slug(index.byNetwork(address("198.2.132.142")))).isEqualTo("mandrill");
        assertThat(slug(index.byNetwork(address("205.201.128.20")))).isEqualTo("mailchimp");
    }

    /** Files of senders that send for others from their own hosts, so whose names show them too. */
    private static final Set<String> FILES_OF_SENDERS =
            Set.of(
                    "collaboration.yaml",
                    "bulk.yaml",
                    "transactional.yaml",
                    "crm-marketing.yaml",
                    "help-desks.yaml",
                    "hr.yaml",
                    "invoicing.yaml",
                    "commerce.yaml",
                    "surveys-events.yaml",
                    "other.yaml");

    @Test
    void aSenderIsFoundByEachOfItsDomainsWhateverShowsIt() throws IOException {
        SenderIndex index = CATALOGUE.index();
        List<String> problems = new ArrayList<>();
        for (String file : CatalogueReader.FILES) {
            CatalogueReader one = new CatalogueReader();
            one.read(file, text(file));
            for (CatalogueSender sender : one.senders()) {
                for (String domain : sender.spfDomains()) {
                    String name = domain.replace("*.", "bounce.e7.");
                    if (!sender.equals(index.bySpfDomain(name))
                            || !sender.equals(index.byDkimDomain(name))) {
                        problems.add(name + " does not show " + sender.slug());
                    }
                    if (FILES_OF_SENDERS.contains(file)
                            && !sender.equals(index.byHost(name))
                            && !sender.equals(index.byMixedHost(name))) {
                        problems.add("a host " + name + " does not show " + sender.slug());
                    }
                }
                // A host that is theirs for sure greets and sends bounces with its own name.
                for (String host : sender.hosts()) {
                    if (!sender.equals(index.bySpfDomain("mx1." + host))) {
                        problems.add("a return path at " + host + " does not show " + sender);
                    }
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    bounce.am.atlassian.com, atlassian
                    s12.activehosted.com, activecampaign
                    acemsd3.com, activecampaign
                    mail.acemsd3.com, activecampaign
                    b.responsys.net, responsys
                    acme.mkt.dynamics.com, dynamics-customer-insights
                    notifications.qualtrics.com, qualtrics
                    acme.service-now.com, servicenow
                    em-sj-01.mktdns.com, marketo
                    a.d.sender-sib.com, brevo
                    mail.sendinblue.com, brevo
                    eu.docusign.net, docusign
                    hcm12.successfactors.com, successfactors
                    bounce.eu.sparkpostmail.com, sparkpost
                    otp.workday.com, workday
                    wd5.myworkday.com, workday
                    e.surveymonkeyuser.com, surveymonkey
                    events.eventbrite.com, eventbrite
                    links.iterable.com, iterable
                    acme.awsapps.com, amazon-workmail
                    p04.bm23.com, bronto
                    calendly.com, calendly
                    mail.gainsight.com, gainsight
                    envelope.loops.so, loops
                    ec-messenger.com, mapp
                    mail.outreach.io, outreach
                    acme.pagerduty.com, pagerduty
                    mail.paypal.com, paypal
                    acme.pipedrivemail.com, pipedrive
                    mail.salesloft.com, salesloft
                    mg1.substack.com, substack
                    followups.typeform.com, typeform
                    att.net, att
                    bluewin.ch, swisscom
                    orange.fr, orange-fr
                    """)
    void wellKnownDomainsShowTheirSendersBySignatureAndReturnPath(String domain, String slug) {
        SenderIndex index = CATALOGUE.index();
        assertThat(slug(index.byDkimDomain(domain))).isEqualTo(slug);
        assertThat(slug(index.bySpfDomain(domain))).isEqualTo(slug);
    }

    /** Users with a mailbox there can't pass with their own domain. */
    @Test
    void providersOfAccessLinesHaveMailboxes() throws IOException {
        CatalogueReader telecoms = new CatalogueReader();
        telecoms.read("telecoms.yaml", text("telecoms.yaml"));
        assertThat(telecoms.senders()).allMatch(CatalogueSender::mailboxes);
        assertThat(
                        CATALOGUE.senders().stream()
                                .filter(CatalogueSender::mailboxes)
                                .map(CatalogueSender::slug)
                                .toList())
                .contains("t-online", "comcast", "gmx", "web-de", "qq-mail", "naver", "yandex")
                .doesNotContain("google", "microsoft-365", "mailchimp");
    }

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static String slug(@Nullable CatalogueSender sender) {
        return sender == null ? "nobody" : sender.slug();
    }
}
