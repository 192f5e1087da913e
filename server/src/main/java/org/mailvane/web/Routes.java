package org.mailvane.web;

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
final class Routes {

    // ---- monitor ------------------------------------------------------------------------------

    static final String OVERVIEW = "/";

    static final String DOMAINS = "/domains";
    static final String DOMAINS_ADD = DOMAINS + "/add";
    static final String DOMAINS_CHANGE = DOMAINS + "/change";
    static final String DOMAIN = DOMAINS + "/{id}";

    static final String GROUPS = "/groups";
    static final String GROUPS_NEW = GROUPS + "/new";
    static final String GROUP = GROUPS + "/{id}";

    static final String SOURCES = "/sources";
    static final String SOURCES_REFRESH = SOURCES + "/refresh";
    static final String SOURCE = SOURCES + "/{id}";
    static final String SOURCE_DECISION = SOURCE + "/decision";

    static final String ISSUES = "/issues";
    static final String ISSUE_IGNORE = ISSUES + "/{id}/ignore";
    static final String TASKS = "/tasks";
    static final String TASK_IGNORE = TASKS + "/{id}/ignore";

    // ---- investigate --------------------------------------------------------------------------

    static final String DETAIL = "/detail";
    static final String DETAIL_REPORT = DETAIL + "/{report}";

    static final String TIMELINE = "/timeline";

    static final String TLS = "/tls";
    static final String TLS_POLICY = TLS + "/policies/{id}";

    static final String REPORTERS = "/reporters";
    static final String REPORTER_TRUST = REPORTERS + "/{id}/trust";

    static final String REPORTS = "/reports";
    static final String REPORTS_HELD = REPORTS + "?" + LinkParameter.HELD + "=true";
    static final String REPORT_IGNORE = REPORTS + "/{id}/ignore";
    static final String REPORT_RELEASE = REPORTS + "/{id}/release";

    static final String FORENSIC = "/forensic";
    static final String FORENSIC_SEARCH = FORENSIC + "/{id}";
    static final String FORENSIC_RECORD = FORENSIC_SEARCH + "/{record}";
    static final String FORENSIC_DELETE = FORENSIC_SEARCH + "/delete";

    static final String SEARCH = "/search";

    // ---- decide, and tools --------------------------------------------------------------------

    static final String PLANNER = "/planner";

    static final String INSPECTORS = "/inspectors";

    static final String IMPORTS = "/imports";
    static final String IMPORT = IMPORTS + "/{id}";

    /** Ignores the reports of an import. */
    static final String IMPORT_IGNORE = IMPORT + "/ignore";

    // ---- settings -----------------------------------------------------------------------------

    static final String SETTINGS = "/settings";
    static final String PROFILE = SETTINGS + "/profile";
    static final String TOKEN = SETTINGS + "/token";
    static final String SESSIONS = SETTINGS + "/sessions";
    static final String PASSWORD = SESSIONS + "/password";
    static final String SECOND_FACTOR = SETTINGS + "/second-factor";
    static final String SECOND_FACTOR_NEW = SECOND_FACTOR + "/new";
    static final String SECOND_FACTOR_CODES = SECOND_FACTOR + "/codes";
    static final String SECOND_FACTOR_OFF = SECOND_FACTOR + "/off";
    static final String USERS = SETTINGS + "/users";
    static final String USER = USERS + "/{id}";
    static final String ACCOUNT = SETTINGS + "/account";
    static final String REPORT_ADDRESSES = SETTINGS + "/addresses";
    static final String REPORT_ADDRESS_DELETE = REPORT_ADDRESSES + "/delete";
    static final String MAILBOXES = SETTINGS + "/mailboxes";
    static final String CUSTOM_SOURCES = SETTINGS + "/sources";
    static final String CUSTOM_SOURCES_NEW = CUSTOM_SOURCES + "/new";
    static final String CUSTOM_SOURCE = CUSTOM_SOURCES + "/{id}";

    // ---- first steps --------------------------------------------------------------------------

    static final String START = "/start";
    static final String START_REPORTS = START + "/reports";
    static final String START_RECORDS = START + "/records";

    /** How to go on from the demo to an installation with real reports. */
    static final String GETTING_STARTED = START + "/real";

    static final String SETUP = "/setup";

    // ---- sign-in, and what every page offers ---------------------------------------------------

    static final String SIGN_IN = "/sign-in";
    static final String SIGN_IN_CODE = SIGN_IN + "/code";
    static final String SIGN_IN_PROVIDER = SIGN_IN + "/provider";
    static final String SIGN_IN_PROVIDER_RETURN = SIGN_IN_PROVIDER + "/return";
    static final String SIGN_OUT = "/sign-out";
    static final String FORGOTTEN_PASSWORD = "/forgotten";

    static final String THEME = "/preferences/theme";
    static final String LANGUAGE = "/preferences/language";

    /** Files that pages load. */
    static final String ASSETS = "/assets/";

    private Routes() {}

    private static String with(String path, Object id) {
        return path.replaceFirst("\\{\\w+}", String.valueOf(id));
    }

    // ---- links: monitor -----------------------------------------------------------------------

    /** The domains with this health. */
    static String domains(DomainHealth health) {
        return PageList.path(DOMAINS, Map.of(LinkParameter.STATE, health.code()));
    }

    /** A domain's page. */
    static String domain(DomainId id) {
        return with(DOMAIN, id.value());
    }

    /** A part of a domain's page. */
    static String domain(DomainId id, DomainTab tab) {
        return tab == DomainTab.OVERVIEW ? domain(id) : domain(id) + "?tab=" + tab.code();
    }

