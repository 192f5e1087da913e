package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

/**
 * What can be found of DMARC records. "Today" means RFC 9989 and the tree walk, "older" RFC 7489
 * and the public suffix list.
 */
public enum DmarcFindings implements FindingKind {
    RECORD_MISSING(
            "dmarc.record.missing",
            ERR,
            "There is no DMARC record for {0}: receivers get no advice what to do with mail"
                    + " that is forged in its name, and nobody is told about it.",
            "Publish a TXT record at _dmarc.{0}. Begin with \"v=DMARC1; p=none;"
                    + " rua=mailto:...\" with a mailbox that takes the reports; when they show"
                    + " that your own mail passes, change p to quarantine and then to reject; of a domain that sends no mail to reject at once.",
            "RFC 9989, section 4.10.1"),
    RECORD_INHERITED(
            "dmarc.record.inherited",
            INFO,
            "{0} has no DMARC record of its own. The record of {1} counts for it, with {2}.",
            "",
            "RFC 9989, section 4.10.1"),
    RECORD_INHERITED_MISSING_NAME(
            "dmarc.record.inherited_missing_name",
            INFO,
            "{0} does not exist in DNS. For mail in its name the record of {1} counts, with {2}.",
            "",
            "RFC 9989, section 4.10.1"),
    RECORD_MULTIPLE(
            "dmarc.record.multiple",
            ERR,
            "There are {1} DMARC records at {0}. Receivers then ignore all of them.",
            "Keep one of these TXT records and delete the others.",
            "RFC 9989, section 4.10"),
    RECORD_MULTIPLE_INHERITED(
            "dmarc.record.multiple_inherited",
            WARN,
            "Because the records of {0} are ignored, some receivers apply the record of {1}"
                    + " instead; others apply no policy at all.",
            "Keep one DMARC record at {0}; then all receivers do the same.",
            "RFC 9989, section 4.10"),
    RECORD_NO_EFFECT(
            "dmarc.record.no_effect",
            ERR,
            "The DMARC record at {0} has neither a usable policy nor a usable address for"
                    + " reports, so receivers act as if there were no DMARC.",
            "Mend the policy: p must be none, quarantine or reject, and so must sp and np where"
                    + " they are there.",
            "RFC 9989, section 4.10.1"),
    RECORD_SPF(
            "dmarc.record.spf",
            WARN,
            "At {0} stands an SPF record. Nobody looks for it there, and it is no DMARC record.",
            "Delete the SPF record at {0}; it belongs directly at the domain, without _dmarc"
                    + " before it.",
            "RFC 7208, section 3"),
    RECORD_UNRELATED(
            "dmarc.record.unrelated",
            WARN,
            "At {0} stands a text that is no DMARC record. Receivers skip it.",
            "Delete the text at {0}, or move it to where it belongs.",
            "RFC 9989, section 4.10"),
    RECORD_WILDCARD(
            "dmarc.record.wildcard",
            WARN,
            "The texts at {0} come from a wildcard record (*): the same stand at every name"
                    + " that does not exist.",
            "Publish a TXT record of its own at {0}, or do without the wildcard.",
            "RFC 4592, section 3.3.1"),
    RECORD_AT_APEX(
            "dmarc.record.at_apex",
            WARN,
            "A DMARC record stands directly at {0}. Receivers only look at _dmarc.{0} and never"
                    + " see it.",
            "Move the record to _dmarc.{0}.",
            "RFC 9989, section 4.5"),
    RECORD_DOUBLED_NAME(
            "dmarc.record.doubled_name",
            WARN,
            "A DMARC record stands at {0}, where no receiver looks: the name of the domain was"
                    + " added twice.",
            "In your DNS editor enter only _dmarc as the name of the record; it adds the domain"
                    + " by itself.",
            "RFC 9989, section 4.5"),
    RECORD_ALIAS(
            "dmarc.record.alias",
            INFO,
            "{0} is an alias (CNAME): what counts is published at {1}.",
            "",
            "RFC 1034, section 3.6.2"),
    RECORD_ALIAS_BROKEN(
            "dmarc.record.alias_broken",
            WARN,
            "{0} is an alias (CNAME) of {1}, but no text stands there.",
            "Publish the record at {1}, or replace the alias by a TXT record.",
            "RFC 1034, section 3.6.2"),
    RECORD_LONG(
            "dmarc.record.long",
            WARN,
            "The record has {0} bytes. With more than {1}, some DNS answers no longer fit into"
                    + " one packet and some receivers fail to get them.",
            "Make the record shorter; usually there are report addresses that nobody reads.",
            "RFC 1035, section 4.2.1"),
    RECORD_LONG_STRING(
            "dmarc.record.long_string",
            WARN,
            "The record has {0} characters; one string in DNS holds at most {1}.",
            "Enter it as several strings, each in quotation marks and of at most {1}"
                    + " characters. Most DNS editors do that by themselves.",
            "RFC 1035, section 3.3"),
    RECORD_MORE(
            "dmarc.record.more",
            WARN,
            "There are {0} texts at this name; only the first {1} are shown.",
            "Delete what does not belong here.",
            ""),
    RECORD_LONG_TTL(
            "dmarc.record.long_ttl",
            INFO,
            "DNS keeps this record for up to {0} seconds, so a change takes more than a day"
                    + " until everybody sees it.",
            "",
            "RFC 1035, section 3.2.1"),
    RECORD_CUT(
            "dmarc.record.cut",
            ERR,
            "The record has more than {0} tags; what follows was not read.",
            "Remove what does not belong into a DMARC record.",
            "RFC 9989, section 4.7"),
    RECORD_LEADING_BLANK(
            "dmarc.record.leading_blank",
            WARN,
            "The record begins with a blank. Some receivers then do not take it for a DMARC"
                    + " record.",
            "Remove the blanks before v=DMARC1.",
            "RFC 9989, section 4.8"),
    RECORD_QUOTED(
            "dmarc.record.quoted",
            ERR,
            "The record begins with a quotation mark, so that v=DMARC1 is not at its start."
                    + " Receivers ignore the whole record.",
            "Remove the quotation marks from the value; your DNS editor adds them by itself.",
            "RFC 9989, section 4.7"),
    RECORD_ZONE_LINE(
            "dmarc.record.zone_line",
            ERR,
            "This is a whole line of a zone file. The record itself is only what stands in the"
                    + " quotation marks.",
            "Give only the text that begins with v=DMARC1, without the quotation marks.",
            "RFC 1035, section 5.1"),
    RECORD_QUOTES(
            "dmarc.record.quotes",
            WARN,
            "There is a quotation mark inside the record. It does not belong there and can"
                    + " spoil the value that it stands at.",
            "Remove the quotation marks from the value; your DNS editor adds them by itself.",
            "RFC 9989, section 4.8"),
    RECORD_BACKSLASHES(
            "dmarc.record.backslashes",
            WARN,
            "There is a backslash before a semicolon. In the record itself it is a character"
                    + " like any other and spoils the value before it.",
            "Remove the backslashes; only some zone files need them, and there they must not"
                    + " get into the record.",
            "RFC 9989, section 4.8"),
    RECORD_LINE_BREAK(
            "dmarc.record.line_break",
            WARN,
            "There is a line break inside the record. Some receivers can't read what follows.",
            "Write the record in one line.",
            "RFC 9989, section 4.8"),
    RECORD_EMPTY_PIECE(
            "dmarc.record.empty_piece",
            WARN,
            "Two semicolons follow each other, or the record begins with one.",
            "Remove the semicolon that is too many.",
            "RFC 9989, section 4.8"),
    V_MISSING(
            "dmarc.v.missing",
            ERR,
            "The record does not have v=DMARC1. Receivers ignore it.",
            "Put \"v=DMARC1;\" at the start of the record.",
            "RFC 9989, section 4.7"),
    V_NOT_FIRST(
            "dmarc.v.not_first",
            ERR,
            "v=DMARC1 is not the first tag of the record. Receivers ignore the whole record.",
            "Move \"v=DMARC1;\" to the start.",
            "RFC 9989, section 4.7"),
    V_BAD_VALUE(
            "dmarc.v.bad_value",
            ERR,
            "The record begins with v={0}, but only v=DMARC1, in capital letters, makes a DMARC"
                    + " record. Receivers ignore all of it.",
            "Write exactly v=DMARC1 at the start.",
            "RFC 9989, section 4.7"),
    V_NO_SEMICOLON(
            "dmarc.v.no_semicolon",
            ERR,
            "There is no semicolon behind v=DMARC1. Receivers ignore the whole record.",
            "Write \"v=DMARC1;\" and a semicolon between all other tags too.",
            "RFC 9989, section 4.8"),
    TAG_DUPLICATE(
            "dmarc.tag.duplicate",
            ERR,
            "The tag {0} is there more than once. Some receivers take the first, others ignore"
                    + " the whole record.",
            "Keep one {0}.",
            "RFC 6376, section 3.2"),
    TAG_NO_EQUALS(
            "dmarc.tag.no_equals",
            WARN,
            "\"{0}\" is not a tag: it has no equals sign. Receivers skip it.",
            "Write name=value, or remove \"{0}\".",
            "RFC 9989, section 4.8"),
    TAG_BAD_NAME(
            "dmarc.tag.bad_name",
            WARN,
            "\"{0}\" is not the name of a tag: names have letters only. Receivers skip it.",
            "Correct the name, or remove the tag.",
            "RFC 9989, section 4.8"),
    TAG_EMPTY(
            "dmarc.tag.empty",
            ERR,
            "The tag {0} has no value.",
            "Give the tag {0} a value, or remove it.",
            "RFC 9989, section 4.8"),
    TAG_BAD_CHARACTER(
            "dmarc.tag.bad_character",
            ERR,
            "The value of {0} has a character that a DMARC record can't hold: only printable"
                    + " ASCII characters are allowed.",
            "Type the value again; characters like this come in when texts are copied.",
            "RFC 9989, section 4.8"),
    TAG_RUN_TOGETHER(
            "dmarc.tag.run_together",
            ERR,
            "The value of {0} goes on with another tag, \"{1}\": a semicolon is missing between"
                    + " them. Receivers read both as one value.",
            "Put a semicolon before {1}.",
            "RFC 9989, section 4.8"),
    TAG_UNKNOWN(
            "dmarc.tag.unknown",
            WARN,
            "The tag {0} is not known in DMARC. Receivers skip it.",
            "Remove the tag {0}, or correct its name if it is misspelled.",
            "RFC 9989, section 4.7"),
    TAG_CAPITALS(
            "dmarc.tag.capitals",
            INFO,
            "{0} is written with capital letters. It means the same, but not every receiver"
                    + " knows that.",
            "Write it in lower case.",
            "RFC 9989, section 4.8"),
    TAG_REMOVED(
            "dmarc.tag.removed",
            WARN,
            "The tag {0} was removed from DMARC in 2026. Receivers of today skip it; older ones"
                    + " still do what it says.",
            "Remove the tag {0}.",
            "RFC 9989, appendix C.5.2"),
    POLICY_INVALID(
            "dmarc.policy.invalid",
            ERR,
            "{0}={1} is no policy. Receivers then treat the whole record as if it said p=none,"
                    + " because it asks for reports.",
            "Write {0}=none, {0}=quarantine or {0}=reject.",
            "RFC 9989, section 4.10.1"),
    POLICY_INVALID_NO_EFFECT(
            "dmarc.policy.invalid_no_effect",
            ERR,
            "{0}={1} is no policy, and nothing else in the record can be used. Receivers ignore"
                    + " all of it.",
            "Write {0}=none, {0}=quarantine or {0}=reject.",
            "RFC 9989, section 4.10.1"),
    P_MISSING(
            "dmarc.p.missing",
            WARN,
            "The record has no policy (p). Receivers treat it as p=none; some older ones ignore"
                    + " the whole record.",
            "Add p=none, or p=quarantine or p=reject, right behind v=DMARC1.",
            "RFC 9989, section 4.7"),
    P_MISSING_NO_EFFECT(
            "dmarc.p.missing_no_effect",
            ERR,
            "The record has no policy (p) and no usable address for reports (rua). Receivers"
                    + " ignore it.",
            "Add p=none, p=quarantine or p=reject right behind v=DMARC1.",
            "RFC 9989, section 4.10.1"),
    P_NONE(
            "dmarc.p.none",
            WARN,
            "p=none asks receivers to do nothing about forged mail: it is delivered as any other.",
            "When the reports show that all of your own mail passes, change to p=quarantine and"
                    + " then to p=reject.",
            "RFC 9989, section 5.1.7"),
    P_NOT_SECOND(
            "dmarc.p.not_second",
            INFO,
            "p does not follow directly behind v=DMARC1. That is allowed today, but some older"
                    + " receivers want it there.",
            "Put p right behind v=DMARC1.",
            "RFC 7489, section 6.4"),
    SP_WEAKER(
            "dmarc.sp.weaker",
            WARN,
            "sp={0} protects subdomains less than p={1} protects the domain. Forgers then"
                    + " simply use a subdomain.",
            "Remove sp, so that p counts for subdomains too, or set it to {1}.",
            "RFC 9989, section 4.7"),
    NP_WEAKER(
            "dmarc.np.weaker",
            WARN,
            "np={0} protects subdomains that do not exist less than {1}, which holds for those"
                    + " that exist. No mail of yours can come from a name that does not exist.",
            "Set np=reject, or remove np.",
            "RFC 9989, section 4.7"),
    SUBDOMAIN_POLICY_UNUSED(
            "dmarc.subdomain_policy.unused",
            WARN,
            "{0} has no effect at {1}: receivers take the policy of subdomains from the"
                    + " organisational domain, {2}.",
            "Remove {0} here, and set it at _dmarc.{2}.",
            "RFC 9989, section 4.7"),
    POLICY_PARKED(
            "dmarc.policy.parked",
            WARN,
            "{0} seems to take no mail: it has no MX record, or one that says so. If it sends"
                    + " none either, all mail in its name is forged, yet no DMARC policy asks"
                    + " receivers to reject it.",
            "If the domain sends no mail, publish \"v=DMARC1; p=reject;\" at _dmarc.{0}.",
            "RFC 9989, section 4.7"),
    T_INVALID(
            "dmarc.t.invalid",
            ERR,
            "t={0} is neither y nor n. Receivers skip it, so test mode is off.",
            "Write t=y or t=n, or remove t.",
            "RFC 9989, section 4.7"),
    T_TESTING(
            "dmarc.t.testing",
            WARN,
            "t=y switches on test mode: receivers apply {1} instead of {0}. Older receivers do"
                    + " not know it and apply {0}.",
            "When the tests are done, remove t.",
            "RFC 9989, section 4.7"),
    T_NO_EFFECT(
            "dmarc.t.no_effect",
            INFO,
            "t=y has no effect, because no policy here asks for more than none.",
            "Remove t.",
            "RFC 9989, section 4.7"),
    PSD_INVALID(
            "dmarc.psd.invalid",
            ERR,
            "psd={0} is none of y, n and u. Receivers skip it.",
            "Remove psd; only registries need it.",
            "RFC 9989, section 4.7"),
    PSD_YES(
            "dmarc.psd.yes",
            INFO,
            "psd=y says that independent organisations register their domains below this one,"
                    + " as below a top-level domain.",
            "",
            "RFC 9989, section 4.7"),
    PSD_NOT_PUBLIC(
            "dmarc.psd.not_public",
            WARN,
            "psd=y says that {0} is like a top-level domain, below which independent"
                    + " organisations register theirs. The public suffix list does not know it as"
                    + " one. Mail from its subdomains is then no longer aligned with {0}.",
            "If {0} is an ordinary domain, remove psd.",
            "RFC 9989, section 4.7"),
    PSD_MISSING(
            "dmarc.psd.missing",
            WARN,
            "{0} is a public suffix, below which independent organisations register their"
                    + " domains, but its record does not have psd=y. Receivers then take all of"
                    + " them for one organisation.",
            "Add psd=y if you run this registry.",
            "RFC 9989, section 5.2"),
    PSD_NO(
            "dmarc.psd.no",
            INFO,
            "psd=n makes this domain the organisational domain of itself and everything below it.",
            "",
            "RFC 9989, section 4.7"),
    ALIGNMENT_INVALID(
            "dmarc.alignment.invalid",
            ERR,
            "{0}={1} is neither r (relaxed) nor s (strict). Receivers skip it and take r.",
            "Write {0}=r or {0}=s, or remove {0}.",
            "RFC 9989, section 4.7"),
    FO_INVALID(
            "dmarc.fo.invalid",
            ERR,
            "\"{0}\" is no option for failure reports. Possible are 0, 1, d and s, with colons"
                    + " between.",
            "Write for example fo=1, or remove fo.",
            "RFC 9989, section 4.8"),
    FO_DUPLICATE(
            "dmarc.fo.duplicate",
            ERR,
            "The option {0} stands more than once in fo.",
            "Name each option once.",
            "RFC 9989, section 4.8"),
    FO_CONTRADICTION(
            "dmarc.fo.contradiction",
            WARN,
            "fo has both 0 and 1, which exclude each other.",
            "Keep 1 if you want reports when any check fails, else 0.",
            "RFC 9989, section 4.7"),
    FO_UNUSED(
            "dmarc.fo.unused",
            WARN,
            "fo has no effect, because no address for failure reports (ruf) is given.",
            "Remove fo, or add ruf.",
            "RFC 9989, section 4.7"),
    PCT_INVALID(
            "dmarc.pct.invalid",
            WARN,
            "pct={0} is no number from 0 to 100. Older receivers skip it and apply the policy"
                    + " to all mail.",
            "Remove pct.",
            "RFC 7489, section 6.3"),
    PCT_PARTIAL(
            "dmarc.pct.partial",
            WARN,
            "pct={0} asks older receivers to apply the policy to {0} of 100 messages only;"
                    + " receivers of today apply it to all. The same mail is treated in two ways.",
            "Remove pct when reports show that your own mail passes; to try out a policy until then, use t=y.",
            "RFC 9989, appendix A.6"),
    RF_INVALID(
            "dmarc.rf.invalid",
            WARN,
            "rf={0} is no format of failure reports; only afrf was ever defined.",
            "Remove rf.",
            "RFC 7489, section 6.3"),
    RI_INVALID(
            "dmarc.ri.invalid",
            WARN,
            "ri={0} is no number of seconds from 0 to 4294967295. Older receivers send a report"
                    + " each day.",
            "Remove ri.",
            "RFC 7489, section 6.3"),
    RUA_MISSING(
            "dmarc.rua.missing",
            WARN,
            "The record has no usable address for reports (rua), so nobody learns who sends"
                    + " mail in the name of the domain, and which mail fails.",
            "Add rua=mailto: with a mailbox that takes the reports.",
            "RFC 9989, section 4.7"),
    RUF_PRESENT(
            "dmarc.ruf.present",
            INFO,
            "Failure reports (ruf) can hold personal data of people who wrote or got mail. Few"
                    + " receivers send them.",
            "",
            "RFC 9989, section 10.2"),
    RUF_WITH_PSD(
            "dmarc.ruf.with_psd",
            WARN,
            "Receivers do not send failure reports (ruf) for a record with psd=y.",
            "Remove ruf.",
            "RFC 9991"),
    URI_EMPTY(
            "dmarc.uri.empty",
            ERR,
            "An address is missing in {0}: there is a comma too many.",
            "Remove the comma.",
            "RFC 9989, section 4.8"),
    URI_BARE_MAILBOX(
            "dmarc.uri.bare_mailbox",
            ERR,
            "The address {1} in {0} has no mailto: before it. Receivers send no reports there.",
            "Write mailto:{1}.",
            "RFC 9989, section 4.6"),
    URI_NO_SCHEME(
            "dmarc.uri.no_scheme",
            ERR,
            "\"{1}\" in {0} is no address for reports.",
            "Write mailto: and a mailbox, such as mailto:dmarc@example.com.",
            "RFC 9989, section 4.6"),
    URI_BAD_CHARACTER(
            "dmarc.uri.bad_character",
            ERR,
            "The address {1} in {0} has a character that must not stand there.",
            "Write the address without blanks and quotation marks, and with %21 for an"
                    + " exclamation mark and %2C for a comma.",
            "RFC 9989, section 4.8"),
    URI_BAD_ESCAPE(
            "dmarc.uri.bad_escape",
            ERR,
            "In the address {1} in {0} a percent sign is not followed by two hexadecimal digits"
                    + " that stand for a character.",
            "Write %25 for a percent sign.",
            "RFC 3986, section 2.1"),
    URI_BAD_MAILBOX(
            "dmarc.uri.bad_mailbox",
            ERR,
            "\"{1}\" in {0} is no mailbox.",
            "Write mailto: and a mailbox, such as mailto:dmarc@example.com.",
            "RFC 6068, section 2"),
    URI_UNENCODED(
            "dmarc.uri.unencoded",
            WARN,
            "The address {1} in {0} has the character {2} as it is. It has a meaning in an address"
                    + " of this form, so some receivers don't send reports there.",
            "Write {3} instead of {2}.",
            "RFC 6068, section 2"),
    URI_BAD_HOST(
            "dmarc.uri.bad_host",
            ERR,
            "The address {1} in {0} names no host.",
            "Write mailto: and a mailbox, such as mailto:dmarc@example.com.",
            "RFC 3986, section 3.2.2"),
    URI_BAD_SIZE(
            "dmarc.uri.bad_size",
            ERR,
            "Behind the exclamation mark of the address {1} in {0} stands no size.",
            "Remove the exclamation mark and what follows it.",
            "RFC 9989, section 4.8"),
    URI_SIZE(
            "dmarc.uri.size",
            WARN,
            "The size behind the exclamation mark of {1} in {0} is obsolete: receivers of today"
                    + " skip it, some older ones send no report that is larger.",
            "Remove the exclamation mark and what follows it.",
            "RFC 9989, section 4.8"),
    URI_NO_MAIL(
            "dmarc.uri.no_mail",
            WARN,
            "Reports can't be sent to {1}, as {0} asks: receivers only send mail.",
            "Write mailto: and a mailbox.",
            "RFC 9989, section 4.7"),
    URI_DUPLICATE(
            "dmarc.uri.duplicate",
            WARN,
            "The address {1} stands more than once in {0}.",
            "Name it once.",
            "RFC 9989, section 4.6"),
    URI_MANY(
            "dmarc.uri.many",
            WARN,
            "{0} has {1} addresses. Receivers need to send to the first two only.",
            "Name at most two, and let one of them pass the reports on.",
            "RFC 7489, section 6.2"),
    URI_CUT(
            "dmarc.uri.cut",
            WARN,
            "{0} has more than {1} addresses; the others were not read.",
            "Name at most two.",
            "RFC 7489, section 6.2"),
    URI_NOT_CHECKED(
            "dmarc.uri.not_checked",
            INFO,
            "Only the first {1} mail domains of the report addresses were looked up; others in"
                    + " {0} were not.",
            "",
            ""),
    MAILBOX_REFUSED(
            "dmarc.mailbox.refused",
            WARN,
            "{0} says that it takes no mail, so no report reaches the mailbox in {1}.",
            "Name a mailbox at a domain that takes mail.",
            "RFC 7505, section 3"),
    MAILBOX_NO_HOST(
            "dmarc.mailbox.no_host",
            WARN,
            "{0} has no mail server, so no report reaches the mailbox in {1}.",
            "Correct the address, or publish an MX record for {0}.",
            "RFC 5321, section 5.1"),
    MAILBOX_UNKNOWN(
            "dmarc.mailbox.unknown",
            WARN,
            "DNS did not tell whether {0}, of an address in {1}, takes mail.",
            "Check the name servers of {0}, and try again.",
            "RFC 5321, section 5.1"),
    EXTERNAL_UNAUTHORIZED(
            "dmarc.external.unauthorized",
            ERR,
            "{0} has not agreed to take reports about {1}: there is no record at {2}. Receivers"
                    + " send no reports there.",
            "Ask the operator of {0} to publish the TXT record \"v=DMARC1;\" at {2}, or name a"
                    + " mailbox of your own.",
            "RFC 9990, section 4"),
    EXTERNAL_BAD_RECORD(
            "dmarc.external.bad_record",
            ERR,
            "The text at {2} does not begin with v=DMARC1, so {0} has not agreed to take"
                    + " reports about {1}. Receivers send no reports there.",
            "Ask the operator of {0} to make the TXT record at {2} \"v=DMARC1;\".",
            "RFC 9990, section 4"),
    EXTERNAL_OLD(
            "dmarc.external.old",
            WARN,
            "Receivers that know organisations by the public suffix list take {0} for another"
                    + " organisation than {1}, and find no record at {2} that agrees to take its"
                    + " reports. They send none.",
            "Publish the TXT record \"v=DMARC1;\" at {2}.",
            "RFC 7489, section 7.1"),
    EXTERNAL_UNKNOWN(
            "dmarc.external.unknown",
            WARN,
            "DNS did not tell whether {0} has agreed to take reports about {1}: {2} could not"
                    + " be looked up.",
            "Check the name servers of {0}, and try again.",
            "RFC 9990, section 4"),
    EXTERNAL_NAME_TOO_LONG(
            "dmarc.external.name_too_long",
            ERR,
            "Whether {0} has agreed to take reports about {1} can't be looked up, because the"
                    + " name to ask for is longer than DNS allows. Receivers send no reports"
                    + " there.",
            "Name a mailbox of your own.",
            "RFC 9990, section 4"),
    EXTERNAL_OVERRIDE(
            "dmarc.external.override",
            INFO,
            "{0} has the reports about {1} sent to {2} instead.",
            "",
            "RFC 9990, section 4"),
    EXTERNAL_OVERRIDE_IGNORED(
            "dmarc.external.override_ignored",
            WARN,
            "{0} wants the reports about {1} sent to {2}. That is at another host, so receivers"
                    + " do not follow.",
            "Tell the operator of {0}; the record at {3} may only name mailboxes at {0}.",
            "RFC 9990, section 4"),
    WALK_UNSURE(
            "dmarc.walk.unsure",
            WARN,
            "{0} could not be looked up. Receivers look there too, so another record than this"
                    + " may count, or another organisational domain.",
            "Check the name servers of {0}, and try again.",
            "RFC 9989, section 4.10"),
    WALK_SHORTENED(
            "dmarc.walk.shortened",
            INFO,
            "{0} has {1} labels. Receivers ask at most at {2} names, so they skip records that"
                    + " stand between it and {3}.",
            "If a record of its own is to count for this name, publish it at _dmarc.{0}.",
            "RFC 9989, section 4.10"),
    DOMAIN_PUBLIC_SUFFIX(
            "dmarc.domain.public_suffix",
            INFO,
            "{0} is a public suffix: independent organisations register their domains below it.",
            "",
            "RFC 9989, section 3.2.15"),
    DOMAIN_TOO_LONG(
            "dmarc.domain.too_long",
            WARN,
            "{0} is so long that no DMARC record fits before it: with _dmarc the name is longer"
                    + " than DNS allows.",
            "Send mail from a shorter domain.",
            "RFC 1035, section 2.3.4"),
    OLD_ORGANIZATION(
            "dmarc.old.organization",
            INFO,
            "For receivers of today, {0} belongs to the organisational domain {1}; for older"
                    + " ones, which use the public suffix list, to {2}. Mail that is aligned for"
                    + " some need not be for others.",
            "",
            "RFC 9989, appendix C.3"),
    OLD_RECORD(
            "dmarc.old.record",
            WARN,
            "Older receivers, which use the public suffix list, take the record of {1} for {0},"
                    + " not that of {2}.",
            "Publish a DMARC record at _dmarc.{0}; then all receivers take the same.",
            "RFC 9989, appendix C.3"),
    OLD_NO_RECORD(
            "dmarc.old.no_record",
            WARN,
            "Older receivers, which use the public suffix list, find no usable record for {0}"
                    + " and apply no policy; those of today take the record of {1}.",
            "Publish one DMARC record at _dmarc.{0}; then all receivers take the same.",
            "RFC 9989, appendix C.3"),
    OLD_POLICY(
            "dmarc.old.policy",
            INFO,
            "Older receivers apply {1} to mail from {0}, those of today {2}.",
            "",
            "RFC 7489, section 6.6.3");

    private final Entry entry;

    DmarcFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
