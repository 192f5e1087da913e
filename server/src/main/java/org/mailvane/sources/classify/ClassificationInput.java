package org.mailvane.sources.classify;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.evidence.MailNames;

/**
 * What the rules see of one row: all questions that they ask, each answered when it is asked.
 *
 * <p>A report may hold anything and any number of results in any order. None of the answers depends
 * on that order.
 */
final class ClassificationInput {

    private static final String ARC_PASS = "arc=pass";

    /** The scope of what SPF says of a greeting (RFC 7208, section 2.3). */
    private static final String GREETING = "helo";

    private final Row row;
    private final LocalDate day;
    private final @Nullable AddressEvidence address;
    private final DomainEvidence domain;
    private final SenderIndex catalogue;
    private final MailNames names;
    private final String from;
    private final IpAddress ip;

    ClassificationInput(
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex catalogue,
            MailNames names) {
        this.row = row;
        this.day = day;
        this.address = address;
        this.domain = domain;
        this.catalogue = catalogue;
        this.names = names;
        this.from = MailNames.plain(row.headerFrom());
        this.ip = row.address().unmapped();
    }

    /**
     * Returns whose own source it is: by network, confirmed name, domain that passed; null for
     * nobody.
     */
    @Nullable CatalogueSender ownSource(SenderIndex own) {
        if (own.isEmpty()) {
            return null;
        }
        CatalogueSender sender = own.byNetwork(ip);
        if (sender == null) {
            sender = own.byHost(confirmedName());
        }
        if (sender == null) {
            sender = byDkim(own);
        }
        return sender == null ? bySpf(own) : sender;
    }

    /**
     * Returns whose host of the catalogue the address is, by confirmed name or network, if by any.
     */
    @Nullable CatalogueSender host() {
        return address == null ? catalogue.byNetwork(ip) : address.sender();
    }

    /**
     * Returns who of the catalogue sent it: by confirmed name, by DKIM domain that passed, by SPF
     * domain that passed, by a name that customers' machines have too if it passed aligned, by
     * network.
     */
    @Nullable CatalogueSender catalogueSender() {
        CatalogueSender host = host();
        CatalogueSender other = byDkim(catalogue);
        if (other == null) {
            other = bySpf(catalogue);
        }
        if (other == null && address != null && address.confirmed() && passesAligned()) {
            other = address.mixedSender();
        }
        if (other == null || host == null || other.number() == host.number()) {
            return other == null ? host : other;
        }
        // Only here it matters whether the host is known by its name or by its network.
        CatalogueSender named = catalogue.byHost(confirmedName());
        return named == null ? other : named;
    }

    /**
     * At whose mailbox of the catalogue the return path is, if at any: that alone passed, and was
     * not made to pass mail on.
     */
    @Nullable CatalogueSender mailboxProvider() {
        if (passesAligned()) {
            return null;
        }
        @Nullable CatalogueSender found = null;
        List<SpfResult> results = row.spf();
        for (int i = 0; i < results.size(); i++) {
            SpfResult result = results.get(i);
            String domain = MailNames.plain(result.domain());
            // A greeting (HELO) passes for whatever goes through the host.
            if (result.result() == AuthResult.PASS
                    && !result.scope().equals(GREETING)
                    && !PassingOn.isSaidBy(domain, names)) {
                CatalogueSender sender = catalogue.bySpfDomain(domain);
                found = preferred(found, sender == null || !sender.mailboxes() ? null : sender);
            }
        }
        return found;
    }

    /**
     * Whether a provider of mailboxes passed on what others sent: the reporter says so, or it has a
     * signature, be it broken, of somebody else than the provider and its host.
     */
    boolean isPassedOn(CatalogueSender provider, @Nullable CatalogueSender host) {
        if (isToldForwarded()) {
            return true;
        }
        List<DkimResult> results = row.dkim();
        for (int i = 0; i < results.size(); i++) {
            DkimResult result = results.get(i);
            String domain = MailNames.plain(result.domain());
            if (result.result() == AuthResult.NONE || domain.isEmpty()) {
                continue;
            }
            CatalogueSender signer = catalogue.byDkimDomain(domain);
            boolean isTheirs =
                    signer != null
                            && (signer.number() == provider.number()
                                    || (host != null && signer.number() == host.number()));
            if (!isTheirs) {
                return true;
            }
        }
        return false;
    }

    private @Nullable CatalogueSender byDkim(SenderIndex index) {
        @Nullable CatalogueSender found = null;
        List<DkimResult> results = row.dkim();
        for (int i = 0; i < results.size(); i++) {
            DkimResult result = results.get(i);
            if (result.result() == AuthResult.PASS) {
                found = preferred(found, index.byDkimDomain(MailNames.plain(result.domain())));
            }
        }
        return found;
    }

    private @Nullable CatalogueSender bySpf(SenderIndex index) {
        @Nullable CatalogueSender found = null;
        List<SpfResult> results = row.spf();
        for (int i = 0; i < results.size(); i++) {
            SpfResult result = results.get(i);
            if (result.result() == AuthResult.PASS) {
                found = preferred(found, index.bySpfDomain(MailNames.plain(result.domain())));
            }
        }
        return found;
    }

