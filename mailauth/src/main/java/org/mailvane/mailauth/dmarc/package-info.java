/**
 * DMARC: what a domain asks receivers to do with mail that fails authentication, by RFC 9989 first
 * and with RFC 7489 as the second opinion of older receivers.
 */
@NullMarked
package org.mailvane.mailauth.dmarc;

import org.jspecify.annotations.NullMarked;
