package org.mailvane.sources;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.sources.custom.CustomSource;
import org.mailvane.sources.custom.CustomSourceTable;
import org.mailvane.sources.evidence.OrganizationTable;
import org.springframework.stereotype.Service;

/** What sources are called, whatever they are. */
@Service
public class SourceNames {

    private static final SourceName UNNAMED =
            new SourceName(
                    SourceNumbers.NAMELESS,
                    "Unnamed servers",
                    "unnamed-servers",
                    false,
                    true,
                    true,
                    Notes.NONE);

    private static final SourceName SPF_IDENTIFIED =
            new SourceName(
                    SourceNumbers.SPF_IDENTIFIED,
                    "SPF-identified servers",
                    "spf-identified-servers",
                    false,
                    true,
                    true,
                    Notes.NONE);

    private final Catalogue catalogue;
    private final CustomSourceTable custom;
    private final OrganizationTable organizations;

    SourceNames(Catalogue catalogue, CustomSourceTable custom, OrganizationTable organizations) {
        this.catalogue = catalogue;
        this.custom = custom;
        this.organizations = organizations;
    }

    /** Returns the source of a number. */
    public SourceName of(Scope scope, int number) {
        return Objects.requireNonNull(of(scope, List.of(number)).get(number));
    }

    /**
     * Returns the sources of these numbers, in at most two statements. A source that is gone keeps
     * a name, since rows carry its number until they are classified again.
     */
    public Map<Integer, SourceName> of(Scope scope, Collection<Integer> numbers) {
        Map<Integer, SourceName> names = new HashMap<>();
        List<Integer> own = numbers.stream().filter(SourceNumbers::isCustom).distinct().toList();
        if (!own.isEmpty()) {
            custom.ofNumbers(scope.wholeAccount(), own)
                    .forEach(s -> names.put(s.sender().number(), SourceName.of(s.sender())));
        }
        List<Integer> foreign =
                numbers.stream().filter(SourceNumbers::isOrganization).distinct().toList();
        if (!foreign.isEmpty()) {
            organizations
                    .names(foreign)
                    .forEach((number, name) -> names.put(number, organization(number, name)));
        }
        for (int number : numbers) {
            names.computeIfAbsent(number, this::other);
        }
        return names;
    }

    /**
     * Sources that are called like this: those of the catalogue and the account's own by part of
     * their names, and others by how the domain of their reverse names begins. Whether anything is
     * known of their mail is not asked.
     *
     * @param limit how many others at most; of the rest there are few
     */
    public List<SourceName> like(Scope scope, String text, int limit) {
        String part = text.toLowerCase(Locale.ROOT);
        List<SourceName> found = new ArrayList<>();
        Stream.concat(
                        custom.all(scope.wholeAccount()).stream().map(CustomSource::sender),
                        catalogue.senders().stream())
                .filter(sender -> sender.name().toLowerCase(Locale.ROOT).contains(part))
                .map(SourceName::of)
                .forEach(found::add);
        organizations
                .beginning(part, limit)
                .forEach((number, name) -> found.add(organization(number, name)));
        return found;
    }

    private SourceName other(int number) {
        return switch (number) {
            case SourceNumbers.NAMELESS -> UNNAMED;
            case SourceNumbers.SPF_IDENTIFIED -> SPF_IDENTIFIED;
            default ->
                    catalogue
                            .index()
                            .byNumber(number)
                            .map(SourceName::of)
                            .orElseGet(() -> former(number));
        };
    }

    /** Somebody of whom no more is known than the domain of their reverse names. */
    private static SourceName organization(int number, String domain) {
        return new SourceName(
                number, domain, domain.replace('.', '-'), false, true, true, Notes.NONE);
    }

    private static SourceName former(int number) {
        return new SourceName(
                number,
                "Former source",
                "former-source",
                SourceNumbers.isCustom(number),
                true,
                true,
                Notes.NONE);
    }
}
