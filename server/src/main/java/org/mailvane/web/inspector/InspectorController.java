package org.mailvane.web.inspector;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.limits.RateLimits;
import org.mailvane.inspect.Inspections;
import org.mailvane.inspect.RecordName;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.web.frame.InspectedRecord;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.frame.Visit;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.json.JsonMapper;

/**
 * What anybody's domain has published, for everybody. It inspects what the API does, and counts the
 * same: by address, or by the user who is signed in.
 */
@Controller
@Profile("service")
class InspectorController {

    /** Characters of what a field is given that are shown again. */
    static final int MAX_SHOWN = 100;

    /** Characters that the fields for names take. */
    static final int MAX_DOMAIN = DomainName.MAX_LENGTH + 1;

    /** The choices of days; the API takes any number from the first to the last. */
    static final List<Integer> DAYS =
            List.of(1, Inspections.VOLUME_DAYS, Inspections.MAX_VOLUME_DAYS);

    private final Inspections inspections;
    private final RateLimits rates;
    private final Links links;
    private final JsonMapper json;
    private final Pages pages;

    InspectorController(
            Inspections inspections, RateLimits rates, Links links, JsonMapper json, Pages pages) {
        this.inspections = inspections;
        this.rates = rates;
        this.links = links;
        this.json = json;
        this.pages = pages;
    }

    /**
     * The page.
     *
     * @param asked what its forms hold
     * @param wrong what is wrong with them, by field, as keys of texts
     * @param known whether the visitor is signed in, and so has messages to be counted
     * @param result null where nothing was inspected
     * @param call the same by API; empty where nothing was inspected
     */
    record InspectorPage(
            Asked asked,
            Map<String, String> wrong,
            boolean known,
            @Nullable Inspected result,
            String call) {

        /** What is wrong with a field, as text; empty where nothing is. */
        String wrong(Texts texts, String field, String value) {
            String key = wrong.get(field);
            return key == null
                    ? ""
                    : texts.of(key, shortened(value), Inspections.MAX_RECORD_LENGTH);
        }

        /** The path of the same for another kind of record. */
        String tab(InspectedRecord kind) {
            String query = "?record=" + kind.code();
            return asked.domain().isEmpty()
                    ? Routes.INSPECTORS + query
                    : Routes.INSPECTORS
                            + query
                            + "&domain="
                            + URLEncoder.encode(asked.domain(), StandardCharsets.UTF_8);
        }

        private static String shortened(String value) {
            return value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "...";
        }
    }

    /**
     * What is asked for.
     *
     * @param kind of which record
     * @param domain whose
     * @param selector which of them; of kinds that have several
     * @param days of messages
     * @param text a record that is not published yet; empty where a domain is inspected
     */
    record Asked(InspectedRecord kind, String domain, String selector, int days, String text) {

        /** What was inspected, as a heading says it. */
        String title(Texts texts) {
            String record = texts.of(kind.key());
            return text.isEmpty()
                    ? texts.of("inspector.of", record, domain)
                    : texts.of("inspector.of-text", record);
        }
    }

    @PublicPage
    @GetMapping(Routes.INSPECTORS)
    ModelAndView inspect(
            Optional<Caller> caller,
            @RequestParam(defaultValue = "") String record,
            @RequestParam(defaultValue = "") String domain,
            @RequestParam(defaultValue = "") String selector,
            @RequestParam(name = "volume_days", defaultValue = "") String days,
            HttpServletRequest request) {
        InspectedRecord kind = InspectedRecord.ofCode(record).orElse(InspectedRecord.DMARC);
        String chosen = kind.selected() ? selector.strip() : "";
        if (kind == InspectedRecord.BIMI && chosen.isEmpty()) {
            chosen = Selector.DEFAULT.value();
        }
        Asked asked = new Asked(kind, domain.strip(), chosen, days(days), "");
        return asked.domain().isEmpty()
                ? page(HttpStatus.OK, asked, Map.of(), visitor(caller, request), null)
                : inspected(asked, visitor(caller, request), request);
    }

    private ModelAndView inspected(
            Asked asked, Optional<Caller> visitor, HttpServletRequest request) {
        Optional<DomainName> domain = DomainName.parse(asked.domain());
        Optional<Selector> selector = Selector.parse(asked.selector());
        Optional<RecordName> name = RecordName.parse(asked.domain());
        Map<String, String> wrong = new LinkedHashMap<>();
        if (asked.kind() == InspectedRecord.SPF ? name.isEmpty() : domain.isEmpty()) {
            wrong.put("domain", "inspector.wrong.domain");
        }
        if (asked.kind().selected() && selector.isEmpty()) {
            wrong.put(
                    "selector",
                    asked.selector().isEmpty()
                            ? "inspector.wrong.no-selector"
                            : "inspector.wrong.selector");
        }
        if (!wrong.isEmpty()) {
            return page(HttpStatus.BAD_REQUEST, asked, wrong, visitor, null);
        }
        rates.countVisitor(request, Visit.expired(request));
        Inspected result =
                asked.kind() == InspectedRecord.SPF
                        ? Inspected.of(spf(visitor, name.orElseThrow().name(), asked.days()))
                        : ofDomain(asked.kind(), visitor, domain.orElseThrow(), selector);
        return page(HttpStatus.OK, asked, Map.of(), visitor, result);
    }

