package org.mailvane.web.parts;

import org.mailvane.web.frame.Texts;

/** Names what TLS reports say of policies and failures. */
public final class TlsTexts {

    private TlsTexts() {}

    /** What a kind of failure means, in the bundles; empty for a reporter's own. */
    public static String meaning(Texts texts, String type) {
        String key = "tls.failure." + type;
        return texts.has(key) ? texts.of(key) : "";
    }

    /** The name of a policy's type in the bundles. */
    public static String type(String letter) {
        return letter.isEmpty() ? "tls.type.other" : "tls.type." + letter;
    }

    /** The name of a policy's mode in the bundles. */
    public static String mode(String letter) {
        return letter.isEmpty() ? "tls.mode.none" : "tls.mode." + letter;
    }
}
