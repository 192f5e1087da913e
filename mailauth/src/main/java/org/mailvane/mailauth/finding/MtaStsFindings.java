package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

/** What can be found of MTA-STS records and policies; longer than two screens, for it is a list. */
public enum MtaStsFindings implements FindingKind {
    RECORD_MISSING(
            "mta_sts.record.missing",
            ERR,
            "There is no MTA-STS record at {0}, so senders do not look for a policy.",
            "Publish a TXT record there, such as \"v=STSv1; id=20260101T000000;\", once the policy"
                    + " file can be fetched.",
            "RFC 8461, section 3.1"),
    RECORD_MULTIPLE(
            "mta_sts.record.multiple",
            ERR,
            "There are {0} MTA-STS records at {1}. Senders go by none of them.",
            "Delete all but one.",
            "RFC 8461, section 3.1"),
    RECORDS_CUT("mta_sts.record.too_many", INFO, "Only the first {0} texts are shown.", "", ""),
    RECORD_UNRELATED(
            "mta_sts.record.unrelated",
            WARN,
            "Besides the record, {0} has other texts ({1}). Senders skip them.",
            "Delete what does not belong there, or mend it where it was meant as the record.",
            "RFC 8461, section 3.1"),
    RECORD_ALIAS(
            "mta_sts.record.alias",
            INFO,
            "{0} is an alias of {1}, where the record stands. That is allowed.",
            "",
            "RFC 8461, section 3.1"),
    RECORD_ALIAS_DANGLING(
            "mta_sts.record.alias_dangling",
            WARN,
            "{0} is an alias of {1}, where there is no MTA-STS record.",
            "Ask whoever runs {1} to publish the record, or replace the alias by a record of your"
                    + " own.",
            "RFC 8461, section 3.1"),
    RECORD_MISPLACED(
            "mta_sts.record.misplaced",
            WARN,
            "An MTA-STS record stands at {0}, where senders do not look for it.",
            "Move it to {1}.",
            "RFC 8461, section 3.1"),
    RECORD_NOT_INHERITED(
            "mta_sts.record.not_inherited",
            INFO,
            "There is an MTA-STS record at {0}, but it does not hold for the domains below.",
            "Give {1} a record and a policy of its own if it takes mail.",
            "RFC 8461, section 3.4"),
    NAME_LONG(
            "mta_sts.name.too_long",
            ERR,
            "{0} is longer than the 253 characters that a name in DNS may have, so nothing can stand"
                    + " there.",
            "Use a shorter domain for mail; this one can't have MTA-STS.",
            "RFC 1035, section 2.3.4"),
    VERSION_MISSING(
            "mta_sts.version.missing",
            WARN,
            "The text does not begin with v=STSv1; and is no MTA-STS record. Senders skip it.",
            "Delete this text if it does not belong there.",
            "RFC 8461, section 3.1"),
    VERSION_MALFORMED(
            "mta_sts.version.malformed",
            ERR,
            "The text begins with {0} instead of v=STSv1; so senders skip it.",
            "Let it begin with v=STSv1; in exactly these upper and lower case letters, without"
                    + " blanks or quotation marks.",
            "RFC 8461, section 3.1"),
    ID_MISSING(
            "mta_sts.id.missing",
            ERR,
            "The record has no id, so senders can't use it.",
            "Add one, such as id=20260101T000000; and change it whenever the policy changes.",
            "RFC 8461, section 3.1"),
    ID_MALFORMED(
            "mta_sts.id.malformed",
            ERR,
            "{0} is no id: that is 1 to 32 letters and digits, and nothing else.",
            "Write the date and time of the last change of the policy, such as 20260101T000000.",
            "RFC 8461, section 3.1"),
    TAG_DUPLICATE(
            "mta_sts.tag.duplicate",
            WARN,
            "{0} stands there more than once. Only the first counts.",
            "Delete the others.",
            "RFC 8461, section 3.2"),
    TAG_UNKNOWN(
            "mta_sts.tag.unknown",
            WARN,
            "{0} is no field of MTA-STS. Senders ignore it.",
            "Correct the spelling or delete the field.",
            "RFC 8461, section 3.2"),
    TAG_CASE(
            "mta_sts.tag.case",
            WARN,
            "{0} is not the same as {1}: senders ignore it.",
            "Write {1} in lower case.",
            "RFC 8461, section 3.1"),
    TAG_MALFORMED(
            "mta_sts.tag.malformed",
            ERR,
            "{0} is no field: a field is a name, an equals sign and a value.",
            "Correct or delete {0}. Fields are separated by semicolons.",
            "RFC 8461, section 3.1"),
    TAG_NAME(
            "mta_sts.tag.name",
            ERR,
            "{0} can't be the name of a field: that begins with a letter or digit and has at most 32"
                    + " letters, digits, underscores, hyphens and dots.",
            "Correct or delete the field.",
            "RFC 8461, section 3.1"),
    TAG_VALUE(
            "mta_sts.tag.value",
            ERR,
            "{0} can't be the value of a field: that is not empty and has no blanks, equals signs or"
                    + " characters outside of ASCII.",
            "Correct or delete the field.",
            "RFC 8461, section 3.1"),
    TAG_BLANKS(
            "mta_sts.tag.blanks",
            ERR,
            "There are blanks around the equals sign of {0}, which MTA-STS does not allow.",
            "Delete the blanks. They may only stand around semicolons.",
            "RFC 8461, section 3.1"),
    RECORD_EMPTY_FIELD(
            "mta_sts.record.empty_field",
            ERR,
            "Two semicolons stand there without a field between them.",
            "Delete one of them.",
            "RFC 8461, section 3.1"),
    RECORD_TRAILING_BLANKS(
            "mta_sts.record.trailing_blanks",
            ERR,
            "The record ends with blanks that no semicolon stands before.",
            "Delete the blanks at its end.",
            "RFC 8461, section 3.1"),
    RECORD_CONTROL(
            "mta_sts.record.control",
            ERR,
            "The record has a line break or another control character in it.",
            "Write it in one line, without control characters.",
            "RFC 8461, section 3.1"),
    RECORD_FIELDS(
            "mta_sts.record.too_many_fields",
            ERR,
            "The record has more than {0} fields. The rest was not read.",
            "Delete all that is no field of MTA-STS.",
            ""),
    POLICY_HOST_MISSING(
            "mta_sts.policy.no_host",
            WARN,
            "The record says that there is a policy, but {0}, where it should be fetched, has no"
                    + " address.",
            "Publish an A or AAAA record for {0} and put the policy on a web server there.",
            "RFC 8461, section 3.3"),

