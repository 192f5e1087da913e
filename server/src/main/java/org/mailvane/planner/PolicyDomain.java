package org.mailvane.planner;

import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/** A domain of the list, with what is to be done about its policy. */
public record PolicyDomain(DomainId id, DomainName name, PolicyAdvice advice) {}
