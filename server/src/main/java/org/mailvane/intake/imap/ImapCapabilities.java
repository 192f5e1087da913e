package org.mailvane.intake.imap;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What an IMAP server can do (RFC 9051, section 6.1.1). */
final class ImapCapabilities {

    /** What RFC 9051 has made part of the protocol, so that a server need not name it. */
    private static final Set<String> OF_REVISION_2 =
            Set.of("IDLE", "MOVE", "NAMESPACE", "SASL-IR", "UIDPLUS");

    private final ImapConversation server;
    private Set<String> capabilities = Set.of();

    ImapCapabilities(ImapConversation server) {
        this.server = server;
    }

    /** Asks the server, which can do more after TLS and after the sign-in. */
    void ask() throws IOException {
        Set<String> found = new HashSet<>();
        server.command(
                "CAPABILITY",
                line -> {
                    if (line.regionMatches(true, 0, "* CAPABILITY ", 0, 13)) {
                        found.addAll(List.of(line.toUpperCase(Locale.ROOT).split(" ")));
                    }
                });
        capabilities = found;
    }

    /** Returns whether the server has a capability. */
    boolean can(String capability) {
        return capabilities.contains(capability)
                || (isRevision2() && OF_REVISION_2.contains(capability));
    }

    /** Whether it speaks RFC 9051 only; a server of both revisions waits for ENABLE. */
    boolean isRevision2() {
        return capabilities.contains("IMAP4REV2") && !capabilities.contains("IMAP4REV1");
    }
}
