package org.mailvane.platform.network;

import org.mailvane.mailauth.dns.Dns;
import org.mailvane.net.DnsResolver;
import org.mailvane.net.FetchOptions;
import org.mailvane.net.HttpsFetcher;
import org.mailvane.net.LookupListener;
import org.mailvane.platform.settings.Settings;

/** Creates the clients for DNS and HTTPS. */
public final class NetworkClients {

    private NetworkClients() {}

    /** Returns DNS by the servers of the settings, or by those of the system. */
    public static DnsResolver dns(Settings settings) {
        return dns(settings, LookupListener.NONE);
    }

    static DnsResolver dns(Settings settings, LookupListener listener) {
        return DnsResolver.of(settings.dnsServers(), listener);
    }

    /**
     * Returns HTTPS as the settings allow it.
     *
     * @throws IllegalArgumentException if the file of certificates has become unreadable since the
     *     settings were read
     */
    public static HttpsFetcher https(Settings settings, Dns dns) {
        return HttpsFetcher.of(
                new FetchOptions(
                        settings.fetchHttpsPort(),
                        settings.fetchAllowed(),
                        settings.fetchAuthorities()),
                dns);
    }
}
