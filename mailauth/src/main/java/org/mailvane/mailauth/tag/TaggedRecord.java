package org.mailvane.mailauth.tag;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;

/** A record of any kind as it was judged, with its tags. */
public interface TaggedRecord {

    /** As it was found, its strings joined. */
    String txt();

    /** Whether nothing is wrong with it. */
    boolean valid();

    /** What is to be said of the whole; the tags have their own. */
    List<Finding> messages();

    /** What it holds. */
    List<Tag> tags();
}
