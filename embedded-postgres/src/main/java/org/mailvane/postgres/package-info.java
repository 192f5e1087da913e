/**
 * The embedded PostgreSQL: real binaries from the class path, run as a child process. A library
 * without Spring.
 *
 * <p>Read {@link org.mailvane.postgres.EmbeddedPostgres} first; it is all that others use. Below it
 * are, in the order in which a start uses them:
 *
 * <ol>
 *   <li>{@code DataDirectory}: the folder that the operator named, and the names of our files in it
 *   <li>{@code OwnerLock}, {@code FileLocks}: who runs the cluster, who has joined it
 *   <li>{@code ClusterHome}, {@code Account}, {@code Launcher}: where the cluster lies and under
 *       which user its programs run
 *   <li>{@code Binaries}, {@code Archive}: unpacks the programs once
 *   <li>{@code Cluster}: makes the cluster once
 *   <li>{@code ServerCommand}: PostgreSQL's settings
 *   <li>{@code Orphan}: stops a PostgreSQL that an earlier owner left running
 *   <li>{@code Postmaster}, {@code ServerStart}: starts PostgreSQL, starts it again when it dies,
 *       stops it
 *   <li>{@code ConnectionFile}: tells commands how to join
 * </ol>
 */
@NullMarked
package org.mailvane.postgres;

import org.jspecify.annotations.NullMarked;
