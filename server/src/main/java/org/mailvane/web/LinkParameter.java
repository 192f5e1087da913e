package org.mailvane.web;

/**
 * The names of query parameters that links from one page to another carry. A page's other
 * parameters are named by the class that reads them.
 */
final class LinkParameter {

    /** Part of the name of domains. */
    static final String DOMAIN = "domain";

    /** The whole name of a domain. */
    static final String WHOLE_DOMAIN = "domain_exact";

    /** The health of domains, or an {@link ItemState}. */
    static final String STATE = "state";

    /** The number of a category of sources. */
    static final String CATEGORY = "category";

    /** The code of a change, or of a {@link ChangeKind}. */
    static final String CHANGES = "changes";

    /** The first and the last day of a list. */
    static final String BEGIN = "begin";

    static final String END = "end";

    /** The first and the last day of a detail report. */
    static final String START_DATE = "start_date";

    static final String END_DATE = "end_date";

    /** The names of the domains of a detail report, with commas. */
    static final String DOMAINS = "domains";

    /** The address or network whose mail a detail report is about. */
    static final String NETWORK = "ip_cidr";

    /** The search token of the detail report whose criteria a form starts with. */
    static final String LIKE = "like";

    /** A number of days until today. */
    static final String DAYS = "days";

    static final String REPORTER = "reporter_id";
    static final String IMPORT = "import_id";

    /** Whether reports are held. */
    static final String HELD = "held";

    /** The local path of the page to show afterwards. */
    static final String NEXT = "next";

    /** Whether a form was sent after the session had ended. */
    static final String SESSION_OVER = "over";

    private LinkParameter() {}
}
