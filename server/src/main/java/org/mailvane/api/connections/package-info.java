/**
 * The connections of HTTP clients, below Tomcat's parser: how many there are, and how long each may
 * take for a request's head, for its body, and to read the answer. Slow or idle clients lose their
 * connections before a new client waits.
 */
@NullMarked
package org.mailvane.api.connections;

import org.jspecify.annotations.NullMarked;
