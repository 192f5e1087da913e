package org.mailvane.actions;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.mailvane.api.binding.Coded;

/**
 * The steps that tasks are about, each with its category, priority and tab. The bundles {@code
 * messages} have a title {@code task.<code>} for each, and may have a reason {@code reason.<code>}.
 *
 * <p>Codes are stored: a task keeps its code while it is the same step, and a code that is not used
 * any more stays here.
 */
public enum TaskCode implements Coded {
    DOMAIN_CHECK("domain.check", TaskCategory.DOMAIN, TaskPriority.DOMAIN_CHECK, Tab.RECORDS),
    DOMAIN_PROTECT("domain.protect", TaskCategory.DOMAIN, TaskPriority.DOMAIN_PROTECT, Tab.RECORDS),
    DMARC_PUBLISH("dmarc.publish", TaskCategory.DMARC, TaskPriority.DMARC_PUBLISH, Tab.RECORDS),
    DMARC_FIX("dmarc.fix", TaskCategory.DMARC, TaskPriority.DMARC_FIX, Tab.RECORDS),
    DMARC_REPORT("dmarc.report", TaskCategory.DMARC, TaskPriority.DMARC_REPORT, Tab.RECORDS),
    DMARC_COLLECT("dmarc.collect", TaskCategory.DMARC, TaskPriority.DMARC_COLLECT, Tab.NONE),
    SOURCE_FIX("source.fix", TaskCategory.SOURCE, TaskPriority.SOURCE_FIX, Tab.SOURCES),
    SOURCE_DECIDE("source.decide", TaskCategory.SOURCE, TaskPriority.SOURCE_DECIDE, Tab.SOURCES),
    POLICY_RAISE("policy.raise", TaskCategory.POLICY, TaskPriority.POLICY_RAISE, Tab.RECORDS),
    SPF_DECIDE("spf.decide", TaskCategory.SPF, TaskPriority.OPTIONAL, Tab.RECORDS),
    SPF_PUBLISH("spf.publish", TaskCategory.SPF, TaskPriority.SPF_PUBLISH, Tab.RECORDS),
    SPF_FIX("spf.fix", TaskCategory.SPF, TaskPriority.SPF_FIX, Tab.RECORDS),
    SPF_CLOSE("spf.close", TaskCategory.SPF, TaskPriority.SPF_CLOSE, Tab.RECORDS),
    SPF_NARROW("spf.narrow", TaskCategory.SPF, TaskPriority.OPTIONAL, Tab.RECORDS),
    SPF_NAME("spf.name", TaskCategory.SPF, TaskPriority.OPTIONAL, Tab.RECORDS),
    DKIM_RESTORE("dkim.restore", TaskCategory.DKIM, TaskPriority.DKIM_RESTORE, Tab.RECORDS),
    DKIM_SIGN("dkim.sign", TaskCategory.DKIM, TaskPriority.DKIM_SIGN, Tab.RECORDS),
    DKIM_PUBLISH("dkim.publish", TaskCategory.DKIM, TaskPriority.DKIM_PUBLISH, Tab.RECORDS),
    DKIM_FIX("dkim.fix", TaskCategory.DKIM, TaskPriority.DKIM_FIX, Tab.RECORDS),
    TLS_REPORT("tls.report", TaskCategory.TLS, TaskPriority.TLS_REPORT, Tab.TLS),
    TLS_FIX("tls.fix", TaskCategory.TLS, TaskPriority.OPTIONAL, Tab.TLS),
    MTA_STS_FIX("mta_sts.fix", TaskCategory.TLS, TaskPriority.OPTIONAL, Tab.TLS),
    MTA_STS_ENFORCE("mta_sts.enforce", TaskCategory.TLS, TaskPriority.MTA_STS_ENFORCE, Tab.TLS),
    MTA_STS_PUBLISH("mta_sts.publish", TaskCategory.TLS, TaskPriority.OPTIONAL, Tab.TLS),
    BIMI_PUBLISH("bimi.publish", TaskCategory.BIMI, TaskPriority.OPTIONAL, Tab.RECORDS),

    /** A step that only a newer version of the program knows. */
    OTHER("other", TaskCategory.DOMAIN, TaskPriority.OPTIONAL, Tab.NONE);

    /** The tabs of a domain's page. */
    public enum Tab {
        RECORDS,
        SOURCES,
        TLS,

        /** There is nothing to do but to wait. */
        NONE;

        /** The start of the codes of findings about mail to the domain, and not from it. */
        private static final List<String> DELIVERY =
                List.of("tls_rpt.", "mta_sts.", "mta_sts_policy.");

        /** Returns the tab that shows what a finding is about. */
        static Tab ofFinding(String code) {
            return DELIVERY.stream().anyMatch(code::startsWith) ? TLS : RECORDS;
        }
    }

    /** Categories of tasks for which a DMARC policy may have to wait. */
    private static final Set<TaskCategory> BEFORE_POLICY =
            EnumSet.of(
                    TaskCategory.DMARC, TaskCategory.SPF, TaskCategory.DKIM, TaskCategory.SOURCE);

    private static final Map<String, TaskCode> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toMap(TaskCode::code, Function.identity()));

    private final String code;
    private final TaskCategory category;
    private final TaskPriority priority;
    private final Tab tab;

    TaskCode(String code, TaskCategory category, TaskPriority priority, Tab tab) {
        this.code = code;
        this.category = category;
        this.priority = priority;
        this.tab = tab;
    }

    /** Returns the word that is stored. */
    @Override
    public String code() {
        return code;
    }

    /** Returns what kind of step it is. */
    public TaskCategory category() {
        return category;
    }

    /** Returns how urgent it is. */
    public TaskPriority priority() {
        return priority;
    }

    /** Returns the tab of the domain's page that shows what it is about. */
    public Tab tab() {
        return tab;
    }

    /** Returns whether a DMARC policy may have to wait for it. */
    boolean isBeforePolicy() {
        return BEFORE_POLICY.contains(category) || this == DOMAIN_CHECK;
    }

    /** Returns the step of a word that was stored. */
    static TaskCode ofCode(String code) {
        return BY_CODE.getOrDefault(code, OTHER);
    }
}
