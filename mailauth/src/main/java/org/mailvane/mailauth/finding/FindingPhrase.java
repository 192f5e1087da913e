package org.mailvane.mailauth.finding;

import java.util.List;
import org.mailvane.mailauth.finding.FindingValue.Phrase;

/** Parts of findings whose text depends on the language. Codes never change. */
public enum FindingPhrase {
    POLICY_NONE("policy.none"),
    TAB("character.tab"),
    LINE_BREAK("character.line_break"),
    NO_BREAK_SPACE("character.no_break_space"),
    OCTET("character.octet", "octet"),
    SPF_PERHAPS("spf.perhaps", "meant"),
    SPF_PART_INCLUDED("spf.part.included", "term", "domain", "path"),
    SPF_PART_TOTAL("spf.part.total", "part"),
    SPF_AMOUNT_IP4("spf.amount.ip4", "count"),
    SPF_AMOUNT_IP6("spf.amount.ip6", "length"),
    SPF_REASON_CLOUD("spf.reason.cloud", "cloud"),
    SPF_REASON_OTHERS("spf.reason.others"),
    FLAT_SYNTAX("spf.flattening.syntax"),
    FLAT_PERMERROR("spf.flattening.permerror", "term"),
    FLAT_DNS("spf.flattening.dns", "term"),
    FLAT_UNKNOWN("spf.flattening.unknown", "term"),
    FLAT_LOOKUPS("spf.flattening.lookups"),
    FLAT_VOIDS("spf.flattening.voids"),
    FLAT_NETWORKS("spf.flattening.networks"),
    FLAT_MESSAGE("spf.flattening.message"),
    FLAT_DOMAIN("spf.flattening.domain"),
    FLAT_LENGTH("spf.flattening.length"),
    DKIM_OTHER_RECORD("dkim.content.record", "version"),
    DKIM_OTHER_TEXT("dkim.content.text"),
    KEY_RSA_PSS("key.rsa_pss"),
    KEY_ED448("key.ed448"),
    KEY_ECDSA("key.ecdsa"),
    KEY_DSA("key.dsa"),
    KEY_X25519("key.x25519"),
    KEY_PEM("key.pem"),
    KEY_SSH("key.ssh"),
    KEY_CERTIFICATE("key.certificate"),
    KEY_OTHER("key.other"),
    NUMBER_BITS("number.bits", "bits"),
    WEB_BAD_URL("web.bad_url"),
    WEB_NO_ADDRESS("web.no_address"),
    WEB_DNS("web.dns"),
    WEB_REFUSED("web.refused"),
    WEB_CONNECTION("web.connection"),
    WEB_TIMEOUT("web.timeout"),
    WEB_CERTIFICATE_NAME("web.certificate_name"),
    WEB_CERTIFICATE_DATE("web.certificate_date"),
    WEB_CERTIFICATE_TRUST("web.certificate_trust"),
    WEB_TLS("web.tls"),
    WEB_TOO_LARGE("web.too_large"),
    WEB_BAD_RESPONSE("web.bad_response"),
    WEB_STATUS("web.status", "status"),
    URL_LONG("url.long", "limit"),
    URL_CHARACTER("url.character"),
    URL_HOST("url.host"),
    URL_USER("url.user"),
    GZIP_CUT("gzip.cut"),
    GZIP_DAMAGED("gzip.damaged"),
    GZIP_UNREADABLE("gzip.unreadable"),
    SVG_PLACE("svg.place", "line", "column"),
    SVG_PLACE_WITHIN("svg.place_within", "line", "column", "element"),
    SVG_ELEMENTS("svg.elements"),
    SVG_DEPTH("svg.depth"),
    SVG_ATTRIBUTES("svg.attributes"),
    SVG_REPETITIONS("svg.repetitions"),
    CHAIN_KEY("chain.key"),
    CHAIN_EXPIRED("chain.expired"),
    CHAIN_NOT_YET("chain.not_yet"),
    CHAIN_SIGNATURE("chain.signature"),
    CHAIN_WEAK("chain.weak"),
    CHAIN_RULE("chain.rule"),
    CHAIN_ISSUER("chain.issuer"),
    CHAIN_LENGTH("chain.length"),
    CHAIN_NAMES("chain.names"),
    CHAIN_EXTENSION("chain.extension"),
    CHAIN_NAME("chain.name"),
    CHAIN_POLICY("chain.policy"),
    CHAIN_OF("chain.of", "reason", "certificate"),
    LOGOTYPE_EMPTY("logotype.empty"),
    LOGOTYPE_ADDRESS("logotype.address"),
    LOGOTYPE_ELSEWHERE("logotype.elsewhere"),
    LOGOTYPE_TYPE("logotype.type", "type"),
    LOGOTYPE_BASE64("logotype.base64"),
    CRL_ISSUER("crl.issuer"),
    CRL_UNSIGNED("crl.unsigned"),
    CRL_NUMBER("crl.number"),
    CRL_OUTDATED("crl.outdated"),
    EITHER("either", "one", "other"),
    NO_LOCATION("location.none"),
    MX_NAME("mx.name");

    private final String code;

    // List.of makes it immutable, which its type does not say.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> arguments;

    FindingPhrase(String code, String... arguments) {
        this.code = code;
        this.arguments = List.of(arguments);
    }

    /** Returns the stable code. */
    public String code() {
        return code;
    }

    /** Returns the names of its values, in the order in which {@link #with} takes them. */
    public List<String> arguments() {
        return arguments;
    }

    /**
     * Returns the part in one case.
     *
     * @param values one for each argument
     */
    public Phrase with(Object... values) {
        return new Phrase(code, FindingValue.named(code, arguments, values));
    }
}
