package org.mailvane.issues;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.mailvane.api.Coded;

/**
 * Which step a task is. Codes are stored: a task keeps its code while it is the same step, and a
 * code that is not used any more stays here.
 */
public enum TaskCode implements Coded {
    DOMAIN_CHECK("domain.check", TaskCategory.DOMAIN, Place.RECORDS),
    DOMAIN_PROTECT("domain.protect", TaskCategory.DOMAIN, Place.RECORDS),
    DMARC_PUBLISH("dmarc.publish", TaskCategory.DMARC, Place.RECORDS),
    DMARC_FIX("dmarc.fix", TaskCategory.DMARC, Place.RECORDS),
    DMARC_REPORT("dmarc.report", TaskCategory.DMARC, Place.RECORDS),
    DMARC_COLLECT("dmarc.collect", TaskCategory.DMARC, Place.NONE),
    SOURCE_FIX("source.fix", TaskCategory.SOURCE, Place.SOURCES),
    SOURCE_DECIDE("source.decide", TaskCategory.SOURCE, Place.SOURCES),
    POLICY_RAISE("policy.raise", TaskCategory.POLICY, Place.RECORDS),
    SPF_DECIDE("spf.decide", TaskCategory.SPF, Place.RECORDS),
    SPF_PUBLISH("spf.publish", TaskCategory.SPF, Place.RECORDS),
    SPF_FIX("spf.fix", TaskCategory.SPF, Place.RECORDS),
    SPF_CLOSE("spf.close", TaskCategory.SPF, Place.RECORDS),
    SPF_NARROW("spf.narrow", TaskCategory.SPF, Place.RECORDS),
    SPF_NAME("spf.name", TaskCategory.SPF, Place.RECORDS),
    DKIM_RESTORE("dkim.restore", TaskCategory.DKIM, Place.RECORDS),
    DKIM_SIGN("dkim.sign", TaskCategory.DKIM, Place.RECORDS),
    DKIM_PUBLISH("dkim.publish", TaskCategory.DKIM, Place.RECORDS),
    DKIM_FIX("dkim.fix", TaskCategory.DKIM, Place.RECORDS),
    TLS_REPORT("tls.report", TaskCategory.TLS, Place.TLS),
    TLS_FIX("tls.fix", TaskCategory.TLS, Place.TLS),
    MTA_STS_FIX("mta_sts.fix", TaskCategory.TLS, Place.TLS),
    MTA_STS_ENFORCE("mta_sts.enforce", TaskCategory.TLS, Place.TLS),
    MTA_STS_PUBLISH("mta_sts.publish", TaskCategory.TLS, Place.TLS),
    BIMI_PUBLISH("bimi.publish", TaskCategory.BIMI, Place.RECORDS),

    /** A step that only a newer version of the program knows. */
    OTHER("other", TaskCategory.DOMAIN, Place.NONE);

    /** The part of a domain's page that shows what a task is about. */
    public enum Place {
        RECORDS,
        SOURCES,
        TLS,

        /** There is nothing to do but to wait. */
        NONE
    }

    private static final Map<String, TaskCode> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toMap(TaskCode::code, Function.identity()));

    private final String code;
    private final TaskCategory category;
    private final Place place;

    TaskCode(String code, TaskCategory category, Place place) {
        this.code = code;
        this.category = category;
        this.place = place;
    }

    /** The word that is stored. */
    @Override
    public String code() {
        return code;
    }

    /** What kind of step it is. */
    public TaskCategory category() {
        return category;
    }

    /** Where a domain's page shows what it is about. */
    public Place place() {
        return place;
    }

    /** Returns the step of a word that was stored. */
    static TaskCode ofCode(String code) {
        return BY_CODE.getOrDefault(code, OTHER);
    }
}
