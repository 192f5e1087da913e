package org.mailvane.web.frame;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mailvane.actions.ActionItem;
import org.mailvane.actions.Issue;
import org.mailvane.actions.Task;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.intake.ledger.Import;
import org.mailvane.reporters.Reporter;
import org.mailvane.sources.Category;
import org.mailvane.timeline.Change;

/**
 * The paths of the pages and their forms, and the links from one page to another. A page links
 * through this class, so that it does not need to know the other page's controller. Paths are
 * local: {@link Frame#to} makes them addresses.
 */
public final class Routes {

    // ---- monitor ------------------------------------------------------------------------------

    public static final String OVERVIEW = "/";

    public static final String DOMAINS = "/domains";
    public static final String DOMAINS_ADD = DOMAINS + "/add";
    public static final String DOMAINS_CHANGE = DOMAINS + "/change";
    public static final String DOMAIN = DOMAINS + "/{id}";

    public static final String GROUPS = "/groups";
    public static final String GROUPS_NEW = GROUPS + "/new";
    public static final String GROUP = GROUPS + "/{id}";

    public static final String SOURCES = "/sources";
    public static final String SOURCES_REFRESH = SOURCES + "/refresh";
    public static final String SOURCE = SOURCES + "/{id}";
    public static final String SOURCE_DECISION = SOURCE + "/decision";

    public static final String ISSUES = "/issues";
    public static final String ISSUE_IGNORE = ISSUES + "/{id}/ignore";
    public static final String TASKS = "/tasks";
    public static final String TASK_IGNORE = TASKS + "/{id}/ignore";

    // ---- investigate --------------------------------------------------------------------------

    public static final String DETAIL = "/detail";
    public static final String DETAIL_REPORT = DETAIL + "/{report}";

    public static final String TIMELINE = "/timeline";

    public static final String TLS = "/tls";
    public static final String TLS_POLICY = TLS + "/policies/{id}";

    public static final String REPORTERS = "/reporters";
    public static final String REPORTER_TRUST = REPORTERS + "/{id}/trust";

    public static final String REPORTS = "/reports";
    public static final String REPORTS_HELD = REPORTS + "?" + LinkParameter.HELD + "=true";
    public static final String REPORT_IGNORE = REPORTS + "/{id}/ignore";
    public static final String REPORT_RELEASE = REPORTS + "/{id}/release";

    public static final String FORENSIC = "/forensic";
    public static final String FORENSIC_SEARCH = FORENSIC + "/{id}";
    public static final String FORENSIC_RECORD = FORENSIC_SEARCH + "/{record}";
    public static final String FORENSIC_DELETE = FORENSIC_SEARCH + "/delete";

    public static final String SEARCH = "/search";

    // ---- decide, and tools --------------------------------------------------------------------

    public static final String PLANNER = "/planner";

    public static final String INSPECTORS = "/inspectors";

    public static final String IMPORTS = "/imports";
    public static final String IMPORT = IMPORTS + "/{id}";

    /** Ignores the reports of an import. */
    public static final String IMPORT_IGNORE = IMPORT + "/ignore";

    // ---- settings -----------------------------------------------------------------------------

    public static final String SETTINGS = "/settings";
    public static final String PROFILE = SETTINGS + "/profile";
    public static final String TOKEN = SETTINGS + "/token";
    public static final String SESSIONS = SETTINGS + "/sessions";
    public static final String PASSWORD = SESSIONS + "/password";
    public static final String SECOND_FACTOR = SETTINGS + "/second-factor";
    public static final String SECOND_FACTOR_NEW = SECOND_FACTOR + "/new";
    public static final String SECOND_FACTOR_CODES = SECOND_FACTOR + "/codes";
    public static final String SECOND_FACTOR_OFF = SECOND_FACTOR + "/off";
    public static final String USERS = SETTINGS + "/users";
    public static final String USER = USERS + "/{id}";
    public static final String ACCOUNT = SETTINGS + "/account";
    public static final String REPORT_ADDRESSES = SETTINGS + "/addresses";
    public static final String REPORT_ADDRESS_DELETE = REPORT_ADDRESSES + "/delete";
    public static final String MAILBOXES = SETTINGS + "/mailboxes";
    public static final String CUSTOM_SOURCES = SETTINGS + "/sources";
    public static final String CUSTOM_SOURCES_NEW = CUSTOM_SOURCES + "/new";
    public static final String CUSTOM_SOURCE = CUSTOM_SOURCES + "/{id}";

