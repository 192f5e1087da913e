/**
 * What DNS says about addresses and domains: names, networks, countries, SPF and DKIM of senders.
 */
@NamedInterface("evidence")
@NullMarked
package org.mailvane.sources.evidence;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
