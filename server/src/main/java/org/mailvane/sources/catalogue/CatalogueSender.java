package org.mailvane.sources.catalogue;

import java.util.List;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/**
 * A sender of mail in other people's names: from the catalogue, or an account's own source.
 *
 * @param number the number that rows carry
 * @param slug a name for addresses: lower case, digits, hyphens
 * @param name what people call it
 * @param category {@link Category#CAPABLE} or {@link Category#NON_COMPLIANT} for one that sends for
 *     its customers, {@link Category#FORWARDER} for one that passes on mail of others
 * @param relays whether its hosts also pass on mail of others, besides sending for customers
 * @param mailboxes whether people have mailboxes there with addresses in its domains, from which
 *     some send in other names
 * @param capableSpf whether mail from it can pass SPF aligned
 * @param capableDkim whether mail from it can pass DKIM aligned
 * @param hosts suffixes of the reverse names of its sending hosts, by whole labels
 * @param mixedHosts suffixes of reverse names that customers' own machines have too: they count for
 *     a row only that passes aligned. A longer one takes names out of {@code hosts}, which is all
 *     that those of a forwarder do
 * @param dkimDomains domains that it signs with; {@code *.} before one means any name below
 * @param spfDomains domains of its return paths; {@code *.} before one means any name below
 * @param networks its networks
 * @param documentation where it says how to set up authentication; empty where that is not known
 * @param notes what to do
 */
public record CatalogueSender(
        int number,
        String slug,
        String name,
        Category category,
        boolean relays,
        boolean mailboxes,
        boolean capableSpf,
        boolean capableDkim,
        List<String> hosts,
        List<String> mixedHosts,
        List<String> dkimDomains,
        List<String> spfDomains,
        List<IpNetwork> networks,
        String documentation,
        Notes notes) {

    /**
     * What a person should do who sends by it.
     *
     * @param spf to pass SPF
     * @param dkim to pass DKIM
     * @param dmarc in general
     */
    public record Notes(Passage spf, Passage dkim, Passage dmarc) {

        /** Nothing. */
        public static final Notes NONE = new Notes(Passage.EMPTY, Passage.EMPTY, Passage.EMPTY);

        /** Returns notes that people wrote, which are the same in all languages. */
        public static Notes written(String spf, String dkim, String dmarc) {
            return new Notes(
                    Passage.verbatim(spf), Passage.verbatim(dkim), Passage.verbatim(dmarc));
        }

        /** Returns the notes in English; what people wrote is as they wrote it. */
        public Texts texts() {
            MessageFormatter formatter = MessageFormatter.forPrograms();
            return new Texts(
                    formatter.format(spf), formatter.format(dkim), formatter.format(dmarc));
        }

        /** Notes as texts. */
        public record Texts(String spf, String dkim, String dmarc) {}
    }

    /** Returns the same with another slug. */
    public CatalogueSender withSlug(String other) {
        return new CatalogueSender(
                number,
                other,
                name,
                category,
                relays,
                mailboxes,
                capableSpf,
                capableDkim,
                hosts,
                mixedHosts,
                dkimDomains,
                spfDomains,
                networks,
                documentation,
                notes);
    }
}
