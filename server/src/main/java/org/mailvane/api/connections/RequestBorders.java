package org.mailvane.api.connections;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/** Tells each connection when a request on it begins and ends. */
final class RequestBorders extends ValveBase {

    private final Connections connections;

    RequestBorders(Connections connections) {
        super(true);
        this.connections = connections;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        @Nullable Connection connection =
                connections.find(request.getPeerAddr(), request.getRemotePort());
        if (connection == null) {
            getNext().invoke(request, response);
            return;
        }
        connection.requestBegins();
        try {
            getNext().invoke(request, response);
        } finally {
            if (!request.isAsync()) {
                connection.requestEnds();
            }
        }
    }
}
