package org.mailvane.detailreport.query;

import org.mailvane.traffic.sums.MessageSums;

/**
 * What servers of one organisation have sent.
 *
 * @param name the organisational domain of their confirmed names, or {@link RowChoice#NO_SERVER}
 * @param headerFroms in the name of how many From domains
 * @param addresses how many addresses
 * @param sums the messages
 */
public record ServerRow(String name, long headerFroms, long addresses, MessageSums sums) {}
