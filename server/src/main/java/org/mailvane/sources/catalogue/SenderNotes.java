package org.mailvane.sources.catalogue;

import java.util.List;
import org.mailvane.sources.Category;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/**
 * Returns what a person has to do for a sender, from what the catalogue knows about it, if its
 * entry contains no notes.
 */
record SenderNotes(
        String name,
        Category category,
        boolean relays,
        boolean mailboxes,
        boolean capableSpf,
        boolean capableDkim,
        List<String> includes) {

    /** Before the codes, of which {@code catalogue.properties} has the texts. */
    private static final String FACTS = "catalogue.facts.";

    Passage spf() {
        return category == Category.FORWARDER
                ? forwarded(capableSpf, spfOfSending())
                : Passage.of(spfOfSending());
    }

    Passage dkim() {
        return category == Category.FORWARDER
                ? forwarded(capableDkim, dkimOfSending())
                : Passage.of(dkimOfSending());
    }

    Passage dmarc() {
        Passage general = Passage.of(general());
        if (relays && category != Category.FORWARDER && category != Category.NON_COMPLIANT) {
            general = general.and(Message.of(FACTS + "dmarc.relays"));
        }
        return mailboxes ? general.and(about("dmarc.mailboxes")) : general;
    }

    private Message about(String code) {
        return Message.of(FACTS + code).with("sender", name);
    }

    /** Some forwarders also send for those who have their domains there. */
    private Passage forwarded(boolean alsoSends, Message ofSending) {
        Passage forwarder = Passage.of(about("forwarder"));
        return alsoSends
                ? forwarder.and(Message.of(FACTS + "forwarder.sends"), ofSending)
                : forwarder;
    }

    private Message spfOfSending() {
        if (!capableSpf) {
            return about("spf.none");
        }
        return includes.isEmpty() ? about("spf.look_up") : include();
    }

    private Message include() {
        Message include = Message.of(FACTS + "spf.include");
        String last = term(includes.getLast());
        if (includes.size() == 1) {
            return include.with("includes", last);
        }
        int beforeLast = includes.size() - 2;
        Message any = or(includes.get(beforeLast)).with("second", last);
        for (String name : includes.subList(0, beforeLast).reversed()) {
            any = or(name).with("second", any);
        }
        return include.with("includes", any);
    }

    private static Message or(String include) {
        return Message.of(FACTS + "or").with("first", term(include));
    }

    private static String term(String include) {
        return "include:" + include;
    }

    private Message dkimOfSending() {
        return about(capableDkim ? "dkim.sign" : "dkim.none");
    }

    private Message general() {
        return switch (category) {
            case FORWARDER -> Message.of(FACTS + "dmarc.forwarder");
            case NON_COMPLIANT -> about("dmarc.nothing");
            case CAPABLE, THREAT_OR_UNKNOWN ->
                    about(
                            capableSpf && capableDkim
                                    ? "dmarc.spf_and_dkim"
                                    : capableDkim ? "dmarc.dkim" : "dmarc.spf");
        };
    }
}
