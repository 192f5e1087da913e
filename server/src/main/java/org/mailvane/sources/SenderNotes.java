package org.mailvane.sources;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a person has to do for a sender, in plain sentences made from its facts: for those whose
 * catalogue entry says nothing itself.
 */
record SenderNotes(
        String name,
        Category category,
        boolean relays,
        boolean mailboxes,
        boolean capableSpf,
        boolean capableDkim,
        List<String> includes) {

    String spf() {
        return category == Category.FORWARDER
                ? forwarded(capableSpf, spfOfSending())
                : spfOfSending();
    }

    String dkim() {
        return category == Category.FORWARDER
                ? forwarded(capableDkim, dkimOfSending())
                : dkimOfSending();
    }

    /** Some forwarders also send for those who have their domains there. */
    private String forwarded(boolean alsoSends, String ofSending) {
        return name
                + " passes on mail that others sent: for that there is nothing to set up."
                + (alsoSends ? " Where you send by it too: " + ofSending : "");
    }

    private String spfOfSending() {
        if (!capableSpf) {
            return name
                    + " uses a return path of its own domain, so that its mail can't pass SPF for"
                    + " yours. Your SPF record need not name it.";
        }
        if (includes.isEmpty()) {
            return "Look up at "
                    + name
                    + " how its mail gets a return path (bounce address) of your own domain, and"
                    + " what that domain's SPF record needs.";
        }
        return "Put "
                + includes.stream().map(i -> "include:" + i).collect(Collectors.joining(" or "))
                + " into the SPF record of the domain in the return path, which must be your own"
                + " domain or one below it.";
    }

    private String dkimOfSending() {
        return capableDkim
                ? "At "
                        + name
                        + ", switch on signing with your own domain, and publish the keys that it"
                        + " shows."
                : name + " does not sign with the domains of its customers.";
    }

    String dmarc() {
        return general() + (mailboxes ? " " + ofMailboxes() : "");
    }

    private String ofMailboxes() {
        return "What somebody sends with your domain from a mailbox at "
                + name
                + " can't pass: have it sent by a mail server of your domain.";
    }

    private String general() {
        return switch (category) {
            case FORWARDER ->
                    "Mail that is passed on often fails SPF. It passes DMARC only where your DKIM"
                            + " signature is still valid.";
            case NON_COMPLIANT ->
                    name
                            + " sends in your name, but its mail can't pass DMARC. A policy of"
                            + " quarantine or reject makes receivers refuse it: let it send from an"
                            + " address of another domain, or replace it.";
            case CAPABLE, THREAT_OR_UNKNOWN -> capable();
        };
    }

    private String capable() {
        String how =
                capableSpf && capableDkim
                        ? "by SPF and by DKIM. Set up both"
                        : capableDkim
                                ? "by DKIM only"
                                : "by SPF only, which breaks when mail is forwarded";
        return "Mail from "
                + name
                + " can pass DMARC "
                + how
                + "."
                + (relays ? " Its hosts also pass on mail of others." : "");
    }
}
