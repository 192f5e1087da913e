package org.mailvane.detailreport.query;

import org.mailvane.sources.Category;
import org.mailvane.traffic.sums.MessageSums;

/**
 * What a source has sent as one of a category.
 *
 * @param category the category
 * @param source its number
 * @param rule number of the rule that said so of most of its messages
 * @param sums the messages
 * @param none messages to which nothing was done
 * @param quarantined messages that were quarantined
 * @param rejected messages that were rejected
 * @param unknown messages of which the reports don't say what was done
 */
public record SourceSum(
        Category category,
        int source,
        int rule,
        MessageSums sums,
        long none,
        long quarantined,
        long rejected,
        long unknown) {}
