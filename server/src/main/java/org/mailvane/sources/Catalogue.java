package org.mailvane.sources;

import java.util.List;
import org.springframework.stereotype.Component;

/** The senders that come with the program. */
@Component
public class Catalogue {

    private final List<Sender> senders = List.of();
    private final SenderIndex index = new SenderIndex(senders);

    Catalogue() {}

    /** All senders, by number. */
    public List<Sender> senders() {
        return senders;
    }

    /** Finds senders by what is seen of them. */
    public SenderIndex index() {
        return index;
    }

    /** Changes whenever anything does that rows are classified by. */
    public String fingerprint() {
        return "";
    }
}
