package org.mailvane.mailauth.tag;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;

/** A record of any kind as it was judged, with its tags. */
public interface TaggedRecord {

    /** Returns the text as found in DNS, its strings joined. */
    String txt();

    /** Whether nothing is wrong with it. */
    boolean valid();

    /** Returns the findings about the whole; the tags have their own. */
    List<Finding> messages();

    /** Returns its tags. */
    List<Tag> tags();
}
