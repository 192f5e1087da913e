package org.mailvane.web.frame;

/**
 * The names of query parameters that links from one page to another carry. A page's other
 * parameters are named by the class that reads them.
 */
public final class LinkParameter {

    /** Part of the name of domains. */
    public static final String DOMAIN = "domain";

    /** The whole name of a domain. */
    public static final String WHOLE_DOMAIN = "domain_exact";

    /** The health of domains, or an {@link ItemState}. */
    public static final String STATE = "state";

    /** The number of a category of sources. */
    public static final String CATEGORY = "category";

    /** The code of a change, or of a {@link ChangeKind}. */
    public static final String CHANGES = "changes";

    /** The first and the last day of a list. */
    public static final String BEGIN = "begin";

    public static final String END = "end";

    /** The first and the last day of a detail report. */
    public static final String START_DATE = "start_date";

    public static final String END_DATE = "end_date";

    /** The names of the domains of a detail report, with commas. */
    public static final String DOMAINS = "domains";

    /** The address or network whose mail a detail report is about. */
    public static final String NETWORK = "ip_cidr";

    /** The search token of the detail report whose criteria a form starts with. */
    public static final String LIKE = "like";

    /** A number of days until today. */
    public static final String DAYS = "days";

    public static final String REPORTER = "reporter_id";
    public static final String IMPORT = "import_id";

    /** Whether reports are held. */
    public static final String HELD = "held";

    /** The local path of the page to show afterwards. */
    public static final String NEXT = "next";

    /** Whether a form was sent after the session had ended. */
    public static final String SESSION_OVER = "over";

    private LinkParameter() {}
}