    /**
     * The list of groups, whose groups lead back to a page.
     *
     * @param next that page
     */
    static String groups(String next) {
        return PageList.path(GROUPS, Map.of(LinkParameter.NEXT, next));
    }

    /** Whether a local path, with its query, is that of a page of groups. */
    static boolean isOfGroups(String path) {
        return path.matches(GROUPS + "([/?].*)?");
    }

    /** A group's page. */
    static String group(long id) {
        return with(GROUP, id);
    }

    /**
     * The sources of a category that sent in the last days.
     *
     * @param domain part of the names of the domains for which they sent
     */
    static String sources(Category category, String domain) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.CATEGORY, String.valueOf(category.number()));
        query.put(LinkParameter.DOMAIN, domain);
        return PageList.path(SOURCES, query);
    }

    /** A source's page. */
    static String source(int number) {
        return with(SOURCE, number);
    }

    /**
     * A source's page about the mail of some domains.
     *
     * @param domain part of their names
     */
    static String source(int number, String domain) {
        return PageList.path(source(number), Map.of(LinkParameter.DOMAIN, domain));
    }

    /**
     * The issues in a state.
     *
     * @param domain part of the names of their domains
     */
    static String issues(ItemState state, String domain) {
        return items(ISSUES, state, domain);
    }

    /**
     * The tasks in a state.
     *
     * @param domain part of the names of their domains
     */
    static String tasks(ItemState state, String domain) {
        return items(TASKS, state, domain);
    }

    private static String items(String path, ItemState state, String domain) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.STATE, state.code());
        query.put(LinkParameter.DOMAIN, domain);
        return PageList.path(path, query);
    }

    /** The form that ignores an issue or a task, or stops ignoring it. */
    static String ignore(ActionItem item) {
        return switch (item) {
            case Issue issue -> with(ISSUE_IGNORE, issue.id());
            case Task task -> with(TASK_IGNORE, task.id());
        };
    }

    // ---- links: investigate -------------------------------------------------------------------

    /** The form of a detail report with the criteria of another one, on one day alone. */
    static String detail(DetailReport like, LocalDate day) {
        return detail(Map.of(LinkParameter.LIKE, like.searchToken()), day);
    }

    /**
     * The form of a detail report about one day.
     *
     * @param about what else the form holds: domains, or the group whose domains it is about
     */
    static String detail(Map<String, String> about, LocalDate day) {
        return detail(about, day, day);
    }

    /** The form of a detail report about the days of a period. */
    static String detail(Map<String, String> about, Period period) {
        return detail(about, period.first(), period.last());
    }

    private static String detail(Map<String, String> about, LocalDate first, LocalDate last) {
        Map<String, String> query = new LinkedHashMap<>(about);
        query.put(LinkParameter.START_DATE, first.toString());
        query.put(LinkParameter.END_DATE, last.toString());
        return PageList.path(DETAIL, query);
    }

    /** A detail report's page. */
    static String detailReport(String searchToken) {
        return with(DETAIL_REPORT, searchToken);
    }

    /** All changes of one sort on a day. */
    static String timeline(LocalDate day, Change change) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(LinkParameter.BEGIN, day.toString());
        query.put(LinkParameter.END, day.toString());
        query.put(LinkParameter.CHANGES, change.code());
        return PageList.path(TIMELINE, query);
    }

    /** The sources that were new in a period. */
    static String timelineOfNewSources(Period period) {
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
    static String timeline(String domain) {
        return PageList.path(TIMELINE, Map.of(LinkParameter.DOMAIN, domain));
    }

    /** A TLS policy's page, with the failures of its usual number of days. */
    static String tlsPolicy(long id) {
        return with(TLS_POLICY, id);
    }

    /** A TLS policy's page, with the failures of so many days. */
    static String tlsPolicy(long id, int days) {
        return PageList.path(tlsPolicy(id), Map.of(LinkParameter.DAYS, String.valueOf(days)));
    }

    /** The reports of a reporter. */
    static String reportsOf(Reporter reporter) {
        return PageList.path(
                REPORTS, Map.of(LinkParameter.REPORTER, String.valueOf(reporter.id())));
    }

    /** The reports about a domain. */
    static String reportsOf(Domain domain) {
        return PageList.path(REPORTS, Map.of(LinkParameter.WHOLE_DOMAIN, domain.name().value()));
    }

    /** The reports that an import brought. */
    static String reportsOf(Import one) {
        return PageList.path(REPORTS, Map.of(LinkParameter.IMPORT, String.valueOf(one.id())));
    }

    /** The page of a search in failure reports. */
    static String forensicSearch(long id) {
        return with(FORENSIC_SEARCH, id);
    }

    // ---- links: tools and settings ------------------------------------------------------------

    /** The inspector of one of a domain's records. */
    static String inspector(InspectedRecord record, String domain) {
        return INSPECTORS + "?record=" + record.code() + "&domain=" + domain;
    }

    /** An import's page. */
    static String importOf(long id) {
        return with(IMPORT, id);
    }

    /** A user's page. */
    static String user(long id) {
        return with(USER, id);
    }

    /** The page of a source that the account has described. */
    static String customSource(long id) {
        return with(CUSTOM_SOURCE, id);
    }

    // ---- links: sign-in -----------------------------------------------------------------------

    /**
     * The sign-in.
     *
     * @param next the local path of the page to show afterwards
     */
    static String signIn(String next) {
        return withNext(SIGN_IN, next);
    }

    /** The sign-in by the identity provider. */
    static String signInByProvider(String next) {
        return withNext(SIGN_IN_PROVIDER, next);
    }

    /** The second step of the sign-in. */
    static String signInCode(String next) {
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