    private Inspected ofDomain(
            InspectedRecord kind,
            Optional<Caller> visitor,
            DomainName domain,
            Optional<Selector> selector) {
        return switch (kind) {
            case DMARC -> inspections.make(visitor, all -> Inspected.of(all.dmarc(domain)));
            case DKIM ->
                    inspections.make(
                            visitor, all -> Inspected.of(all.dkim(domain, selector.orElseThrow())));
            case BIMI ->
                    inspections.make(
                            visitor, all -> Inspected.of(all.bimi(domain, selector.orElseThrow())));
            case TLS_RPT -> inspections.make(visitor, all -> Inspected.of(all.tlsRpt(domain)));
            case MTA_STS -> inspections.make(visitor, all -> Inspected.of(all.mtaSts(domain)));
            case MTA_STS_POLICY ->
                    inspections.make(visitor, all -> Inspected.of(all.mtaStsPolicy(domain)));
            case SPF -> throw new IllegalArgumentException("has messages too: " + domain);
        };
    }

    private SpfInspection spf(Optional<Caller> visitor, DnsName name, int days) {
        return visitor.map(who -> inspections.spf(who, name, days))
                .orElseGet(() -> inspections.make(visitor, all -> all.spf(name)));
    }

    /** Judges a text, which may be too long for an address. */
    @PublicPage
    @PostMapping(path = Routes.INSPECTORS, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView validate(
            Optional<Caller> caller,
            @RequestParam(defaultValue = "") String record,
            @RequestParam(defaultValue = "") String text,
            HttpServletRequest request) {
        InspectedRecord kind =
                InspectedRecord.ofCode(record)
                        .filter(InspectedRecord::validated)
                        .orElse(InspectedRecord.DMARC);
        Optional<Caller> visitor = visitor(caller, request);
        // As a form sends the ends of lines, which no record has.
        String given = text.replaceAll("[\\r\\n]+", "");
        Asked asked = new Asked(kind, "", "", Inspections.VOLUME_DAYS, given);
        if (given.isBlank() || given.length() > Inspections.MAX_RECORD_LENGTH) {
            String why = given.isBlank() ? "inspector.wrong.no-text" : "inspector.wrong.text";
            Asked cut = new Asked(kind, "", "", Inspections.VOLUME_DAYS, "");
            return page(HttpStatus.BAD_REQUEST, cut, Map.of("text", why), visitor, null);
        }
        rates.countVisitor(request, Visit.expired(request));
        Inspected result =
                switch (kind) {
                    case SPF ->
                            inspections.make(visitor, all -> Inspected.of(all.spfRecord(given)));
                    case DKIM ->
                            inspections.read(visitor, all -> Inspected.of(all.dkimRecord(given)));
                    default ->
                            inspections.read(visitor, all -> Inspected.of(all.dmarcRecord(given)));
                };
        return page(HttpStatus.OK, asked, Map.of(), visitor, result);
    }

    private ModelAndView page(
            HttpStatus status,
            Asked asked,
            Map<String, String> wrong,
            Optional<Caller> visitor,
            @Nullable Inspected result) {
        String call = result == null ? "" : call(asked, visitor.isPresent());
        return pages.page(
                status,
                "inspector/inspector",
                new InspectorPage(asked, wrong, visitor.isPresent(), result, call));
    }

    /** Users of an expired account may inspect too, but anonymously, as by the API. */
    private static Optional<Caller> visitor(Optional<Caller> caller, HttpServletRequest request) {
        return caller.filter(who -> !Visit.expired(request));
    }

    private static int days(String given) {
        return DAYS.stream()
                .filter(days -> String.valueOf(days).equals(given))
                .findFirst()
                .orElse(Inspections.VOLUME_DAYS);
    }

    /** Returns a command for a shell, whatever the text contains. */
    private String call(Asked asked, boolean known) {
        Map<String, Object> body = new LinkedHashMap<>();
        if (asked.text().isEmpty()) {
            body.put("domain", asked.domain());
        } else {
            body.put("record", asked.text());
        }
        if (asked.kind().selected() && asked.text().isEmpty()) {
            body.put("selector", asked.selector());
        }
        if (asked.kind() == InspectedRecord.SPF && known && asked.text().isEmpty()) {
            body.put("volume_days", asked.days());
        }
        Function<String, String> quoted = text -> "'" + text.replace("'", "'\\''") + "'";
        return "curl -d "
                + quoted.apply(json.writeValueAsString(body))
                + " \\\n  -H 'Content-Type: application/json' \\\n  "
                + (known ? "-H \"Authorization: Token $TOKEN\" \\\n  " : "")
                + links.to(asked.kind().apiPath(!asked.text().isEmpty()));
    }
}