    /**
     * Of two that passed: one that passes on mail of others, since the other's mail has then gone
     * through it, else the one with the lower number, so that the order says nothing.
     */
    private static @Nullable CatalogueSender preferred(
            @Nullable CatalogueSender one, @Nullable CatalogueSender other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        boolean forwards = one.category() == Category.FORWARDER;
        if (forwards != (other.category() == Category.FORWARDER)) {
            return forwards ? one : other;
        }
        return one.number() <= other.number() ? one : other;
    }

    /** Whether it has a signature of the domain's organisation, passing or broken. */
    boolean hasAlignedSignature() {
        if (row.dkimAligned()) {
            return true;
        }
        List<DkimResult> results = row.dkim();
        for (int i = 0; i < results.size(); i++) {
            DkimResult result = results.get(i);
            // None: the message was not signed, whatever name is given.
            if (result.result() != AuthResult.NONE && isAligned(result)) {
                return true;
            }
        }
        return false;
    }

    boolean dkimAligned() {
        return row.dkimAligned();
    }

    boolean spfAligned() {
        return row.spfAligned();
    }

    boolean passesAligned() {
        return row.dkimAligned() || row.spfAligned();
    }

    /** Whether SPF passed for any name, aligned or not. */
    boolean spfPassed() {
        List<SpfResult> results = row.spf();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).result() == AuthResult.PASS) {
                return true;
            }
        }
        return false;
    }

    /** Whether the domain's SPF record authorises the address. */
    boolean isAuthorized() {
        return domain.authorizes(ip, day);
    }

    /** Whether the domain's SPF record was looked up. */
    boolean knowsNetworks() {
        return domain.knowsNetworks(day);
    }

    /** Whether the domain has a selector that only this sender uses. */
    boolean hasSelectorOfOnly(CatalogueSender sender) {
        return domain.hasSelectorOfOnly(sender.number(), day);
    }

    /** Whether people have said that this sender's mail is theirs. */
    boolean isOurs(CatalogueSender sender) {
        return domain.isOurs(sender.number());
    }

    /** Whether hosts that the domain authorises carry nearly all mail that was signed like it. */
    boolean isCarriedByAuthorized() {
        List<DkimResult> results = row.dkim();
        for (int i = 0; i < results.size(); i++) {
            DkimResult result = results.get(i);
            if (result.result() == AuthResult.PASS
                    && isAligned(result)
                    && isCarriedByAuthorized(result)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the domain's signature broke at somebody who sent it further in their own name, as
     * mailing lists do: SPF passes for them, and their names say that they pass mail on, or their
     * signature passes too and what broke is usually sent by hosts that the domain authorises.
     */
    boolean isBrokenOnTheWay() {
        if (passesAligned()) {
            return false;
        }
        boolean broken = false;
        boolean carried = false;
        List<DkimResult> signatures = row.dkim();
        for (int i = 0; i < signatures.size(); i++) {
            DkimResult signature = signatures.get(i);
            if (isBroken(signature) && isAligned(signature)) {
                broken = true;
                carried |= isCarriedByAuthorized(signature);
            }
        }
        if (!broken) {
            return false;
        }
        List<SpfResult> paths = row.spf();
        for (int i = 0; i < paths.size(); i++) {
            SpfResult path = paths.get(i);
            String domain = MailNames.plain(path.domain());
            if (path.result() == AuthResult.PASS
                    && !domain.isEmpty()
                    && !names.areAligned(domain, from)
                    && (PassingOn.isSaidBy(domain, names)
                            || PassingOn.isSaidBy(confirmedName(), names)
                            || (carried && isSignedLike(domain)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBroken(DkimResult signature) {
        return signature.result() != AuthResult.PASS && signature.result() != AuthResult.NONE;
    }

    /** Whether a signature of the same organisation passed. */
    private boolean isSignedLike(String domain) {
        List<DkimResult> results = row.dkim();
        for (int i = 0; i < results.size(); i++) {
            DkimResult result = results.get(i);
            if (result.result() == AuthResult.PASS
                    && names.areAligned(MailNames.plain(result.domain()), domain)) {
                return true;
            }
        }
        return false;
    }

    boolean isCarriedByAuthorized(DkimResult result) {
        return domain.carriedByAuthorized(
                MailNames.plain(result.domain()), MailNames.plain(result.selector()), day);
    }

    boolean isAligned(DkimResult result) {
        return names.areAligned(MailNames.plain(result.domain()), from);
    }

    /** Whether the reporter says that it came by way of somebody else. */
    boolean isToldForwarded() {
        List<OverrideReason> reasons = row.reasons();
        for (int i = 0; i < reasons.size(); i++) {
            if (tellsForwarded(reasons.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Receivers write {@code arc=pass} when an intermediary's ARC chain (RFC 8617) was why they let
     * a message through.
     */
    static boolean tellsForwarded(OverrideReason reason) {
        return switch (reason.type()) {
            case "forwarded", "trusted_forwarder", "mailing_list" -> true;
            case "local_policy" -> contains(reason.comment(), ARC_PASS);
            default -> false;
        };
    }

    /** Without regard to the case of ASCII. */
    private static boolean contains(String text, String part) {
        for (int i = 0; i <= text.length() - part.length(); i++) {
            if (text.regionMatches(true, i, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the organisation of the address's confirmed name. */
    int organization() {
        return address != null && address.confirmed()
                ? address.organization()
                : SourceNumbers.NAMELESS;
    }

    private String confirmedName() {
        return address == null ? "" : MailNames.plain(address.confirmedName());
    }
}