    // ---- first steps --------------------------------------------------------------------------

    public static final String START = "/start";
    public static final String START_REPORTS = START + "/reports";
    public static final String START_RECORDS = START + "/records";

    /** How to go on from the demo to an installation with real reports. */
    public static final String GETTING_STARTED = START + "/real";

    public static final String SETUP = "/setup";

    // ---- sign-in, and what every page offers ---------------------------------------------------

    public static final String SIGN_IN = "/sign-in";
    public static final String SIGN_IN_CODE = SIGN_IN + "/code";
    public static final String SIGN_IN_PROVIDER = SIGN_IN + "/provider";
    public static final String SIGN_IN_PROVIDER_RETURN = SIGN_IN_PROVIDER + "/return";
    public static final String SIGN_OUT = "/sign-out";
    public static final String FORGOTTEN_PASSWORD = "/forgotten";

    static final String THEME = "/preferences/theme";
    static final String LANGUAGE = "/preferences/language";

    /** Files that pages load. */
    public static final String ASSETS = "/assets/";

    private Routes() {}

    private static String with(String path, Object id) {
        return path.replaceFirst("\\{\\w+}", String.valueOf(id));
    }

    // ---- links: monitor -----------------------------------------------------------------------

    /** The domains with this health. */
    public static String domains(DomainHealth health) {
        return PageList.path(DOMAINS, Map.of(LinkParameter.STATE, health.code()));
    }

    /** A domain's page. */
    public static String domain(DomainId id) {
        return with(DOMAIN, id.value());
    }

    /** A part of a domain's page. */
    public static String domain(DomainId id, DomainTab tab) {
        return tab == DomainTab.OVERVIEW ? domain(id) : domain(id) + "?tab=" + tab.code();
    }

    /**
     * The list of groups, whose groups lead back to a page.
     *
     * @param next that page
     */
    public static String groups(String next) {
        return PageList.path(GROUPS, Map.of(LinkParameter.NEXT, next));
    }

    /** Whether a local path, with its query, is that of a page of groups. */
    static boolean isOfGroups(String path) {
        return path.matches(GROUPS + "([/?].*)?");
    }

    /** A group's page. */
    public static String group(long id) {
        return with(GROUP, id);
    }

