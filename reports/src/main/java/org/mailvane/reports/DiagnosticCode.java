package org.mailvane.reports;

import java.util.List;

/** The possible diagnostics about an input, each with the names of its values. */
public enum DiagnosticCode {

    // ---- of all inputs

    SENTENCES("input.sentences", "first", "second"),
    EMPTY("input.empty"),
    NOTHING("input.nothing"),
    NOT_A_REPORT("input.not_a_report", "content"),
    UNSUPPORTED("input.unsupported", "format"),
    UNSUPPORTED_EBCDIC("input.unsupported.ebcdic"),
    UNSUPPORTED_PARTIAL_MAIL("input.unsupported.partial_mail"),
    UNSUPPORTED_EXTERNAL_BODY("input.unsupported.external_body"),
    UNSUPPORTED_SPARSE_TAR("input.unsupported.sparse_tar"),
    UNSUPPORTED_TAR_VOLUMES("input.unsupported.tar_volumes"),
    ENCRYPTED_OPENPGP("input.encrypted.openpgp"),
    ENCRYPTED_SMIME("input.encrypted.smime"),
    UNKNOWN_KIND("input.unknown_kind"),
    UNDECODABLE("input.undecodable", "encoding"),
    UNDECODABLE_UUENCODE("input.undecodable.uuencode"),
    DAMAGED_TNEF("input.damaged.tnef"),
    DAMAGED_OUTLOOK("input.damaged.outlook"),
    DATA_DAMAGED("input.damaged.data", "reason"),

    // ---- what an input is that is not a report

    CONTENT_LIST("content.list", "first", "second"),
    CONTENT_XML("content.xml"),
    CONTENT_XML_ROOT("content.xml.root", "element"),
    CONTENT_XML_EMPTY("content.xml.empty"),
    CONTENT_XML_WRAPPER("content.xml.wrapper"),
    CONTENT_HTML("content.html"),
    CONTENT_JSON("content.json"),
    CONTENT_GZIP("content.gzip"),
    CONTENT_ZLIB("content.zlib"),
    CONTENT_DEFLATE("content.deflate"),
    CONTENT_ZIP("content.zip"),
    CONTENT_TAR("content.tar"),
    CONTENT_TNEF("content.tnef"),
    CONTENT_CMS("content.cms"),
    CONTENT_SIGNATURE("content.signature"),
    CONTENT_MAC_BINARY("content.mac_binary"),
    CONTENT_OLE("content.ole"),
    CONTENT_OFFICE("content.office"),
    CONTENT_MAILBOX("content.mailbox"),
    CONTENT_MAIL("content.mail"),
    CONTENT_COMPLAINT("content.complaint"),
    CONTENT_RETURNED_MAIL("content.returned_mail"),
    CONTENT_BASE64("content.base64"),
    CONTENT_UUENCODED("content.uuencoded"),
    CONTENT_TEXT("content.text"),
    CONTENT_IMAGE("content.image"),
    CONTENT_PDF("content.pdf"),
    CONTENT_BINARY("content.binary"),

    // ---- archives and compressed files; what they are is one of the words of Damage

    CUT_OFF("archive.cut_off", "what", "bytes"),
    BROKEN("archive.broken", "what", "bytes"),
    NO_WHOLE_REPORT("archive.no_whole_report"),
    ZIP_ENCRYPTED("archive.zip_encrypted"),
    ZIP_SIZE_MISSING("archive.zip_size_missing"),
    ZIP_METHOD("archive.zip_method", "method"),

    // ---- limits

    LIMIT_UNPACKED("limit.unpacked", "found", "limit"),
    LIMIT_UNPACKED_AGAIN("limit.unpacked_again", "found", "limit"),
    LIMIT_EXPANSION("limit.expansion", "packed", "unpacked", "limit"),
    LIMIT_ENTRIES("limit.entries", "limit"),
    LIMIT_DOCUMENTS("limit.documents", "limit"),
    LIMIT_MAIL_PARTS("limit.mail_parts", "limit"),
    LIMIT_ARCHIVE_DEPTH("limit.archive_depth", "limit"),
    LIMIT_MAIL_DEPTH("limit.mail_depth", "limit"),
    LIMIT_MULTIPART_DEPTH("limit.multipart_depth", "limit"),
    LIMIT_HELD("limit.held", "found", "limit"),
    LIMIT_KEPT("limit.kept", "found", "limit"),
    LIMIT_MAIL_SIZE("limit.mail_size", "found", "limit"),
    LIMIT_MAIL_HEADERS("limit.mail_headers", "limit"),
    LIMIT_MAIL_HEADER_LENGTH("limit.mail_header_length", "limit"),
    LIMIT_OUTLOOK_FILE("limit.outlook_file", "limit"),

