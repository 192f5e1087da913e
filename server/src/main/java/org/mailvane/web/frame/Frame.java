package org.mailvane.web.frame;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Language;
import org.springframework.security.web.csrf.CsrfToken;

/**
 * What every page knows besides its own contents.
 *
 * @param texts what it says, in the visitor's language
 * @param theme light or dark
 * @param who the signed-in visitor; null where there is none
 * @param counts how much there is at places of the navigation
 * @param groups the groups that can be chosen, and the one that is
 * @param path where the page is, with its query; its forms lead back there
 * @param root what paths begin with where a proxy serves this below one; empty elsewhere
 * @param assets what it loads
 * @param token shows that a form was made by a page of ours; null on pages without forms
 * @param demo whether all that is shown is made up, which each page says
 * @param apiOpens whether links to the API answer in the visitor's browser
 * @param outbox whether mails are written to files, since no mail server is set
 */
public record Frame(
        Texts texts,
        Theme theme,
        @Nullable Who who,
        Map<NavItem, Long> counts,
        GroupChoice.Offer groups,
        String path,
        String root,
        Assets assets,
        @Nullable CsrfToken token,
        boolean demo,
        boolean apiOpens,
        boolean outbox) {

    /** Seconds after which a page that waits for something is loaded again. */
    public static final int REFRESH_SECONDS = 5;

    /**
     * The signed-in visitor, as the top bar shows them.
     *
     * @param email their address
     * @param admin whether they see what admins see
     * @param forensic whether they may see forensic data
     */
    public record Who(String email, boolean admin, boolean forensic) {

        /** What their address begins with, which is shown where there is little room. */
        String localPart() {
            return email.substring(0, at());
        }

        /** The rest of it. */
        String atDomain() {
            return email.substring(at());
        }

        private int at() {
            int at = email.lastIndexOf('@');
            return at < 0 ? email.length() : at;
        }
    }

    /** How much there is at a place; 0 also where that is not said. */
    long count(NavItem place) {
        return counts.getOrDefault(place, 0L);
    }

    public Language language() {
        return texts.language();
    }

    /** The link to a path of ours. */
    public String to(String local) {
        return root + local;
    }

    /** The link to a path of ours, about the group that this page is about. */
    public String within(String local) {
        return to(groups.choice().on(local));
    }

    /** The link to this page about another group, or to the overview of it. */
    String about(GroupChoice group) {
        return to(group.inPlaceOf(path));
    }

    /**
     * The link to all groups, of which the one that is chosen there leads back here; from the pages
     * of groups nowhere in particular.
     */
    String allGroups() {
        return to(
                Routes.isOfGroups(path)
                        ? Routes.GROUPS
                        : PageList.path(Routes.GROUPS, Map.of(LinkParameter.NEXT, path)));
    }

    /** The link to something that pages load. */
    String asset(String name) {
        return to(assets.path(name));
    }

    /** Whether no mail server is set, so that mails are files. */
    public boolean isOutbox() {
        return outbox;
    }

    /** Where a mail is that was made just now. */
    public String mailed() {
        return outbox ? texts.of("mail.outbox") : texts.of("mail.sent");
    }

    /** What each form carries. */
    String formToken() {
        return token == null ? "" : token.getToken();
    }

    /** What requests of htmx carry, as the headers that it is told to add. */
    String requestHeaders() {
        return token == null
                ? "{}"
                : "{\"" + token.getHeaderName() + "\":\"" + token.getToken() + "\"}";
    }
}
