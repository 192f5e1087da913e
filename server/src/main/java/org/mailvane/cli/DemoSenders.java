package org.mailvane.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mailvane.api.binding.Given;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.custom.CustomSourceChange;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.sources.custom.SenderDomain;

/**
 * Senders of the demo's reports: no catalogue and no DNS knows names and addresses that are
 * reserved for documentation.
 */
final class DemoSenders {

    private DemoSenders() {}

    /** Makes them the account's own. */
    static void make(CustomSources sources, Scope scope) {
        sources.create(
                scope,
                source(
                        "Office mail servers",
                        1,
                        List.of("192.0.2.25", "192.0.2.80", "2001:db8:25::/48"),
                        List.of(),
                        "Signs with each domain and is in its SPF record."));
        sources.create(
                scope,
                source(
                        "Kestrel Cloud Mail",
                        1,
                        List.of("198.51.100.16/28"),
                        List.of("kestrel.example"),
                        "Signs with your domain and is in your SPF record."));
        sources.create(
                scope,
                source(
                        "Ferrymail",
                        1,
                        List.of("192.0.2.128/27"),
                        List.of("ferrymail.example"),
                        "Signs with your domain; uses its own envelope domain."));
        sources.create(
                scope,
                source(
                        "Brightdesk Support",
                        1,
                        List.of("198.51.100.64/28"),
                        List.of("brightdesk.example"),
                        "Publish the key that Brightdesk shows. Ask for a 2048-bit key."));
        sources.create(
                scope,
                source(
                        "Tidewater CRM",
                        1,
                        List.of("198.51.100.96/28"),
                        List.of("tidewater.example"),
                        "Signs with your domain."));
        sources.create(
                scope,
                source(
                        "NewsBlaster",
                        1,
                        List.of("198.51.100.40/29"),
                        List.of("newsblaster.example"),
                        ""));
        sources.create(scope, source("Ticket Desk", 2, List.of("198.51.100.60"), List.of(), ""));
        sources.create(
                scope,
                source(
                        "Alumni forwarding",
                        3,
                        List.of("203.0.113.8/29"),
                        List.of(),
                        "Forwards mail that others sent. Nothing to set up."));
        sources.create(
                scope,
                source(
                        "Campus forwarding",
                        3,
                        List.of("203.0.113.16/29"),
                        List.of(),
                        "Forwards mail that others sent. Nothing to set up."));
        sources.create(
                scope,
                source(
                        "Lantern Webmail",
                        3,
                        List.of("203.0.113.32/28"),
                        List.of(),
                        "Its users forward their mail to other mailboxes."));
    }

    private static CustomSourceChange source(
            String name, int category, List<String> networks, List<String> dkim, String notes) {
        return new CustomSourceChange(
                Given.of(name),
                Given.absent(),
                Given.of(parsed(networks.stream().map(IpNetwork::parse))),
                Given.absent(),
                Given.of(parsed(dkim.stream().map(SenderDomain::parse))),
                Given.absent(),
                Given.of(category),
                Given.absent(),
                Given.absent(),
                Given.absent(),
                Given.absent(),
                Given.of(notes));
    }

    private static <T> List<T> parsed(Stream<Optional<T>> values) {
        return values.map(Optional::orElseThrow).toList();
    }
}