    // ---- XML

    XML_AT("xml.at", "line", "column", "flaw"),
    XML_NOT_WELL_FORMED("xml.not_well_formed", "flaw", "rest"),
    XML_DOCTYPE("xml.doctype"),
    XML_TOO_DEEP("xml.too_deep", "limit"),
    XML_ENDS_INSIDE("xml.ends_inside", "element"),
    XML_ENDS_IN_COMMENT("xml.ends_in_comment"),
    XML_ENDS_IN_INSTRUCTION("xml.ends_in_instruction"),
    XML_ENDS_IN_CDATA("xml.ends_in_cdata"),
    XML_ENDS_IN_FIRST_TAG("xml.ends_in_first_tag"),
    XML_NEXT_INSIDE("xml.next_inside", "element"),
    XML_CDATA_OUTSIDE("xml.cdata_outside"),
    XML_LATE_DECLARATION("xml.late_declaration"),
    XML_LEADING("xml.leading"),
    XML_TRAILING("xml.trailing"),
    XML_SCHEMA("xml.schema"),
    XML_WRAPPER("xml.wrapper", "element"),
    XML_OPEN_AT("xml.open_at", "element", "next"),
    XML_ATTRIBUTES("xml.attributes"),
    XML_END_TAG_ALONE("xml.end_tag_alone", "tag"),
    XML_END_TAG_INSIDE("xml.end_tag_inside", "tag", "element"),
    XML_STRAY_SIGN("xml.stray_sign"),
    XML_REFERENCE("xml.reference"),
    XML_CHARACTER("xml.character", "number"),
    XML_OUTSIDE_OF_REPORT("xml.outside_of_report", "element"),
    XML_OUTSIDE_OF_RECORD("xml.outside_of_record", "element"),
    XML_START_MISSING("xml.start_missing", "element"),
    XML_END_MISSING("xml.end_missing", "element"),
    XML_TORN("xml.torn", "element"),
    XML_NO_RECORD("xml.no_record"),
    XML_RECORD_LACKS("xml.record_lacks", "element"),
    XML_RECORD_LACKS_RESULT("xml.record_lacks_result", "element"),
    XML_ENCODING_DECLARED("xml.encoding_declared", "encoding"),
    XML_ENCODING_CHARACTERS("xml.encoding_characters"),
    XML_ENCODING_BYTES("xml.encoding_bytes", "encoding"),
    XML_ENCODING_UTF8("xml.encoding_utf8", "encoding"),

    // ---- JSON

    JSON_ENDS("json.ends", "line", "column"),
    JSON_TRAILING("json.trailing", "line", "column"),
    JSON_ENDS_IN_FIRST_NAME("json.ends_in_first_name"),
    JSON_NO_TEXT("json.no_text", "field"),
    JSON_NO_OBJECT("json.no_object", "field"),
    JSON_CHARACTERS("json.characters", "field", "value"),

    // ---- fields and values of all kinds of reports

    FIELD_MISSING("field.missing", "field"),
    FIELD_REPEATED("field.repeated", "field"),
    FIELD_CUT("field.cut", "field", "limit"),
    FIELD_READ_AS("field.read_as", "field", "value", "read"),
    FIELD_UNREADABLE("field.unreadable", "field", "value"),
    FIELD_LEFT_OUT("field.left_out", "field", "value"),
    FIELD_IN_BRACKETS("field.in_brackets", "field", "value"),
    FIELD_TAKEN_FROM("field.taken_from", "field", "taken"),
    VALUE_READ_AS("field.word_read_as", "value", "read"),
    ID_DERIVED("field.id_derived", "field"),
    PERIOD_INCOMPLETE("field.period_incomplete", "begin", "end"),
    PERIOD_TURNED("field.period_turned", "begin", "end"),