    FETCH_BAD_URL(
            "mta_sts_policy.fetch.bad_url",
            ERR,
            "{0} can't be fetched: {1}.",
            "Check the name of the domain.",
            "RFC 8461, section 3.3"),
    FETCH_NO_ADDRESS(
            "mta_sts_policy.fetch.no_address",
            ERR,
            "The host {0} has no address, so there is no policy.",
            "Publish an A or AAAA record for {0} and put the policy on a web server there.",
            "RFC 8461, section 3.3"),
    FETCH_DNS(
            "mta_sts_policy.fetch.dns",
            ERR,
            "DNS did not say which address {0} has: {1}. It is not known whether there is a policy.",
            "Check the name servers of the domain; then try again.",
            "RFC 8461, section 3.3"),
    FETCH_REFUSED(
            "mta_sts_policy.fetch.address_refused",
            ERR,
            "{0} has no address on the public internet ({1}), so it was not asked.",
            "Give {0} the public address of the web server that has the policy.",
            "RFC 8461, section 3.3"),
    FETCH_CONNECTION(
            "mta_sts_policy.fetch.connection",
            ERR,
            "No connection to {0} came about: {1}.",
            "Check that a web server answers there on port 443 and that no firewall is in the way.",
            "RFC 8461, section 3.3"),
    FETCH_TIMEOUT(
            "mta_sts_policy.fetch.timeout",
            ERR,
            "{0} did not send the policy in time. Senders wait for a minute at most.",
            "Check that the web server answers quickly.",
            "RFC 8461, section 3.3"),
    FETCH_CERTIFICATE_NAME(
            "mta_sts_policy.certificate.name",
            ERR,
            "The certificate of the web server is not for {0}: {1}.",
            "Get a certificate with {0} among its alternative names. A wildcard stands for one label"
                    + " only.",
            "RFC 8461, section 3.3"),
    FETCH_CERTIFICATE_DATE(
            "mta_sts_policy.certificate.date",
            ERR,
            "The certificate of {0} has expired or is not valid yet: {1}.",
            "Renew the certificate, and let it be renewed by itself.",
            "RFC 8461, section 3.3"),
    FETCH_CERTIFICATE_TRUST(
            "mta_sts_policy.certificate.trust",
            ERR,
            "The certificate of {0} does not lead to an authority that senders trust: {1}.",
            "Use a certificate of a public authority, and let the server send the intermediate"
                    + " certificates as well.",
            "RFC 8461, section 3.3"),
    FETCH_TLS(
            "mta_sts_policy.fetch.tls",
            ERR,
            "TLS with {0} failed: {1}.",
            "Check that the web server speaks TLS 1.2 or 1.3 on port 443 and knows the name {0}.",
            "RFC 8461, section 3.3"),
    FETCH_TOO_LARGE(
            "mta_sts_policy.fetch.too_large",
            ERR,
            "The policy is larger than {0} bytes. Senders may refuse to read it.",
            "Put a policy there and no other file. It needs some hundred bytes.",
            "RFC 8461, section 3.3"),
    FETCH_BAD_RESPONSE(
            "mta_sts_policy.fetch.bad_response",
            ERR,
            "{0} did not answer as a web server does: {1}.",
            "Check what listens there on port 443.",
            "RFC 8461, section 3.3"),
    REDIRECT(
            "mta_sts_policy.response.redirect",
            ERR,
            "The web server answers with a redirect (status {0}) to {1}. Senders must not follow it.",
            "Serve the policy itself at {2}.",
            "RFC 8461, section 3.3"),
    NOT_THERE(
            "mta_sts_policy.response.not_found",
            ERR,
            "There is no policy at {1}: the web server answers with status {0}.",
            "Put the policy there.",
            "RFC 8461, section 3.3"),
    FORBIDDEN(
            "mta_sts_policy.response.forbidden",
            ERR,
            "The web server refuses to hand out {1}: it answers with status {0}.",
            "Let everybody read the policy, without a login and from every country.",
            "RFC 8461, section 3.3"),
    SERVER_ERROR(
            "mta_sts_policy.response.server_error",
            ERR,
            "The web server fails at {1}: it answers with status {0}.",
            "Look into the log of the web server.",
            "RFC 8461, section 3.3"),
    STATUS(
            "mta_sts_policy.response.status",
            ERR,
            "The web server answers with status {0} at {1}. Only 200 makes a policy.",
            "Let the web server send the policy with status 200.",
            "RFC 8461, section 3.3"),
    MEDIA_TYPE_MISSING(
            "mta_sts_policy.media_type.missing",
            WARN,
            "The web server does not say of which type the policy is. Senders may refuse it.",
            "Let it send the header Content-Type: text/plain.",
            "RFC 8461, section 3.2"),
    MEDIA_TYPE(
            "mta_sts_policy.media_type.wrong",
            WARN,
            "The web server sends the policy as {0} instead of text/plain. Senders may refuse it.",
            "Let it send the header Content-Type: text/plain.",
            "RFC 8461, section 3.2"),
    EMPTY(
            "mta_sts_policy.file.empty",
            ERR,
            "The policy is empty.",
            "Write the policy into the file.",
            "RFC 8461, section 3.2"),
    WEB_PAGE(
            "mta_sts_policy.file.web_page",
            ERR,
            "There is a web page instead of the policy.",
            "Put the policy there as a plain text file. Often a page for files that are missing is"
                    + " sent with status 200.",
            "RFC 8461, section 3.2"),
    BYTE_ORDER_MARK(
            "mta_sts_policy.file.byte_order_mark",
            ERR,
            "The policy begins with an invisible byte order mark, which senders take for a part of"
                    + " the first key.",
            "Store the file as UTF-8 without a byte order mark (BOM).",
            "RFC 8461, section 3.2"),
    ENCODING(
            "mta_sts_policy.file.encoding",
            ERR,
            "The policy is no UTF-8 text.",
            "Store the file as UTF-8 or ASCII.",
            "RFC 8461, section 3.2"),
    LINE_ENDS(
            "mta_sts_policy.file.line_ends",
            ERR,
            "Lines of the policy end with a carriage return alone, which senders take for one line.",
            "End the lines with a line feed, or with carriage return and line feed.",
            "RFC 8461, section 3.2"),
    LINES(
            "mta_sts_policy.file.too_many_lines",
            ERR,
            "The policy has more than {0} lines. The rest was not read.",
            "Use wildcards such as *.example.com instead of many hosts.",
            ""),
    LINE_BLANK(
            "mta_sts_policy.line.blank",
            WARN,
            "Line {0} is empty, which the grammar of policies does not allow. Few senders mind.",
            "Delete empty lines.",
            "RFC 8461, section 3.2"),
    LINE_MALFORMED(
            "mta_sts_policy.line.malformed",
            ERR,
            "Line {0}, {1}, is no key and value with a colon between them.",
            "Correct or delete the line. There are no comments in policies.",
            "RFC 8461, section 3.2"),
    LINE_INDENTED(
            "mta_sts_policy.line.indented",
            ERR,
            "Line {0} begins with blanks, which policies do not allow.",
            "Let every line begin with its key.",
            "RFC 8461, section 3.2"),
    CONTROL(
            "mta_sts_policy.line.control",
            ERR,
            "Line {0} has a control character in it.",
            "Write the line anew.",
            "RFC 8461, section 3.2"),
    KEY_BLANKS(
            "mta_sts_policy.key.blanks",
            ERR,
            "Blanks stand between {0} and the colon, which policies do not allow.",
            "Let the colon follow the key. Blanks may stand behind the colon.",
            "RFC 8461, section 3.2"),
    KEY_MALFORMED(
            "mta_sts_policy.key.malformed",
            ERR,
            "{0} can't be a key: that begins with a letter or digit and has at most 32 letters,"
                    + " digits, underscores, hyphens and dots.",
            "Correct or delete the line.",
            "RFC 8461, section 3.2"),
    KEY_CASE(
            "mta_sts_policy.key.case",
            WARN,
            "{0} is not the same as {1}: senders ignore the line.",
            "Write {1} in lower case.",
            "RFC 8461, section 3.2"),
    KEY_UNKNOWN(
            "mta_sts_policy.key.unknown",
            WARN,
            "{0} is no key of policies. Senders ignore the line.",
            "Correct the spelling or delete the line.",
            "RFC 8461, section 3.2"),
    KEY_DUPLICATE(
            "mta_sts_policy.key.duplicate",
            WARN,
            "{0} stands there more than once. Only the first counts.",
            "Delete the others.",
            "RFC 8461, section 3.2"),
    VALUE_EMPTY(
            "mta_sts_policy.value.empty",
            ERR,
            "{0} has no value.",
            "Write the value behind the colon, or delete the line.",
            "RFC 8461, section 3.2"),
    POLICY_VERSION_MISSING(
            "mta_sts_policy.version.missing",
            ERR,
            "The policy does not say its version, so senders can't use it.",
            "Add the line \"version: STSv1\" at its begin.",
            "RFC 8461, section 3.2"),
    POLICY_VERSION(
            "mta_sts_policy.version.unknown",
            ERR,
            "{0} is no version of policies. There is only STSv1, in exactly these upper and lower"
                    + " case letters.",
            "Write \"version: STSv1\".",
            "RFC 8461, section 3.2"),
    POLICY_VERSION_NOT_FIRST(
            "mta_sts_policy.version.not_first",
            WARN,
            "The version is not the first line. That is allowed, but some senders expect it there.",
            "Make it the first line.",
            "RFC 8461, section 3.2"),
    MODE_MISSING(
            "mta_sts_policy.mode.missing",
            ERR,
            "The policy has no mode, so senders can't use it.",
            "Add the line \"mode: testing\", and change it to enforce when reports show no failures.",
            "RFC 8461, section 3.2"),
    MODE_UNKNOWN(
            "mta_sts_policy.mode.unknown",
            ERR,
            "{0} is no mode. There are enforce, testing and none, in lower case.",
            "Write one of these.",
            "RFC 8461, section 3.2"),
    MODE_TESTING(
            "mta_sts_policy.mode.testing",
            WARN,
            "The policy is only being tested: senders deliver also where it is not kept to.",
            "When the TLS reports show no failures for some weeks, change the mode to enforce and the"
                    + " id of the record.",
            "RFC 8461, section 5"),
    MODE_NONE(
            "mta_sts_policy.mode.none",
            WARN,
            "The mode none takes the policy back: senders do as if there was none.",
            "Write testing or enforce to protect the domain's mail. To give up MTA-STS, leave it so"
                    + " until every sender has forgotten the former policy; then delete the record and"
                    + " the file.",
            "RFC 8461, section 8.3"),
    MAX_AGE_MISSING(
            "mta_sts_policy.max_age.missing",
            ERR,
            "The policy does not say for how long it holds (max_age), so senders can't use it.",
            "Add a line such as \"max_age: 2592000\", which are 30 days.",
            "RFC 8461, section 3.2"),
    MAX_AGE_MALFORMED(
            "mta_sts_policy.max_age.malformed",
            ERR,
            "{0} is no max_age: that is a number of seconds of at most ten digits.",
            "Write a number such as 2592000, which are 30 days.",
            "RFC 8461, section 3.2"),
    MAX_AGE_LONG(
            "mta_sts_policy.max_age.too_long",
            ERR,
            "The max_age of {0} seconds is more than the 31557600, a year, that are allowed.",
            "Write 31557600 or less.",
            "RFC 8461, section 3.2"),
    MAX_AGE_UNDER_A_DAY(
            "mta_sts_policy.max_age.under_a_day",
            WARN,
            "Senders forget the policy after {0} seconds, less than a day. It hardly protects: an"
                    + " attacker only has to block it for that long.",
            "Write at least 86400 while testing, and some weeks, such as 2592000, when enforcing.",
            "RFC 8461, section 3.2"),
    MAX_AGE_SHORT(
            "mta_sts_policy.max_age.short",
            WARN,
            "Senders forget the policy after {0} seconds, less than two weeks. An attacker only has"
                    + " to block it for that long.",
            "Write some weeks, such as 2592000, which are 30 days.",
            "RFC 8461, section 3.2"),
    MX_MISSING(
            "mta_sts_policy.mx.missing",
            ERR,
            "The policy names no host that takes mail (mx).",
            "Add a line such as \"mx: mail.example.com\" for each mail exchanger of the domain.",
            "RFC 8461, section 3.2"),
    MX_SEVERAL(
            "mta_sts_policy.mx.several",
            ERR,
            "{0} are several hosts in one line.",
            "Write a line with mx for each of them.",
            "RFC 8461, section 3.2"),
    MX_INTERNATIONAL(
            "mta_sts_policy.mx.international",
            ERR,
            "{0} has letters outside of ASCII, which senders do not convert.",
            "Write the form that stands in DNS, which begins with xn--: {1}.",
            "RFC 8461, section 3.2"),
    MX_WILDCARD(
            "mta_sts_policy.mx.wildcard",
            ERR,
            "{0} has an asterisk at the wrong place: it stands for the whole first label and nothing"
                    + " else, as in *.example.com.",
            "Write *. before the name of a domain, or the whole name of the host.",
            "RFC 8461, section 4.1"),
    MX_LEADING_DOT(
            "mta_sts_policy.mx.leading_dot",
            ERR,
            "{0} begins with a dot, as in early drafts of MTA-STS.",
            "Write *{0} instead.",
            "RFC 8461, section 3.2"),
    MX_TRAILING_DOT(
            "mta_sts_policy.mx.trailing_dot",
            ERR,
            "{0} ends with a dot, which is right in DNS, but not in policies.",
            "Delete the dot at its end.",
            "RFC 8461, section 3.2"),
    MX_ADDRESS(
            "mta_sts_policy.mx.address",
            ERR,
            "{0} is an address instead of the name of a host.",
            "Write the name that stands in the MX record.",
            "RFC 8461, section 3.2"),
    MX_MALFORMED(
            "mta_sts_policy.mx.malformed",
            ERR,
            "{0} is not the name of a host.",
            "Write the name that stands in the MX record, such as mail.example.com.",
            "RFC 8461, section 3.2"),
    MX_DUPLICATE(
            "mta_sts_policy.mx.duplicate",
            INFO,
            "The host {0} stands there already.",
            "Delete the line.",
            ""),
    MX_UNMATCHED(
            "mta_sts_policy.mx.unmatched",
            ERR,
            "The mail exchanger {0} is not in the policy. Senders do not deliver to it.",
            "Add the line \"mx: {0}\" to the policy and change the id of the record, or delete the MX"
                    + " record.",
            "RFC 8461, section 4.1"),
    MX_UNMATCHED_TESTING(
            "mta_sts_policy.mx.unmatched_in_testing",
            WARN,
            "The mail exchanger {0} is not in the policy. Senders will not deliver to it when the"
                    + " mode becomes enforce.",
            "Add the line \"mx: {0}\" to the policy and change the id of the record, or delete the MX"
                    + " record.",
            "RFC 8461, section 4.1"),
    MX_UNUSED(
            "mta_sts_policy.mx.unused",
            WARN,
            "{0} matches no mail exchanger of the domain.",
            "Delete the line, unless the host is about to take mail.",
            "RFC 8461, section 4.1"),
    HOSTS_IMPLICIT(
            "mta_sts_policy.hosts.implicit",
            INFO,
            "{0} has no MX record, so mail goes to the host of that name.",
            "",
            "RFC 5321, section 5.1"),
    HOSTS_REFUSE(
            "mta_sts_policy.hosts.refuse",
            WARN,
            "{0} says by its MX record that it takes no mail, so it needs no policy.",
            "Delete record and policy, or mend the MX record.",
            "RFC 7505, section 3"),
    HOSTS_MISSING(
            "mta_sts_policy.hosts.missing",
            WARN,
            "{0} has neither an MX record nor an address, so it takes no mail and needs no policy.",
            "Publish MX records, or delete record and policy.",
            "RFC 5321, section 5.1"),
    UNANNOUNCED(
            "mta_sts_policy.record.missing",
            WARN,
            "There is no MTA-STS record at {0}, so senders do not look for a policy.",
            "Publish a TXT record there, such as \"v=STSv1; id=20260101T000000;\".",
            "RFC 8461, section 3.1"),
    ANNOUNCED_WRONGLY(
            "mta_sts_policy.record.invalid",
            WARN,
            "The MTA-STS record at {0} has errors, so senders do not look for a policy.",
            "Inspect the record and mend it.",
            "RFC 8461, section 3.1"),
    ANNOUNCED_ONLY(
            "mta_sts_policy.record.without_policy",
            WARN,
            "The record at {0} says that there is a policy, but senders can't get a valid one. They"
                    + " deliver as if there was none; who has kept an earlier policy goes by that.",
            "Mend the policy, or delete the record.",
            "RFC 8461, section 3.3");

    private final Entry entry;

    MtaStsFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
