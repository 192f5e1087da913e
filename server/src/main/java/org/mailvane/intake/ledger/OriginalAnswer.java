package org.mailvane.intake.ledger;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/** A message or file as it came in, as an answer that browsers save and never open. */
public final class OriginalAnswer {

    private OriginalAnswer() {}

    /**
     * Returns the answer.
     *
     * @param id the import's number
     * @param entry that of its entry
     */
    public static ResponseEntity<InputStreamResource> of(
            HttpServletRequest request, long id, long entry, RawMessage message) {
        // It would hold the whole of it.
        ShallowEtagHeaderFilter.disableContentCaching(request);
        return ResponseEntity.ok()
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("mailvane-" + id + "-" + entry + ".bin")
                                .build()
                                .toString())
                .contentLength(message.size())
                .body(new InputStreamResource(message::open));
    }
}