    // ---- aggregate reports

    NO_POLICY_DOMAIN("aggregate.no_policy_domain"),
    NO_PERIOD("aggregate.no_period", "begin", "end"),
    ERRORS_DROPPED("aggregate.errors_dropped", "limit"),
    ORG_NAME_LOCAL("aggregate.org_name_local", "value", "taken"),
    EMAIL_INVALID("aggregate.email_invalid", "value"),
    POLICY_REPEATED("aggregate.policy_repeated"),
    DOMAIN_EXPECTED("aggregate.domain_expected", "value"),
    SOURCE_IP_UNREADABLE("aggregate.source_ip", "value"),
    COUNT_UNREADABLE("aggregate.count", "limit", "value"),
    RECORD_REPEATED("aggregate.record_repeated", "element"),
    RESULTS_DROPPED("aggregate.results_dropped", "limit"),
    HEADER_FROM_MISSING("aggregate.header_from_missing", "domain"),
    AUTH_RESULTS_MISSING("aggregate.auth_results_missing"),
    DISPOSITION("aggregate.disposition", "value"),
    EVALUATED("aggregate.evaluated", "mechanism", "value"),
    REASON_UNTYPED("aggregate.reason_untyped"),
    REASON_UNKNOWN("aggregate.reason_unknown", "value"),
    REASON_TEXT("aggregate.reason_text", "value"),

    // ---- TLS reports

    TLS_BROKEN("tls.broken", "line", "column"),
    TLS_NO_PERIOD("tls.no_period", "begin", "end"),
    TLS_POLICIES_DROPPED("tls.policies_dropped", "limit"),
    TLS_FAILURES_DROPPED("tls.failures_dropped", "limit"),
    TLS_ITEMS_DROPPED("tls.items_dropped", "limit"),
    TLS_NO_POLICIES("tls.no_policies"),
    TLS_NO_DOMAIN("tls.no_domain"),
    TLS_DOMAIN_TAKEN("tls.domain_taken", "domain"),
    TLS_POLICY_TYPE("tls.policy_type", "value"),
    TLS_NO_SUMMARY("tls.no_summary", "sessions"),
    TLS_TOO_MANY_SESSIONS("tls.too_many_sessions", "sessions", "limit"),
    TLS_NO_RESULT_TYPE("tls.no_result_type"),
    TLS_COUNT_MISSING("tls.count_missing", "field"),
    TLS_COUNT_UNREADABLE("tls.count", "field", "value", "limit"),

    // ---- failure reports

    FAILURE_OF_TEXT("failure.of_text"),
    FAILURE_LINE("failure.line", "value"),
    FAILURE_FIELD_CUT("failure.field_cut", "field"),
    FAILURE_FIELDS_DROPPED("failure.fields_dropped", "field"),
    FAILURE_TEXT_CUT("failure.text_cut", "value"),
    FAILURE_ITEMS_DROPPED("failure.items_dropped"),
    FAILURE_REPORTED_DOMAIN("failure.reported_domain", "value"),
    FAILURE_SOURCE_IP("failure.source_ip", "value"),
    FAILURE_SOURCE_PORT("failure.source_port", "value"),
    FAILURE_NO_DOMAIN("failure.no_domain"),
    FAILURE_DOMAIN_OF_SAMPLE("failure.domain_of_sample", "domain"),
    SAMPLE_MISSING("failure.sample_missing"),
    SAMPLE_LINE("failure.sample_line"),
    SAMPLE_HEADER_CUT("failure.sample_header_cut", "field"),
    SAMPLE_HEADERS_DROPPED("failure.sample_headers_dropped", "field"),
    SAMPLE_BODY_CUT("failure.sample_body_cut");

    private final String code;

    // List.of makes it immutable, which its type does not say.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> arguments;

    DiagnosticCode(String code, String... arguments) {
        this.code = code;
        this.arguments = List.of(arguments);
    }

    /** Returns its stable identity. */
    public String code() {
        return code;
    }

    /** Returns the names of its values, in their order. */
    public List<String> arguments() {
        return arguments;
    }
}
