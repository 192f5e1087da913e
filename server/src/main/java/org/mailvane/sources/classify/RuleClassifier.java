package org.mailvane.sources.classify;

import java.time.LocalDate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.evidence.MailNames;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Tries the {@link Rule}s one after the other. */
@Component
final class RuleClassifier implements Classifier {

    /**
     * To be raised whenever a change here, or in what answers the questions, lets any row be
     * classified otherwise: everything is classified again then.
     */
    static final int RULES = 2;

    private final Supplier<SenderIndex> catalogue;
    private final MailNames names;

    @Autowired
    RuleClassifier(Catalogue catalogue, PublicSuffixes suffixes) {
        // Not read here: the catalogue is being read while the program starts.
        this(catalogue::index, suffixes);
    }

    RuleClassifier(SenderIndex catalogue, PublicSuffixes suffixes) {
        this(() -> catalogue, suffixes);
    }

    private RuleClassifier(Supplier<SenderIndex> catalogue, PublicSuffixes suffixes) {
        this.catalogue = catalogue;
        this.names = new MailNames(suffixes);
    }

    @Override
    public Classification classify(
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex own) {
        return decide(
                new ClassificationInput(row, day, address, domain, catalogue.get(), names), own);
    }

    @Override
    public Judgement explain(
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex own) {
        ClassificationInput signs =
                new ClassificationInput(row, day, address, domain, catalogue.get(), names);
        return new Judgement(
                decide(signs, own),
                new EvidenceList(signs, row, day, address, domain, catalogue.get(), own).toList());
    }

    private static Classification decide(ClassificationInput signs, SenderIndex own) {
        CatalogueSender custom = signs.ownSource(own);
        if (custom != null) {
            return by(custom, Rule.CUSTOM_SOURCE);
        }
        CatalogueSender host = signs.host();
        if (host != null && host.relays() && isRelayed(signs, host)) {
            return new Classification(Category.FORWARDER, host.number(), Rule.RELAY);
        }
        CatalogueSender provider = signs.mailboxProvider();
        if (provider != null && !signs.isPassedOn(provider, host)) {
            return new Classification(Category.NON_COMPLIANT, provider.number(), Rule.MAILBOX);
        }
        CatalogueSender sender = signs.catalogueSender();
        if (sender != null && sender.category() != Category.FORWARDER) {
            return by(sender, Rule.CATALOGUE);
        }
        // Who passes mail on does not get an aligned SPF pass by it: then the mail is its own.
        if (sender != null && !signs.spfAligned()) {
            return by(sender, Rule.KNOWN_FORWARDER);
        }
        if (signs.isToldForwarded()) {
            return unnamed(Category.FORWARDER, Rule.KNOWN_FORWARDER, signs);
        }
        boolean authorized = signs.isAuthorized();
        if (!authorized && (isForwarded(signs) || signs.isBrokenOnTheWay())) {
            return unnamed(Category.FORWARDER, Rule.FORWARDED, signs);
        }
        if (authorized) {
            return new Classification(
                    Category.CAPABLE, SourceNumbers.SPF_IDENTIFIED, Rule.SPF_IDENTIFIED);
        }
        return signs.passesAligned()
                ? unnamed(Category.CAPABLE, Rule.ALIGNED, signs)
                : unnamed(Category.THREAT_OR_UNKNOWN, Rule.UNKNOWN, signs);
    }

    /**
     * Whether a sender that also relays did so: the mail is the domain's, but nothing says that the
     * domain sends by it.
     */
    private static boolean isRelayed(ClassificationInput signs, CatalogueSender host) {
        return !signs.spfAligned()
                && signs.hasAlignedSignature()
                && !signs.isOurs(host)
                && !signs.isAuthorized()
                && !signs.hasSelectorOfOnly(host);
    }

    /**
     * Whether a signature survived a way on which SPF did not, or on which it was rewritten for
     * mail that others send. While nobody has looked up the domain's SPF record, the host may be
     * one of the domain's.
     */
    private static boolean isForwarded(ClassificationInput signs) {
        return signs.dkimAligned()
                && !signs.spfAligned()
                && (signs.spfPassed() ? signs.isCarriedByAuthorized() : signs.knowsNetworks());
    }

    private static Classification by(CatalogueSender sender, Rule rule) {
        return new Classification(sender.category(), sender.number(), rule);
    }

    private static Classification unnamed(Category category, Rule rule, ClassificationInput signs) {
        return new Classification(category, signs.organization(), rule);
    }
}
