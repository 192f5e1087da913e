package org.mailvane.web.domains;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainFile;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainOrder;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.ListFiles;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Sorting;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.DomainStatusView;
import org.mailvane.web.parts.DomainStatusViewLoader;
import org.mailvane.web.parts.Policy;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The list of domains, with what can be done to several of them. */
@Controller
@Profile("service")
class DomainsPageController {

    private final Domains domains;
    private final DomainGroups groups;
    private final DomainStatusViewLoader attentions;
    private final DomainFile file;
    private final Pages pages;
    private final Clock clock;

    DomainsPageController(
            Domains domains,
            DomainGroups groups,
            DomainStatusViewLoader attentions,
            DomainFile file,
            Pages pages,
            Clock clock) {
        this.domains = domains;
        this.groups = groups;
        this.attentions = attentions;
        this.file = file;
        this.pages = pages;
        this.clock = clock;
    }

    /** Returns the path of the list of domains with this health. */
    static String path(DomainHealth health) {
        return Routes.DOMAINS + "?" + DomainListQuery.STATE + "=" + health.code();
    }

    /**
     * What the page shows.
     *
     * @param asked what the list is asked for
     * @param list which part of it
     * @param rows that part
     * @param groups those that the caller may see
     * @param now when the page was made
     * @param done what a form has done before, as its text is named; empty for nothing
     * @param number to how many domains
     */
    record DomainsPage(
            DomainListQuery asked,
            PageList list,
            List<DomainStatusView> rows,
            List<DomainGroup.Head> groups,
            Instant now,
            String done,
            long number) {

        int days() {
            return CountedDays.NUMBER;
        }

        /** Whether the caller may change a domain of the page. */
        boolean canChange() {
            return rows.stream().anyMatch(row -> row.domain().writable());
        }

        /** Whether the caller may add domains to a group. */
        boolean canAdd() {
            return groups.stream().anyMatch(DomainGroup.Head::writable);
        }

        /** Whether what is chosen can leave the group that the list is of. */
        boolean canMove() {
            return groups.stream()
                    .anyMatch(group ->
                            group.writable()
                                    && !group.isDefault()
                                    && String.valueOf(group.id())
                                            .equals(asked.get(DomainListQuery.GROUP)));
        }

        /** Nothing is there, whatever is asked for. */
        boolean isEmpty() {
            return rows.isEmpty() && asked.values().isEmpty();
        }

        Choice healths(Texts texts) {
            return Choice.of(
                    asked.get(DomainListQuery.STATE),
                    texts,
                    List.of(DomainHealth.values()),
                    DomainHealth::code,
                    each -> texts.of("health." + each.code()));
        }

        Choice policies(Texts texts) {
            return Choice.of(
                    asked.get(DomainListQuery.POLICY),
                    texts,
                    List.of(Policy.values()),
                    each -> each == Policy.UNKNOWN ? DomainListQuery.NO_POLICY : each.code(),
                    each -> texts.of(each.key()));
        }

        Choice origins(Texts texts) {
            return Choice.of(
                    asked.get(DomainListQuery.ORIGIN),
                    texts,
                    List.of(Origin.values()),
                    Origin::code,
                    each -> texts.of("domains.origin." + each.code()));
        }

        Choice groups(Texts texts) {
            return Choice.ofGroups(asked.get(DomainListQuery.GROUP), texts, groups);
        }

        /** Where domains can be put. */
        Choice targets(Texts texts) {
            return Choice.of(
                    "",
                    texts.of("domains.bulk.group"),
                    Choice.options(
                            groups.stream()
                                    .filter(group -> group.writable() && !group.isDefault())
                                    .toList()));
        }

        /** Whether there is a group that domains can be put into. */
        boolean canPut(Texts texts) {
            return targets(texts).options().size() > 1;
        }

        Sorting<DomainOrder> sorting() {
            return new Sorting<>(
                    asked.ordering(), List.of(DomainOrder.DOMAIN, DomainOrder.DMARC_PERCENTAGE));
        }

        /** The list of a domain's subdomains. */
        String below(DomainId id) {
            return Routes.DOMAINS + "?" + DomainListQuery.PARENT + "=" + id.value();
        }
    }

    @GetMapping(Routes.DOMAINS)
    ModelAndView list(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        DomainListQuery asked = DomainListQuery.of(query);
        Domains.Chosen chosen = domains.chosen(scope, asked.filter());
        PageList list =
                PageList.of(
                        Routes.DOMAINS,
                        asked.values(),
                        query.getOrDefault("page", ""),
                        chosen.count());
        String number = query.getOrDefault("number", "");
        return pages.page(
                "domains/domains",
                new DomainsPage(
                        asked,
                        list,
                        attentions.of(scope, chosen.list(asked.ordering(), list.window())),
                        groups.heads(scope, Choice.MAX_GROUPS),
                        clock.instant(),
                        DomainsChangeController.doneKey(query.getOrDefault("done", "")),
                        number.matches("\\d{1,6}") ? Long.parseLong(number) : 0));
    }

    /** The whole list as a file. */
    @GetMapping(path = Routes.DOMAINS, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        DomainListQuery asked = DomainListQuery.of(query);
        return file.of(caller, asked.filter(), asked.ordering());
    }
}
