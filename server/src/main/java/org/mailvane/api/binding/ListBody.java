package org.mailvane.api.binding;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Links;
import org.mailvane.api.binding.PageRequest.Window;
import org.springframework.http.HttpHeaders;

/** The envelope of every list. Old clients read the permissions under either spelling. */
@JsonPropertyOrder({
    "_links",
    "_permissions",
    "_permission",
    "count",
    "pages",
    "current_page",
    "per_page",
    "results"
})
public record ListBody<T>(
        @JsonProperty("_links") PageLinks links,
        @JsonProperty("_permissions") List<String> permissions,
        @JsonProperty("_permission") List<String> permission,
        long count,
        int pages,
        int currentPage,
        int perPage,
        List<T> results) {

    /** Links to the pages around this one. */
    public record PageLinks(
            @Field(description = "The first page.") String first,
            @Field(description = "The last page.") String last,
            @Field(description = "The next page.") @Nullable String next,
            @Field(description = "The page before.") @Nullable String previous) {

        /**
         * Characters of the header at most: an answer's head may have 8 KB, of everything together.
         */
        public static final int MAX_HEADER = 4_096;

        public static PageLinks of(PageRequest request, Window window, Links links) {
            int number = window.number();
            return new PageLinks(
                    link(request, links, 1),
                    link(request, links, window.pages()),
                    number < window.pages() ? link(request, links, number + 1) : null,
                    number > 1 ? link(request, links, number - 1) : null);
        }

        /** The first page's link carries no page, so that there is one address for it. */
        private static String link(PageRequest request, Links links, int page) {
            String query = request.query();
            if (page > 1) {
                query = query.isEmpty() ? "page=" + page : query + "&page=" + page;
            }
            String path = links.to(request.path());
            return query.isEmpty() ? path : path + "?" + query;
        }

        /**
         * Adds the header {@code Link} (RFC 8288); a list whose links are long has them in its
         * body.
         */
        public void addTo(HttpHeaders headers) {
            String header = header();
            if (header.length() <= MAX_HEADER) {
                headers.set(HttpHeaders.LINK, header);
            }
        }

        private String header() {
            StringBuilder header = new StringBuilder();
            append(header, first, "first");
            append(header, previous, "prev");
            append(header, next, "next");
            append(header, last, "last");
            return header.toString();
        }

        private static void append(StringBuilder header, @Nullable String link, String relation) {
            if (link != null) {
                header.append(header.isEmpty() ? "" : ", ");
                header.append('<').append(link).append(">; rel=\"").append(relation).append('"');
            }
        }
    }
}
