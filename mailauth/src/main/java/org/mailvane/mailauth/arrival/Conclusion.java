package org.mailvane.mailauth.arrival;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.authres.AuthenticationResults;
import org.mailvane.mailauth.dkim.DkimDetail;
import org.mailvane.mailauth.dkim.DkimOutcome;
import org.mailvane.mailauth.dkim.DkimResult;
import org.mailvane.mailauth.dkim.DkimVerifier;
import org.mailvane.mailauth.dmarc.AuthorPolicy;
import org.mailvane.mailauth.dmarc.AuthorPolicy.Alignment;
import org.mailvane.mailauth.dmarc.AuthorPolicy.Mechanism;
import org.mailvane.mailauth.dmarc.AuthorPolicy.State;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.message.Author;
import org.mailvane.mailauth.spf.SpfEvaluator;
import org.mailvane.mailauth.spf.SpfResult;
import org.mailvane.mailauth.spf.SpfVerdict;

/**
 * Concludes who vouches for one mail (RFC 9989, section 5.3). What can't change that is not looked
 * at.
 */
final class Conclusion {

    private final Author author;
    private final DkimVerifier signatures;
    private final @Nullable SmtpClient client;
    private final Optional<AuthenticationResults> receiver;
    private final Instant now;

    private List<DkimResult> dkim = List.of();
    private Optional<SpfResult> spf = Optional.empty();
    private Optional<EffectivePolicy> policy = Optional.empty();

    private @Nullable DomainName byDkim;
    private @Nullable DomainName bySpf;

    /** Whether an authentication could still succeed if DNS answered. */
    private boolean isOpen;

    Conclusion(
            Author author,
            DkimVerifier signatures,
            @Nullable SmtpClient client,
            Optional<AuthenticationResults> receiver,
            Instant now) {
        this.author = author;
        this.signatures = signatures;
        this.client = client;
        this.receiver = receiver;
        this.now = now;
    }

    MessageAuthentication conclude(
            SpfEvaluator evaluator, PublicSuffixes suffixes, BoundedDns dns) {
        Optional<DomainName> from = author.domain();
        if (from.isEmpty()) {
            TrustDetail detail =
                    switch (author.problem()) {
                        case MISSING -> TrustDetail.FROM_MISSING;
                        case SEVERAL -> TrustDetail.FROM_SEVERAL;
                        default -> TrustDetail.FROM_INVALID;
                    };
            return result(Trust.UNVERIFIED, detail, DmarcOutcome.NONE);
        }
        AuthorPolicy published = AuthorPolicy.lookUp(from.get(), suffixes, dns);
        policy = published.effective();
        dkim = signatures.results(dns, now, domain -> mayVouch(published, domain, Mechanism.DKIM));
        alignDkim(published);
        if (isSpfNeeded(published)) {
            spf = evaluateSpf(evaluator, dns);
        }
        alignSpf(published);
        boolean isAligned = byDkim != null || bySpf != null;
        isOpen |= published.state() == State.UNANSWERED;
        DmarcOutcome dmarc = dmarc(published.state(), isAligned);
        if (isAligned) {
            return result(Trust.VERIFIED, TrustDetail.ALIGNED, dmarc);
        }
        if (receiver.filter(results -> results.isDmarcPass(from.get())).isPresent()) {
            return result(Trust.VERIFIED, TrustDetail.RECEIVER_PASS, dmarc);
        }
        if (isOpen) {
            // If the limit is reached later, the mail itself causes too many lookups and gets no
            // answer either.
            if (dns.asked() >= MessageAuthenticator.MAX_QUESTIONS) {
                return result(Trust.UNVERIFIED, TrustDetail.DNS_LIMIT, dmarc);
            }
            return result(
                    Trust.TEMPORARY,
                    dns.wasRefused() ? TrustDetail.NOT_ASKED : TrustDetail.DNS_UNANSWERED,
                    dmarc);
        }
        if (policy.filter(p -> p.applied() != DmarcPolicy.NONE).isPresent()) {
            return isSpfKnown() || receiver.filter(r -> r.isDmarcFail(from.get())).isPresent()
                    ? result(Trust.FAILED, TrustDetail.POLICY, dmarc)
                    : result(Trust.UNVERIFIED, TrustDetail.SPF_UNKNOWN, dmarc);
        }
        // Nothing depends on the others but what is said to be missing.
        dkim = signatures.results(dns, now);
        if (spf.isEmpty()) {
            spf = evaluateSpf(evaluator, dns);
        }
        return result(Trust.UNVERIFIED, lack(published), dmarc);
    }

    private static boolean mayVouch(
            AuthorPolicy published, DomainName domain, Mechanism mechanism) {
        return published.alignment(domain, mechanism) != Alignment.NOT_ALIGNED;
    }

    /** Whether the SMTP client's domain may vouch, or comes before what the receiver says. */
    private boolean isSpfNeeded(AuthorPolicy published) {
        SmtpClient sender = client;
        return sender != null
                && (receiver.flatMap(AuthenticationResults::spfPass).isPresent()
                        || DomainName.parse(sender.spfDomain())
                                .filter(domain -> mayVouch(published, domain, Mechanism.SPF))
                                .isPresent());
    }

