package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.mailvane.planner.Scenario.CUSTOM;
import static org.mailvane.planner.Scenario.SHARED;
import static org.mailvane.planner.Scenario.UNKNOWN;
import static org.mailvane.planner.Scenario.inherits;
import static org.mailvane.planner.Scenario.nowhere;
import static org.mailvane.planner.Scenario.published;
import static org.mailvane.planner.Scenario.removed;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.sources.Category;
import org.mailvane.sources.custom.SourceDecision.Decision;

/** The judgement, without database or clock. */
class PolicyPlanTest {

    private static final String RUA = "rua=mailto:abcd1234@reports.example";
    private static final String NONE = "p=none; " + RUA;
    private static final String QUARANTINE = "p=quarantine; " + RUA;
    private static final String REJECT = "p=reject; " + RUA;

    private static final String READY = "";
    private static final String V = "v=DMARC1; ";

    /**
     * What it is about; the situation; the recommendation; a part of the first text that blocks it,
     * empty where it is ready; the record to publish.
     */
    static Stream<Arguments> scenarios() {
        return Stream.of(
                // What DNS says.
                arguments(
                        "no record: one that asks for reports",
                        published(State.MISSING, "").own(100, 100),
                        "publish",
                        "has no DMARC record",
                        V + NONE),
                arguments(
                        "a parked domain without a record: nobody knows yet who sends",
                        published(State.MISSING, "").parked(),
                        "publish",
                        "has no DMARC record",
                        V + NONE),
                arguments(
                        "an enforcing record was removed, and the mail is ready for it",
                        removed("2026-11-19", "p=reject; sp=quarantine; " + RUA).own(100, 100),
                        "publish",
                        "has no DMARC record",
                        V + "p=reject; sp=quarantine; " + RUA),
                arguments(
                        "an enforcing record was removed, and the mail is not ready for it",
                        removed("2026-11-19", "p=reject; " + RUA).own(100, 90),
                        "publish",
                        "has no DMARC record",
                        V + NONE),
                arguments(
                        "no reports come since the record was removed",
                        removed("2026-11-12", REJECT).own(100, 100).silentSince("2026-11-11"),
                        "publish",
                        "has no DMARC record",
                        V + REJECT),
                arguments(
                        "the record was removed before all that is judged",
                        removed("2026-10-18", REJECT).silentSince("2026-10-17"),
                        "publish",
                        "has no DMARC record",
                        V + NONE),
                arguments(
                        "the same of a domain that sends nothing",
                        removed("2025-10-18", REJECT).parked(),
                        "publish",
                        "has no DMARC record",
                        V + REJECT),
                arguments(
                        "a removed record that was none",
                        removed("2026-11-19", "p=rejct; x").own(100, 100),
                        "publish",
                        "has no DMARC record",
                        V + NONE),
                arguments(
                        "a record without a policy gets one",
                        published(RUA).observed(3).own(100, 100),
                        "monitor",
                        "days were observed",
                        V + NONE),
                arguments(
                        "what has no effect is left out",
                        published(
                                        "p=none; pct=50; ri=3600; fo=1; rua=mailto:"
                                                + Scenario.MAILBOX
                                                + "!10m")
                                .observed(3)
                                .own(100, 100),
                        "monitor",
                        "days were observed",
                        V + NONE),
                arguments(
                        "what nobody knows is left out",
                        published("p=none; policy=reject; " + RUA).observed(3).own(100, 100),
                        "monitor",
                        "days were observed",
                        V + NONE),
                arguments(
                        "what has an effect stays",
                        published("p=quarantine; pct=50; fo=1; ruf=mailto:x@shop.example; " + RUA)
                                .observed(3)
                                .own(100, 100),
                        "monitor",
                        "days were observed",
                        V + "p=quarantine; pct=50; fo=1; ruf=mailto:x@shop.example; " + RUA),
                arguments(
                        "the record asks nobody for reports",
                        published("p=none").reportsElsewhere().own(1000, 1000),
                        "monitor",
                        "has no report address (rua)",
                        V + NONE),
                arguments(
                        "nobody passes by SPF, and the mail needs it",
                        published(NONE).ownBySpf(1000).spf(Spf.NOBODY),
                        "monitor",
                        "has an SPF record that authorises nobody",
                        V + NONE),
                arguments(
                        "nobody passes by SPF, and nobody needs to",
                        published(NONE).own(1000, 1000).spf(Spf.NOBODY),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "without SPF its own servers are not known as such",
                        published(NONE)
                                .sent(UNKNOWN, Category.FORWARDER, 3600, 3600, null, true)
                                .sent(UNKNOWN, Category.THREAT_OR_UNKNOWN, 2400, 0, null, false)
                                .spf(Spf.MISSING),
                        "monitor",
                        "its own senders can't be told from others: of 6,000 messages",
                        V + NONE),
                arguments(
                        "there is no such name",
                        nowhere(),
                        "publish",
                        "doesn't exist. Publish its zone before any record",
                        ""),
                arguments(
                        "DNS did not tell",
                        published(State.UNKNOWN, "").own(100, 100),
                        "monitor",
                        "is not known: DNS has not answered lately",
                        ""),
                arguments(
                        "the record was read for the first time",
                        published(State.UNKNOWN, "").readOnce().own(100, 100),
                        "monitor",
                        "has been read only once. Mailvane confirms it with a second lookup",
                        ""),
                arguments(
                        "a text that can't be read at all",
                        published(State.ERROR, "").own(100, 100),
                        "fix",
                        "has errors",
                        V + NONE),
                arguments(
                        "several records",
                        published(QUARANTINE).several().own(100, 100),
                        "fix",
                        "has several DMARC records",
                        V + QUARANTINE),
                arguments(
                        "several records, and mail that is not ready for what one asks for",
                        published(QUARANTINE).several().own(100, 90),
                        "fix",
                        "has several DMARC records",
                        V + NONE),
                arguments(
                        "several records, and few days",
                        published(QUARANTINE).several().observed(29).own(100, 100),
                        "fix",
                        "has several DMARC records",
                        V + NONE),
                arguments(
                        "several records, and a policy of subdomains that are not ready for it",
                        published("p=none; sp=reject; " + RUA).several().observed(29),
                        "fix",
                        "has several DMARC records",
                        V + "p=none; sp=none; " + RUA),
                arguments(
                        "several records, and everybody passes by SPF",
                        published(QUARANTINE).several().own(100, 100).spf(Spf.ANYONE),
                        "fix",
                        "has several DMARC records",
                        V + NONE),
                arguments(
                        "an error that takes the policy away, and mail that is not ready for it",
                        published("p=reject; sp=quarentine; " + RUA).own(100, 95),
                        "fix",
                        "has errors",
                        V + NONE),
                arguments(
                        "an error that takes the policy away, and mail that is ready for it",
                        published("p=reject; sp=quarentine; " + RUA).own(100, 100),
                        "fix",
                        "has errors",
                        V + REJECT),
                arguments(
                        "a policy that is no word: the rest is kept",
                        published("p=rejct; sp=quarantine; adkim=s; fo=1; " + RUA),
                        "fix",
                        "has errors",
                        V + "p=none; sp=quarantine; adkim=s; " + RUA),
                arguments(
                        "an address for reports that can't be read is replaced",
                        published("p=reject; rua=mailto:someone; aspf=s"),
                        "fix",
                        "has errors",
                        V + REJECT + "; aspf=s"),
                arguments(
                        "a mailbox without mailto: is meant as one",
                        published("p=reject; rua=someone@shop.example; aspf=s"),
                        "fix",
                        "has errors",
                        V + "p=reject; rua=mailto:someone@shop.example; aspf=s"),
                arguments(
                        "the same where nobody can mail reports here",
                        published("p=reject; rua=someone@shop.example").withoutMailbox(),
                        "fix",
                        "has errors",
                        V + "p=reject; rua=mailto:someone@shop.example"),
                arguments(
                        "one of two addresses is broken",
                        published("p=reject; " + RUA + ",dmarc@shop.example"),
                        "fix",
                        "has errors",
                        V + REJECT + ",mailto:dmarc@shop.example"),
                arguments(
                        "a host has not agreed to take reports",
                        published(QUARANTINE + ",mailto:x@vendor.example")
                                .refusedBy("vendor.example")
                                .own(100, 100),
                        "fix",
                        "vendor.example has not authorised",
                        V + QUARANTINE),
                arguments(
                        "the only host has not agreed to take reports",
                        published("p=reject; rua=mailto:x@vendor.example; aspf=s")
                                .refusedBy("vendor.example")
                                .own(100, 100),
                        "fix",
                        "vendor.example has not authorised",
                        V + REJECT + "; aspf=s"),
                arguments(
                        "the host of this service has not agreed: its address stays",
                        published(REJECT).refusedBy("reports.example").own(100, 100),
                        "fix",
                        "must publish a TXT record \"v=DMARC1\" at *._report._dmarc.reports.example.",
                        V + REJECT),
                arguments(
                        "tags that receivers ignore are left out",
                        published("p=quarantine; " + RUA + "; rf=afrf; ri=3600; fo=1")
                                .own(100, 100),
                        "reject",
                        READY,
                        V + REJECT),
                // One step after the other.
                arguments(
                        "all passes at none",
                        published(NONE).own(1000, 1000),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "all passes at quarantine, for as long as is known",
                        published(QUARANTINE).own(1000, 1000),
                        "reject",
                        READY,
                        V + REJECT),
                arguments(
                        "quarantine since 13 days",
                        published(QUARANTINE).own(1000, 1000).held(13),
                        "monitor",
                        "Quarantine has been in force for 13 days. Keep it for 14 days",
                        V + QUARANTINE),
                arguments(
                        "quarantine since 14 days",
                        published(QUARANTINE).own(1000, 1000).held(14),
                        "reject",
                        READY,
                        V + REJECT),
                arguments(
                        "none since yesterday holds nobody back",
                        published(NONE).own(1000, 1000).held(1),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "all passes at reject",
                        published(REJECT).own(1000, 1000),
                        "maintain",
                        READY,
                        V + REJECT),
                arguments(
                        "much fails at reject: it is said, and nothing weakened",
                        published(REJECT).own(1000, 900),
                        "monitor",
                        "Of 1,000 messages from capable sources",
                        V + REJECT),
                // Days.
                arguments(
                        "29 days were observed",
                        published(NONE).own(1000, 1000).observed(29),
                        "monitor",
                        "29 days were observed up to 2026-11-16; 30 are needed.",
                        V + NONE),
                arguments(
                        "30 days were observed",
                        published(NONE).own(1000, 1000).observed(30),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "nothing was observed",
                        published(NONE).observed(0),
                        "monitor",
                        "0 days were observed up to 2026-11-16; 30 are needed.",
                        V + NONE),
                arguments(
                        "a silent domain whose reports would come",
                        published(NONE).observed(30),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "a silent domain whose reports go elsewhere",
                        published("p=none; rua=mailto:a@shop.example; fo=1").reportsElsewhere(),
                        "monitor",
                        "No reports arrive",
                        V + "p=none; rua=mailto:a@shop.example,mailto:abcd1234@reports.example"),
                arguments(
                        "reports that come by another way are as good",
                        published("p=none; rua=mailto:a@shop.example")
                                .reportsElsewhere()
                                .own(100, 100),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; rua=mailto:a@shop.example"),
                // Parked domains.
                arguments(
                        "parked: reject at once",
                        published(NONE).parked().observed(14),
                        "reject",
                        READY,
                        V + REJECT),
                arguments(
                        "parked, 13 days",
                        published(NONE).parked().observed(13),
                        "monitor",
                        "13 days were observed up to 2026-11-16; 14 are needed because the domain is marked as sending no mail.",
                        V + NONE),
                arguments(
                        "parked at quarantine since yesterday",
                        published(QUARANTINE).parked().held(1),
                        "reject",
                        READY,
                        V + REJECT),
                // What DNS says of SPF and DKIM since the reported mail was sent.
                arguments(
                        "SPF lets everybody send",
                        published(NONE).own(1000, 1000).spf(Spf.ANYONE),
                        "monitor",
                        "allows every server on the internet to send in its name",
                        V + NONE),
                arguments(
                        "the same at the highest policy",
                        published(REJECT).own(1000, 1000).spf(Spf.ANYONE),
                        "maintain",
                        "allows every server on the internet to send in its name",
                        V + REJECT),
                arguments(
                        "no SPF record, and mail needs it",
                        published(NONE).ownBySpf(1000).spf(Spf.MISSING),
                        "monitor",
                        "shop.example has no SPF record, and of 1,000 messages from capable sources from"
                                + " 2026-10-18 to 2026-11-16, only 0 passed with DKIM, which needs none.",
                        V + NONE),
                arguments(
                        "a broken SPF record, and mail needs it",
                        published(NONE).ownBySpf(1000).spf(Spf.BROKEN),
                        "monitor",
                        "has an SPF record that receivers can't use",
                        V + NONE),
                arguments(
                        "no SPF record, and signatures carry the mail",
                        published(NONE).own(1000, 1000).spf(Spf.MISSING),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "no key at any current selector, though subdomains could go ahead",
                        published("p=quarantine; sp=none; " + RUA)
                                .own(1000, 1000)
                                .lost("s1", "s2")
                                .below()
                                .own(1000, 1000),
                        "monitor",
                        "DNS has no usable DKIM key for shop.example, but reports show mail signed with selector s1, s2.",
                        V + "p=quarantine; sp=none; " + RUA),
                arguments(
                        "the key of most of the mail is gone, another stands",
                        published(NONE)
                                .own(1000, 1000)
                                .spf(Spf.USABLE)
                                .lapsedKey(1200, 1000, "s1._domainkey.shop.example"),
                        "monitor",
                        "Of 1,200 messages from capable sources that passed DMARC from 2026-11-13 to 2026-11-19, 1,000 passed only with a DKIM key that is gone from DNS or no longer usable, at s1._domainkey.shop.example.",
                        V + NONE),
                arguments(
                        "a key is gone by which 2 of 100 passed",
                        published(NONE)
                                .own(1000, 1000)
                                .lapsedKey(100, 2, "s1._domainkey.shop.example"),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "the same, and 2 of 100 had failed before",
                        published(NONE)
                                .own(100, 98)
                                .lapsedKey(100, 2, "s1._domainkey.shop.example"),
                        "monitor",
                        "2 passed only with a DKIM key that is gone",
                        V + NONE),
                arguments(
                        "a key is gone by which 3 of 100 passed",
                        published(NONE)
                                .own(1000, 1000)
                                .lapsedKey(100, 3, "s1._domainkey.shop.example"),
                        "monitor",
                        "3 passed only with a DKIM key that is gone",
                        V + NONE),
                arguments(
                        "the SPF record of a subdomain, by which most passed, is broken",
                        published(NONE)
                                .own(3600, 3600)
                                .below("news.shop.example")
                                .ownBySpf(12_000)
                                .spf(Spf.USABLE)
                                .lapsedSpf(15_600, 12_000, "news.shop.example"),
                        "monitor",
                        "Of 15,600 messages from capable sources that passed DMARC from 2026-10-18 to 2026-11-16, 12,000 passed only with an SPF record that is gone or no longer usable, at news.shop.example.",
                        V + NONE),
                arguments(
                        "the same, little in all: the policy of subdomains stays",
                        published(NONE)
                                .own(10_000, 10_000)
                                .below("news.shop.example")
                                .ownBySpf(100)
                                .lapsedSpf(10_100, 100, "news.shop.example"),
                        "quarantine",
                        READY,
                        V + "p=quarantine; sp=none; np=reject; " + RUA),
                arguments(
                        "the same where nothing but subdomains is left to do",
                        published("p=reject; sp=none; np=reject; " + RUA)
                                .own(10_000, 10_000)
                                .below("news.shop.example")
                                .ownBySpf(100)
                                .lapsedSpf(10_100, 100, "news.shop.example"),
                        "monitor",
                        "100 passed only with an SPF record that is gone",
                        V + "p=reject; sp=none; np=reject; " + RUA),
                arguments(
                        "a subdomain lets everybody send, for the domain too",
                        published(NONE).own(1000, 1000).open("bad.shop.example"),
                        "monitor",
                        "The SPF record of bad.shop.example allows every server on the internet to send in its name",
                        V + NONE),
                arguments(
                        "the same with strict alignment, where it passes for itself alone",
                        published(NONE + "; aspf=s").own(1000, 1000).open("bad.shop.example"),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA + "; aspf=s"),
                arguments(
                        "no DKIM at all: the step is the owner's to take, knowing what it costs",
                        published(QUARANTINE).ownBySpf(4000).spf(Spf.USABLE).withoutKey(),
                        "reject",
                        READY,
                        V + REJECT),
                arguments(
                        "a web address for reports is none",
                        published("p=none; rua=https://x.example/r")
                                .reportsElsewhere()
                                .own(1000, 1000),
                        "monitor",
                        "No address in the rua tag of the DMARC record of shop.example accepts reports",
                        V + NONE),
                arguments(
                        "the host of the only address takes no mail",
                        published("p=none; rua=mailto:a@dead.example")
                                .reportsElsewhere()
                                .deaf("dead.example")
                                .own(1000, 1000),
                        "monitor",
                        "No address in the rua tag of the DMARC record of shop.example accepts reports",
                        V + NONE),
                arguments(
                        "the host of one of two addresses takes no mail",
                        published("p=none; rua=mailto:a@dead.example,mailto:a@shop.example")
                                .reportsElsewhere()
                                .deaf("dead.example")
                                .own(1000, 1000),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; rua=mailto:a@shop.example"),
                arguments(
                        "the same at the highest policy",
                        published("p=reject; rua=mailto:a@dead.example," + "mailto:a@shop.example")
                                .reportsElsewhere()
                                .deaf("dead.example")
                                .own(1000, 1000),
                        "maintain",
                        READY,
                        V + "p=reject; rua=mailto:a@shop.example"),
                arguments(
                        "our own address without mailto: is named once",
                        published("p=none; rua=" + Scenario.MAILBOX)
                                .reportsElsewhere()
                                .own(1000, 1000),
                        "fix",
                        "has errors",
                        V + NONE),
                arguments(
                        "our address comes first where two others stand",
                        published("p=none; rua=mailto:a@shop.example,mailto:b@shop.example")
                                .reportsElsewhere(),
                        "monitor",
                        "No reports arrive",
                        V + NONE + ",mailto:a@shop.example,mailto:b@shop.example"),
                arguments(
                        "what has no effect at the highest policy is left out",
                        published("p=reject;; pct=101; x=1; " + RUA).own(1000, 1000),
                        "maintain",
                        READY,
                        V + REJECT),
                arguments(
                        "two semicolons alone",
                        published("p=reject;; " + RUA).own(1000, 1000),
                        "maintain",
                        READY,
                        V + REJECT),
                arguments(
                        "psd=y of a domain that is no public suffix",
                        published(REJECT + "; psd=y").psdUnfit().own(1000, 1000),
                        "maintain",
                        READY,
                        V + REJECT),
                arguments(
                        "psd=y of a public suffix",
                        published(REJECT + "; psd=y").own(1000, 1000),
                        "maintain",
                        READY,
                        V + REJECT + "; psd=y"),
                arguments(
                        "a test of no policy",
                        published("p=none; t=y; " + RUA).own(1000, 1000).observed(3),
                        "monitor",
                        "days were observed",
                        V + NONE),
                arguments(
                        "subdomains that have a policy of their own do not hold the domain back",
                        published("p=quarantine; sp=none; " + RUA)
                                .own(3600, 3600)
                                .below()
                                .own(300, 0),
                        "reject",
                        READY,
                        V + "p=reject; sp=none; np=reject; " + RUA),
                arguments(
                        "nor do they carry it",
                        published("p=quarantine; sp=none; " + RUA)
                                .own(100, 97)
                                .below()
                                .own(10_000, 10_000),
                        "monitor",
                        "Of 100 messages from capable sources in the name of the domain itself from 2026-10-18 to 2026-11-16, 97 passed DMARC, which is 97.0%; 98% is needed.",
                        V + "p=quarantine; sp=quarantine; " + RUA),
                // Shares.
                arguments(
                        "98 of 100 pass, and what fails may be in names that do not exist",
                        published(NONE).own(100, 98),
                        "quarantine",
                        READY,
                        V + QUARANTINE),
                arguments(
                        "97 of 100 pass",
                        published(NONE).own(100, 97),
                        "monitor",
                        "Of 100 messages from capable sources from 2026-10-18 to 2026-11-16, 97 passed"
                                + " DMARC, which is 97.0%; 98% is needed.",
                        V + NONE),
                arguments(
                        "a share that would be rounded up",
                        published(NONE).own(100_000, 97_999),
                        "monitor",
                        "97,999 passed DMARC, which is 97.9%",
                        V + NONE),
                // Whose mail it is.
                arguments(
                        "a shared sender that never passed",
                        published(NONE).own(10_000, 10_000).shared(3, 0, null),
                        "monitor",
                        "Newsletters, a shared sender, sent 3 messages from 2026-10-18 to"
                                + " 2026-11-16, and none of its mail has ever passed DMARC",
                        V + NONE),
                arguments(
                        "it is not ours",
                        published(NONE).own(1000, 1000).shared(500, 0, Decision.NOT_OURS),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "it is ours, and fails",
                        published(NONE).own(1000, 1000).shared(500, 0, Decision.OURS),
                        "monitor",
                        "Of 1,500 messages",
                        V + NONE),
                arguments(
                        "it is ours, and so little that the share is kept",
                        published(NONE).own(10_000, 10_000).shared(3, 0, Decision.OURS),
                        "quarantine",
                        READY,
                        V + QUARANTINE),
                arguments(
                        "it passed long ago",
                        published(NONE)
                                .own(10_000, 10_000)
                                .sent(SHARED, Category.CAPABLE, 3, 0, null, true),
                        "quarantine",
                        READY,
                        V + QUARANTINE),
                arguments(
                        "a shared sender that can't pass",
                        published(NONE)
                                .own(1000, 1000)
                                .sent(SHARED, Category.NON_COMPLIANT, 5, 0, null, false),
                        "monitor",
                        "Decide for shop.example whether this is your mail",
                        V + NONE),
                arguments(
                        "a shared sender in a name that has decisions of its own",
                        published(NONE).own(1000, 1000).added("b.shop.example").shared(5, 0, null),
                        "monitor",
                        "Decide for b.shop.example whether this is your mail",
                        V + NONE),
                arguments(
                        "it was decided there, and not for the domain",
                        published(NONE)
                                .own(1000, 1000)
                                .shared(5, 0, null)
                                .added("b.shop.example")
                                .shared(5, 0, Decision.NOT_OURS),
                        "monitor",
                        "Decide for shop.example whether this is your mail",
                        V + NONE),
                arguments(
                        "one that relays what others sent",
                        published(NONE)
                                .own(1000, 1000)
                                .sent(SHARED, Category.FORWARDER, 500, 0, null, false),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "unknown sources and threats",
                        published(NONE)
                                .own(1000, 1000)
                                .sent(UNKNOWN, Category.THREAT_OR_UNKNOWN, 9999, 0, null, false),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "an own source that can't pass, as its owner knows",
                        published(NONE)
                                .own(10_000, 10_000)
                                .sent(CUSTOM, Category.NON_COMPLIANT, 100, 0, null, false),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                // Not there yet.
                arguments(
                        "reject in test mode is quarantine",
                        published("p=reject; t=y; " + RUA).own(1000, 1000),
                        "reject",
                        READY,
                        V + REJECT),
                arguments(
                        "a part of quarantine is none",
                        published("p=quarantine; pct=50; " + RUA).own(1000, 1000),
                        "quarantine",
                        READY,
                        V + "p=quarantine; np=reject; " + RUA),
                arguments(
                        "a part of reject stays as it is while something fails",
                        published("p=reject; pct=50; " + RUA).own(1000, 900),
                        "monitor",
                        "Of 1,000 messages",
                        V + "p=reject; pct=50; " + RUA),
                // Subdomains.
                arguments(
                        "reject but for subdomains, which are silent",
                        published("p=reject; sp=none; " + RUA).own(1000, 1000),
                        "reject",
                        READY,
                        V + "p=reject; sp=quarantine; np=reject; " + RUA),
                arguments(
                        "subdomains fail, little in all: their policy stays",
                        published(NONE).own(10_000, 10_000).below().own(100, 0),
                        "quarantine",
                        READY,
                        V + "p=quarantine; sp=none; np=reject; " + RUA),
                arguments(
                        "subdomains fail, much in all",
                        published(NONE).own(1000, 1000).below().own(1000, 0),
                        "monitor",
                        "Of 2,000 messages",
                        V + NONE),
                arguments(
                        "the domain fails, subdomains go ahead",
                        published(NONE).own(1000, 0).below().own(1000, 1000),
                        "monitor",
                        "Of 2,000 messages",
                        V + "p=none; sp=quarantine; " + RUA),
                arguments(
                        "capable mail in names that do not exist",
                        published(NONE).own(1000, 1000).missing().own(100, 100),
                        "quarantine",
                        READY,
                        V + "p=quarantine; " + RUA),
                arguments(
                        "names that do not exist alone are left",
                        published("p=reject; np=none; " + RUA).own(1000, 1000),
                        "reject",
                        READY,
                        V + "p=reject; np=reject; " + RUA),
                arguments(
                        "what subdomains have is not weakened",
                        published("p=none; sp=reject; " + RUA).own(1000, 1000),
                        "quarantine",
                        READY,
                        V + "p=quarantine; sp=reject; " + RUA),
                arguments(
                        "subdomains are at quarantine since 3 days",
                        published("p=reject; sp=quarantine; np=reject; " + RUA)
                                .own(1000, 1000)
                                .subdomainsHeld(3),
                        "monitor",
                        "Quarantine for subdomains has been in force for 3 days",
                        V + "p=reject; sp=quarantine; np=reject; " + RUA),
                arguments(
                        "subdomains are at quarantine since 14 days",
                        published("p=reject; sp=quarantine; np=reject; " + RUA)
                                .own(1000, 1000)
                                .subdomainsHeld(14),
                        "reject",
                        READY,
                        V + "p=reject; sp=reject; np=reject; " + RUA),
                arguments(
                        "that of subdomains has changed, that of the domain has held",
                        published("p=quarantine; sp=none; np=reject; " + RUA)
                                .own(1000, 1000)
                                .held(60)
                                .subdomainsHeld(1),
                        "reject",
                        READY,
                        V + "p=reject; sp=quarantine; np=reject; " + RUA),
                arguments(
                        "reject but for subdomains, whose mail fails, little in all",
                        published("p=reject; sp=none; np=reject; " + RUA)
                                .own(10_000, 10_000)
                                .below()
                                .own(100, 0),
                        "monitor",
                        "In the names of subdomains, whose policy is none, 0 of 100 messages",
                        V + "p=reject; sp=none; np=reject; " + RUA),
                arguments(
                        "reports have stopped",
                        published(NONE).own(1000, 1000).silentSince("2026-11-01"),
                        "monitor",
                        "Reports about shop.example have stopped: the last one covers 2026-11-01.",
                        V + NONE),
                // Within an organisation.
                arguments(
                        "a subdomain with a record of its own",
                        published("p=none; sp=none; " + RUA).subdomain().own(1000, 1000),
                        "quarantine",
                        READY,
                        V + "p=quarantine; " + RUA),
                arguments(
                        "a subdomain at reject, whose sp counts for nobody",
                        published("p=reject; sp=none; " + RUA).subdomain().own(1000, 1000),
                        "maintain",
                        READY,
                        V + REJECT),
                arguments(
                        "a subdomain that is an organisation of its own (psd=n)",
                        published("p=none; psd=n; " + RUA).own(1000, 1000).below().own(10, 0),
                        "quarantine",
                        READY,
                        V + "p=quarantine; sp=none; np=reject; psd=n; " + RUA),
                arguments(
                        "an inherited policy: a record of its own would go ahead",
                        inherits("none", "p=none; sp=none; psd=n; adkim=s; " + RUA).own(1000, 1000),
                        "quarantine",
                        READY,
                        V + "p=quarantine; adkim=s; " + RUA),
                arguments(
                        "an inherited policy and failing mail: nothing is to be published",
                        inherits("none", NONE).own(1000, 10),
                        "monitor",
                        "Of 1,000 messages",
                        ""),
                arguments(
                        "an inherited reject",
                        inherits("reject", REJECT).own(1000, 1000),
                        "maintain",
                        READY,
                        ""),
                arguments(
                        "an inherited record with errors",
                        inherits("none", NONE + ",b@shop.example").own(1000, 1000),
                        "monitor",
                        "The DMARC record of example.org, which applies to shop.example, has errors.",
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void isJudged(
            String name,
            Scenario scenario,
            String recommendation,
            String blocking,
            String recommendedRecord) {
        PolicyAdvice advice = scenario.advice();
        assertThat(advice.recommendation().code()).as(name).isEqualTo(recommendation);
        if (blocking.isEmpty()) {
            assertThat(AdviceTexts.of(advice.blocking())).isEmpty();
            assertThat(advice.ready()).isTrue();
        } else {
            assertThat(AdviceTexts.of(advice.blocking()).getFirst()).contains(blocking);
            assertThat(advice.ready()).isFalse();
        }
        assertThat(advice.recommendedRecord()).isEqualTo(recommendedRecord);
    }

    @Test
    void failingSourcesAreNamedThoseWithTheMostFailuresFirst() {
        PolicyAdvice advice =
                published(NONE)
                        .own(1000, 900)
                        .below()
                        .shared(500, 100, null)
                        .sent(UNKNOWN, Category.CAPABLE, 50, 50, null, true)
                        .advice();
        assertThat(AdviceTexts.of(advice.blocking()))
                .containsExactly(
                        "Of 1,550 messages from capable sources from 2026-10-18 to 2026-11-16, 1,050 passed DMARC, which is 67.7%; 98% is needed.",
                        "Newsletters: 400 of 500 messages in the names of subdomains failed DMARC from 2026-10-18 to 2026-11-16.",
                        "Own servers: 100 of 1,000 messages failed DMARC from 2026-10-18 to 2026-11-16.");
        assertThat(advice.sources())
                .containsExactly(
                        new SenderEvidence(
                                SHARED,
                                "Newsletters",
                                "slug",
                                500,
                                400,
                                false,
                                true,
                                List.of(),
                                List.of(),
                                false,
                                false,
                                true),
                        new SenderEvidence(
                                1,
                                "Own servers",
                                "slug",
                                1000,
                                100,
                                true,
                                false,
                                List.of(),
                                List.of(),
                                false,
                                false,
                                true));
    }

    @Test
    void aRemovedRecordIsNamed() {
        assertThat(AdviceTexts.of(removed("2026-11-19", REJECT).own(100, 90).advice().notes()))
                .containsExactly(
                        "Until 2026-11-19 the record was \"v=DMARC1; p=reject; rua=mailto:%s\"."
                                .formatted(Scenario.MAILBOX),
                        "Without the record, receivers apply no policy, and shop.example is not ready for the one it had. The record to publish starts with p=none.");
    }

    @Test
    void aRemovedRecordIsNamedWhereAWeakerOneFromAboveCounts() {
        String text = "Until 2026-11-19 the record was \"v=DMARC1; p=quarantine\".";
        assertThat(
                        AdviceTexts.of(
                                inherits("none", NONE)
                                        .after("2026-11-19", "p=quarantine")
                                        .own(100, 100)
                                        .advice()
                                        .notes()))
                .contains(text);
        assertThat(
                        AdviceTexts.of(
                                inherits("quarantine", QUARANTINE)
                                        .after("2026-11-19", "p=quarantine")
                                        .own(100, 100)
                                        .advice()
                                        .notes()))
                .doesNotContain(text);
    }

    @Test
    void onlySoManyDomainsAreNamedOfWhichToDecide() {
        Scenario scenario = published(NONE).shared(5, 0, null);
        for (String name : List.of("a", "b", "c", "d")) {
            scenario.added(name + ".shop.example").shared(5, 0, null);
        }
        assertThat(AdviceTexts.of(scenario.advice().blocking()).getFirst())
                .endsWith(
                        "Decide for a.shop.example, b.shop.example, c.shop.example and 2 more whether this is your mail.");
    }

    @Test
    void mailOfAParkedDomainThatPassesIsSaidWhoeverSendsIt() {
        assertThat(
                        AdviceTexts.of(
                                published(REJECT)
                                        .parked()
                                        .sent(
                                                UNKNOWN,
                                                Category.THREAT_OR_UNKNOWN,
                                                50,
                                                20,
                                                null,
                                                true)
                                        .advice()
                                        .notes()))
                .contains(
                        "The domain is marked as sending no mail, but 20 messages passed DMARC from 2026-10-18 to 2026-11-16.");
    }

    @Test
    void whereNoMailIsKnownNothingIsSaidOfWhatItNeeds() {
        assertThat(AdviceTexts.of(published(NONE).spf(Spf.USABLE).advice().met()))
                .contains("There is an SPF record that receivers can use.");
        assertThat(AdviceTexts.of(published(NONE).spf(Spf.USABLE).own(10, 10).advice().met()))
                .contains("SPF and DKIM are published in DNS as the mail requires.");
    }

    /** Those with the most failed messages, in all categories and decisions of a source. */
    @Test
    void namesBelowInWhichASourceFailsAreTold() {
        PolicyAdvice advice =
                published(NONE)
                        .below("a.shop.example")
                        .shared(10, 5, null)
                        .below("b.shop.example")
                        .shared(10, 2, null)
                        .below("c.shop.example")
                        .shared(10, 9, null)
                        .below("d.shop.example")
                        .shared(10, 1, null)
                        .below("e.shop.example")
                        .shared(10, 10, null)
                        .advice();
        assertThat(advice.sources().getFirst().failingNames())
                .hasSize(SenderEvidence.MAX_NAMES)
                .containsExactly("d.shop.example", "b.shop.example", "a.shop.example");
    }

    @Test
    void figuresAreThoseOfAllMessagesAndSharesThoseOfCapableSources() {
        PolicyAdvice advice =
                published(NONE)
                        .own(1000, 999)
                        .shared(500, 0, Decision.NOT_OURS)
                        .sent(CUSTOM, Category.NON_COMPLIANT, 10, 0, null, false)
                        .below()
                        .sent(SHARED, Category.FORWARDER, 300, 100, null, false)
                        .sent(UNKNOWN, Category.THREAT_OR_UNKNOWN, 20, 0, null, false)
                        .advice();
        assertThat(advice.counts().capable()).isEqualTo(1500);
        assertThat(advice.counts().nonCompliant()).isEqualTo(10);
        assertThat(advice.counts().forwarded()).isEqualTo(300);
        assertThat(advice.counts().threatOrUnknown()).isEqualTo(20);
        assertThat(advice.share().dmarc()).hasToString("99.9");
        assertThat(AdviceTexts.of(advice.notes()))
                .containsExactly(
                        "Of 300 messages that forwarders or mailing lists passed on from 2026-10-18 to 2026-11-16, 200 failed DMARC. Receivers that don't recognise forwarding block such mail, and at p=reject it is lost (RFC 9989, section 7.4).",
                        "Scanner can't pass DMARC: a policy blocks its mail, 10 messages from 2026-10-18 to 2026-11-16.");
        // A source that fails and does not block it is listed all the same.
        assertThat(advice.sources())
                .containsExactly(
                        new SenderEvidence(
                                1,
                                "Own servers",
                                "slug",
                                1000,
                                1,
                                true,
                                false,
                                List.of(),
                                List.of(),
                                false,
                                false,
                                false));
    }

    /** Who sends what can't pass, whether it is the owner's, and how many messages are lost. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            textBlock =
                    """
                    own source, CUSTOM, 100, 0, -, 100
                    own source of which some passed, CUSTOM, 100, 30, -, 70
                    shared source decided to be ours, SHARED, 100, 0, OURS, 100
                    shared source decided not to be ours, SHARED, 100, 0, NOT_OURS, 0
                    shared source of which nothing is said, SHARED, 100, 0, -, 0
                    """)
    void mailThatCantPassIsTheOwnersWhereItIsKnownAsSuch(
            String about,
            String source,
            long messages,
            long passed,
            @Nullable Decision decision,
            long lost) {
        PolicyAdvice advice =
                published(NONE)
                        .own(1000, 990)
                        .sent(
                                source.equals("CUSTOM") ? CUSTOM : SHARED,
                                Category.NON_COMPLIANT,
                                messages,
                                passed,
                                decision,
                                passed > 0)
                        .advice();
        assertThat(advice.lost()).as(about).isEqualTo(lost);
        assertThat(advice.affected()).as(about).isEqualTo(10 + lost);
        assertThat(advice.held())
                .as("all that can't pass is held back once: " + about)
                .isEqualTo(10 + messages);
        assertThat(
                        AdviceTexts.of(advice.notes()).stream()
                                .anyMatch(
                                        note -> note.contains("can't pass DMARC: a policy blocks")))
                .as(about)
                .isEqualTo(lost > 0);
    }

    @Test
    void sharesDoNotApplyWhereNobodyCouldPass() {
        PolicyAdvice advice = published(NONE).advice();
        assertThat(advice.share().dmarc()).hasToString("-999");
        assertThat(advice.share().spf()).hasToString("-999");
        assertThat(advice.share().dkim()).hasToString("-999");
    }

    @ParameterizedTest
    @CsvSource({"0, sent no messages", "49, only 49 messages", "50, ''", "1, only 1 message "})
    void littleTrafficIsSaid(long messages, String text) {
        PolicyAdvice advice = published(NONE).own(messages, messages).advice();
        assertThat(advice.ready()).isTrue();
        if (text.isEmpty()) {
            assertThat(AdviceTexts.of(advice.notes())).isEmpty();
        } else {
            assertThat(AdviceTexts.of(advice.notes()).getFirst()).contains(text);
        }
    }

    static Stream<Arguments> whatIsMet() {
        return Stream.of(
                arguments(
                        published(QUARANTINE).held(20).own(1000, 995).spf(Spf.USABLE),
                        List.of(
                                "400 days were observed",
                                "Reports arrive: they cover 1,000 messages",
                                "SPF and DKIM are published in DNS as the mail requires.",
                                "Receivers can use the DMARC record of shop.example.",
                                "Quarantine has been in force for 20 days. Keep it for 14 days",
                                "No shared sender needs your decision.",
                                "995 passed DMARC, which is 99.5%; 98% is needed.")),
                arguments(
                        published(QUARANTINE)
                                .observed(3)
                                .held(3)
                                .own(1000, 10)
                                .shared(12, 0, null)
                                .spf(Spf.ANYONE),
                        List.of(
                                "Reports arrive: they cover 1,012 messages",
                                "Receivers can use the DMARC record of shop.example.")),
                arguments(
                        inherits("none", NONE).silentSince("2026-11-01"),
                        List.of(
                                "400 days were observed",
                                "the DMARC record of example.org, which applies to shop.example.")),
                arguments(published(NONE).parked().observed(14), List.of("14 days", "Receivers")),
                arguments(
                        published(NONE).parked().observed(14).spf(Spf.MISSING),
                        List.of("14 days", "Receivers")),
                arguments(published(State.MISSING, "").own(100, 100), List.of()),
                arguments(published(State.UNKNOWN, "").own(100, 100), List.of()),
                arguments(published("p=x").own(100, 100), List.of()));
    }

    @ParameterizedTest
    @MethodSource("whatIsMet")
    void whatIsMetIsSaidToo(Scenario scenario, List<String> parts) {
        List<String> met = AdviceTexts.of(scenario.advice().met());
        assertThat(met).hasSameSizeAs(parts);
        for (int i = 0; i < parts.size(); i++) {
            assertThat(met.get(i)).contains(parts.get(i));
        }
    }

    @Test
    void whatIsToBeKnownBesidesIsNoted() {
        assertThat(AdviceTexts.of(published(NONE).parked().own(100, 100).advice().notes()))
                .containsExactly(
                        "The domain is marked as sending no mail, but 100 messages passed DMARC from 2026-10-18 to 2026-11-16.");
        assertThat(
                        AdviceTexts.of(
                                published("p=reject; t=y; " + RUA).own(100, 100).advice().notes()))
                .containsExactly(
                        "With t=y, receivers apply the policy only in part, so it counts as one level weaker. Remove t=y now: the record to publish doesn't have it.");
        assertThat(AdviceTexts.of(inherits("none", NONE).own(100, 100).advice().notes()).getFirst())
                .contains("comes from the record of example.org");
        assertThat(AdviceTexts.of(published(NONE).spf(Spf.BROKEN).advice().notes()))
                .contains(
                        "shop.example has an SPF record that receivers can't use, but no reported mail needs one.");
        assertThat(AdviceTexts.of(published(NONE).spf(Spf.NOBODY).advice().notes()))
                .noneMatch(note -> note.contains("SPF"));
        assertThat(
                        AdviceTexts.of(
                                published(NONE)
                                        .own(1000, 1000)
                                        .below()
                                        .own(1000, 0)
                                        .advice()
                                        .notes()))
                .anyMatch(note -> note.contains("With sp=none"));
    }

    /** RFC 9989, section 7.4. */
    @Test
    void whatForwardingBreaksIsSaid() {
        assertThat(published(QUARANTINE).ownBySpf(4000).spf(Spf.USABLE).withoutKey().advice())
                .satisfies(advice -> {
                    assertThat(AdviceTexts.of(advice.notes()))
                            .containsExactly(
                                    "Of 4,000 messages from capable sources that passed DMARC from 2026-10-18 to 2026-11-16, 4,000 passed with SPF alone, which breaks when mail is forwarded: at p=reject a domain must not rely on that (RFC 9989, section 7.4).");
                    assertThat(AdviceTexts.of(advice.met()))
                            .contains("There is an SPF record that receivers can use.")
                            .noneMatch(text -> text.contains("DKIM"));
                });
        assertThat(AdviceTexts.of(published(NONE).own(970, 970).ownBySpf(30).advice().notes()))
                .isEmpty();
        assertThat(
                        AdviceTexts.of(
                                published(QUARANTINE).own(980, 980).ownBySpf(20).advice().notes()))
                .isEmpty();
        assertThat(
                        AdviceTexts.of(
                                published(QUARANTINE).own(970, 970).ownBySpf(30).advice().notes()))
                .anyMatch(note -> note.contains("30 passed with SPF alone"));
        PolicyAdvice lists =
                published(QUARANTINE)
                        .own(3000, 3000)
                        .sent(UNKNOWN, Category.FORWARDER, 1800, 100, null, true)
                        .advice();
        assertThat(AdviceTexts.of(lists.notes()))
                .containsExactly(
                        "Of 1,800 messages that forwarders or mailing lists passed on from 2026-10-18 to 2026-11-16, 1,700 failed DMARC. Receivers that don't recognise forwarding block such mail, and at p=reject it is lost (RFC 9989, section 7.4).");
        assertThat(
                        AdviceTexts.of(
                                published(QUARANTINE)
                                        .own(3000, 3000)
                                        .sent(UNKNOWN, Category.FORWARDER, 1800, 1800, null, true)
                                        .advice()
                                        .notes()))
                .isEmpty();
    }

    @Test
    void aFewMessagesThatLostTheirKeyAreNoted() {
        PolicyAdvice advice =
                published(NONE)
                        .own(1000, 1000)
                        .spf(Spf.USABLE)
                        .lapsedKey(100, 2, "s1._domainkey.shop.example")
                        .advice();
        assertThat(AdviceTexts.of(advice.notes()))
                .anyMatch(note -> note.contains("2 passed only with a DKIM key"));
        assertThat(AdviceTexts.of(advice.met()))
                .doesNotContain("SPF and DKIM are published in DNS as the mail requires.")
                .contains("There is an SPF record that receivers can use.");
    }

    @Test
    void noPartsAreToldOfWhereThereIsNoPolicy() {
        assertThat(AdviceTexts.of(published("p=none; t=y; " + RUA).own(100, 100).advice().notes()))
                .containsExactly(
                        "Remove t=y: it has no effect while the record asks for no policy, and it would weaken the next one.");
    }

    @Test
    void moreAddressesThanAreServedAreNoted() {
        assertThat(PolicyNotes.MAX_SERVED).as("at least two: RFC 7489, section 6.2").isEqualTo(2);
        String served =
                IntStream.range(0, PolicyNotes.MAX_SERVED)
                        .mapToObj(i -> "mailto:a" + i + "@reports.example")
                        .collect(Collectors.joining(",", "p=none; rua=", ""));
        assertThat(AdviceTexts.of(published(served).own(100, 100).advice().notes())).isEmpty();
        assertThat(
                        AdviceTexts.of(
                                published(served + ",mailto:b@shop.example")
                                        .own(100, 100)
                                        .advice()
                                        .notes()))
                .containsExactly(
                        "The record has %d report addresses (rua). Receivers are only required to send reports to the first %d."
                                .formatted(PolicyNotes.MAX_SERVED + 1, PolicyNotes.MAX_SERVED));
    }

    @Test
    void aShareIsNeverRoundedUpToWhatIsNeeded() {
        assertThat(published(NONE).own(100_000, 97_999).advice().share().dmarc())
                .hasToString("97.9");
        assertThat(published(NONE).own(100_000, 98_000).advice().share().dmarc())
                .hasToString("98.0");
    }

    @Test
    void soManyAddressesAreKeptAtMost() {
        String boxes =
                IntStream.rangeClosed(0, PolicyRecord.MAX_ADDRESSES)
                        .mapToObj(i -> "a%d@shop.example".formatted(i))
                        .collect(Collectors.joining(","));
        assertThat(published("p=none; rua=" + boxes).advice().recommendedRecord())
                .contains("mailto:a49@shop.example")
                .doesNotContain("a50@");
    }

    @Test
    void soManySourcesAreNamedAndKeptAtMost() {
        Scenario scenario = published(NONE);
        IntStream.range(0, PolicyPlan.MAX_SOURCES + 1)
                .forEach(i -> scenario.sent(SHARED + i, Category.CAPABLE, 10 + i, 0, null, false));
        PolicyAdvice advice = scenario.advice();
        assertThat(advice.sources()).hasSize(PolicyPlan.MAX_SOURCES);
        List<String> texts = AdviceTexts.of(advice.blocking());
        assertThat(texts.stream().filter(text -> text.startsWith("Newsletters")))
                .hasSize(PolicyPlan.MAX_NAMED);
        assertThat(texts).contains("41 more senders need your decision whether this is your mail.");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T00:00:00Z, 2026-10-18, 2026-11-16",
        "2026-11-19T23:59:59Z, 2026-10-17, 2026-11-15",
        "2026-11-20T23:59:59Z, 2026-10-18, 2026-11-16"
    })
    void theJudgedDaysEndedAtLeast72HoursAgo(Instant now, LocalDate first, LocalDate last) {
        assertThat(JudgedDays.at(now)).isEqualTo(new JudgedDays(first, last));
    }
}
