package org.mailvane.api.connections;

import inet.ipaddr.IPAddress;
import java.util.function.UnaryOperator;
import org.apache.catalina.Valve;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;
import org.mailvane.platform.settings.Networks;

/** HTTP/1.1 by Tomcat, where clients can take neither all connections nor any time they like. */
public final class WatchedProtocol extends Http11NioProtocol {

    /** Tomcat makes it, by its name. */
    public WatchedProtocol() {
        super(new WatchedEndpoint());
    }

    /**
     * Bounds what clients may take.
     *
     * @param trusted proxies, whose connections are of many clients
     * @param customers the addresses that count as the same client
     * @return what has to see each request first
     */
    public Valve bound(Networks trusted, UnaryOperator<IPAddress> customers) {
        Connections connections =
                new Connections(
                        ConnectionLimits.of(Runtime.getRuntime().maxMemory()),
                        trusted,
                        customers,
                        System::nanoTime);
        NioEndpoint endpoint = (NioEndpoint) getEndpoint();
        ((WatchedEndpoint) endpoint).bound(connections);
        return new RequestBorders(connections);
    }
}