    private void alignDkim(AuthorPolicy published) {
        List<DomainName> passes = new ArrayList<>();
        for (DkimResult one : dkim) {
            if (one.isPass()) {
                one.domain().ifPresent(passes::add);
            }
        }
        receiver.ifPresent(results -> passes.addAll(results.dkimPasses()));
        for (DomainName domain : passes.stream().distinct().toList()) {
            Alignment alignment = published.alignment(domain, Mechanism.DKIM);
            isOpen |= alignment == Alignment.UNANSWERED;
            // The author domain itself says most.
            if (alignment == Alignment.ALIGNED
                    && (byDkim == null || author.domain().equals(Optional.of(domain)))) {
                byDkim = domain;
            }
        }
        if (byDkim == null) {
            isOpen |=
                    dkim.stream()
                            .filter(one -> one.outcome() == DkimOutcome.TEMPERROR)
                            .flatMap(one -> one.domain().stream())
                            .anyMatch(domain ->
                                    published.alignment(domain, Mechanism.DKIM)
                                            != Alignment.NOT_ALIGNED);
        }
    }

    private void alignSpf(AuthorPolicy published) {
        SmtpClient sender = client;
        boolean isPass = spf.filter(one -> one.result() == SpfVerdict.PASS).isPresent();
        boolean isFailure = spf.filter(one -> one.result() == SpfVerdict.TEMPERROR).isPresent();
        Optional<DomainName> domain =
                sender != null && (isPass || isFailure)
                        ? DomainName.parse(sender.spfDomain())
                        : receiver.flatMap(AuthenticationResults::spfPass);
        if (domain.isEmpty()) {
            return;
        }
        Alignment alignment = published.alignment(domain.get(), Mechanism.SPF);
        isOpen |= isFailure && alignment != Alignment.NOT_ALIGNED;
        isOpen |= alignment == Alignment.UNANSWERED;
        if (!isFailure && alignment == Alignment.ALIGNED) {
            bySpf = domain.get();
        }
    }

    private Optional<SpfResult> evaluateSpf(SpfEvaluator evaluator, BoundedDns dns) {
        SmtpClient sender = client;
        return sender == null
                ? Optional.empty()
                : Optional.of(
                        evaluator.checkHost(
                                sender.address(), sender.mailFrom(), sender.helo(), dns));
    }

    private boolean isSpfKnown() {
        return client != null
                || receiver.filter(r -> r.of("spf").findAny().isPresent()).isPresent();
    }

    private DmarcOutcome dmarc(State state, boolean isAligned) {
        return switch (state) {
            case MISSING -> DmarcOutcome.NONE;
            case INVALID -> DmarcOutcome.PERMERROR;
            case UNANSWERED -> DmarcOutcome.TEMPERROR;
            case PUBLISHED ->
                    isAligned
                            ? DmarcOutcome.PASS
                            : isOpen ? DmarcOutcome.TEMPERROR : DmarcOutcome.FAIL;
        };
    }

    /** Returns the reason why the author domain is not authenticated. */
    private TrustDetail lack(AuthorPolicy published) {
        boolean isPart =
                dkim.stream()
                        .filter(one -> one.detail() == DkimDetail.BODY_NOT_COVERED)
                        .flatMap(one -> one.domain().stream())
                        .anyMatch(domain ->
                                published.alignment(domain, Mechanism.DKIM) == Alignment.ALIGNED);
        if (isPart) {
            return TrustDetail.BODY_NOT_COVERED;
        }
        if (isAnybodyAuthenticated()) {
            return TrustDetail.NOT_ALIGNED;
        }
        return dkim.isEmpty() ? TrustDetail.NOT_AUTHENTICATED : TrustDetail.SIGNATURE_INVALID;
    }

    /** Returns whether any domain was authenticated. */
    private boolean isAnybodyAuthenticated() {
        boolean isSigned = dkim.stream().anyMatch(one -> one.isPass() && one.domain().isPresent());
        boolean isSpfPass = spf.filter(one -> one.result() == SpfVerdict.PASS).isPresent();
        return isSigned
                || isSpfPass
                || receiver.filter(results ->
                                !results.dkimPasses().isEmpty() || results.spfPass().isPresent())
                        .isPresent();
    }

    private MessageAuthentication result(Trust trust, TrustDetail detail, DmarcOutcome dmarc) {
        Optional<DomainName> domain =
                trust != Trust.VERIFIED
                        ? Optional.empty()
                        : Optional.ofNullable(byDkim)
                                .or(() -> Optional.ofNullable(bySpf))
                                .or(author::domain);
        return new MessageAuthentication(
                trust,
                domain,
                VouchedBy.of(byDkim != null, bySpf != null),
                detail,
                author.domain(),
                dmarc,
                policy,
                dkim,
                spf,
                receiver);
    }
}