    /**
     * The sources of a category that sent in the last days.
     *
     * @param domain part of the names of the domains for which they sent
     */
    public static String sources(Category category, String domain) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.CATEGORY, String.valueOf(category.number()));
        query.put(LinkParameter.DOMAIN, domain);
        return PageList.path(SOURCES, query);
    }

    /** A source's page. */
    public static String source(int number) {
        return with(SOURCE, number);
    }

    /**
     * A source's page about the mail of some domains.
     *
     * @param domain part of their names
     */
    public static String source(int number, String domain) {
        return PageList.path(source(number), Map.of(LinkParameter.DOMAIN, domain));
    }

    /**
     * The issues in a state.
     *
     * @param domain part of the names of their domains
     */
    public static String issues(ItemState state, String domain) {
        return items(ISSUES, state, domain);
    }

    /**
     * The tasks in a state.
     *
     * @param domain part of the names of their domains
     */
    public static String tasks(ItemState state, String domain) {
        return items(TASKS, state, domain);
    }

    private static String items(String path, ItemState state, String domain) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.STATE, state.code());
        query.put(LinkParameter.DOMAIN, domain);
        return PageList.path(path, query);
    }

    /** The form that ignores an issue or a task, or stops ignoring it. */
    public static String ignore(ActionItem item) {
        return switch (item) {
            case Issue issue -> with(ISSUE_IGNORE, issue.id());
            case Task task -> with(TASK_IGNORE, task.id());
        };
    }

    // ---- links: investigate -------------------------------------------------------------------

    /** The form of a detail report with the criteria of another one, on one day alone. */
    public static String detail(DetailReport like, LocalDate day) {
        return detail(Map.of(LinkParameter.LIKE, like.searchToken()), day);
    }

    /**
     * The form of a detail report about one day.
     *
     * @param about what else the form holds: domains, or the group whose domains it is about
     */
    public static String detail(Map<String, String> about, LocalDate day) {
        return detail(about, day, day);
    }

    /** The form of a detail report about the days of a period. */
    public static String detail(Map<String, String> about, Period period) {
        return detail(about, period.first(), period.last());
    }

    private static String detail(Map<String, String> about, LocalDate first, LocalDate last) {
        Map<String, String> query = new LinkedHashMap<>(about);
        query.put(LinkParameter.START_DATE, first.toString());
        query.put(LinkParameter.END_DATE, last.toString());
        return PageList.path(DETAIL, query);
    }

    /** A detail report's page. */
    public static String detailReport(String searchToken) {
        return with(DETAIL_REPORT, searchToken);
    }

    /** All changes of one sort on a day. */
    public static String timeline(LocalDate day, Change change) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.BEGIN, day.toString());
        query.put(LinkParameter.END, day.toString());
        query.put(LinkParameter.CHANGES, change.code());
        return PageList.path(TIMELINE, query);
    }

    /** The sources that were new in a period. */
    public static String timelineOfNewSources(Period period) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.CHANGES, ChangeKind.SOURCES.code());
        query.put(LinkParameter.BEGIN, period.first().toString());
        query.put(LinkParameter.END, period.last().toString());
        return PageList.path(TIMELINE, query);
    }

    /**
     * What happened to some domains.
     *
     * @param domain part of their names
     */
    public static String timeline(String domain) {
        return PageList.path(TIMELINE, Map.of(LinkParameter.DOMAIN, domain));
    }

    /** A TLS policy's page, with the failures of its usual number of days. */
    public static String tlsPolicy(long id) {
        return with(TLS_POLICY, id);
    }

    /** A TLS policy's page, with the failures of so many days. */
    public static String tlsPolicy(long id, int days) {
        return PageList.path(tlsPolicy(id), Map.of(LinkParameter.DAYS, String.valueOf(days)));
    }

    /** The reports of a reporter. */
    public static String reportsOf(Reporter reporter) {
        return PageList.path(
                REPORTS, Map.of(LinkParameter.REPORTER, String.valueOf(reporter.id())));
    }

    /** The reports about a domain. */
    public static String reportsOf(Domain domain) {
        return PageList.path(REPORTS, Map.of(LinkParameter.WHOLE_DOMAIN, domain.name().value()));
    }

    /** The reports that an import brought. */
    public static String reportsOf(Import one) {
        return PageList.path(REPORTS, Map.of(LinkParameter.IMPORT, String.valueOf(one.id())));
    }

    /** The page of a search in failure reports. */
    public static String forensicSearch(long id) {
        return with(FORENSIC_SEARCH, id);
    }

    // ---- links: tools and settings ------------------------------------------------------------

    /** The inspector of one of a domain's records. */
    public static String inspector(InspectedRecord record, String domain) {
        return INSPECTORS + "?record=" + record.code() + "&domain=" + domain;
    }

    /** An import's page. */
    public static String importOf(long id) {
        return with(IMPORT, id);
    }

    /** A user's page. */
    public static String user(long id) {
        return with(USER, id);
    }

    /** The page of a source that the account has described. */
    public static String customSource(long id) {
        return with(CUSTOM_SOURCE, id);
    }

    // ---- links: sign-in -----------------------------------------------------------------------

    /**
     * The sign-in.
     *
     * @param next the local path of the page to show afterwards
     */
    public static String signIn(String next) {
        return withNext(SIGN_IN, next);
    }

    /** The sign-in by the identity provider. */
    public static String signInByProvider(String next) {
        return withNext(SIGN_IN_PROVIDER, next);
    }

    /** The second step of the sign-in. */
    public static String signInCode(String next) {
        return withNext(SIGN_IN_CODE, next);
    }

    /** The sign-in for a visitor who sent a form after their session had ended. */
    static String signInAgain(String next) {
        return LocalPath.with(signIn(next), LinkParameter.SESSION_OVER, "1");
    }

    private static String withNext(String path, String next) {
        return next.equals(OVERVIEW)
                ? path
                : path
                        + "?"
                        + LinkParameter.NEXT
                        + "="
                        + URLEncoder.encode(next, StandardCharsets.UTF_8);
    }
}
