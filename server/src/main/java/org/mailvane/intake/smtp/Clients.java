package org.mailvane.intake.smtp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.metrics.EventCounter;
import org.subethamail.smtp.server.Session;
import org.subethamail.smtp.server.SessionHandler;

/** The clients that are connected, and how many of each address. */
final class Clients implements SessionHandler {

    private final EventCounter connections =
            new EventCounter("mailvane.smtp.connections", "SMTP clients that have connected");

    private final SmtpLimits limits;
    private final LongSupplier nanos;
    private final Refusals refusals;
    private final Set<ClientSocket> open = ConcurrentHashMap.newKeySet();
    private final Map<Session, ClientSocket> bySession = new ConcurrentHashMap<>();
    private final Map<InetAddress, Integer> byAddress = new HashMap<>();
    private volatile @Nullable ServerSocket listening;

    Clients(SmtpLimits limits, LongSupplier nanos, Refusals refusals) {
        this.limits = limits;
        this.nanos = nanos;
        this.refusals = refusals;
    }

    /** Returns the place where refusals are reported. */
    Refusals refusals() {
        return refusals;
    }

    /** Returns a socket to listen on, whose clients are watched. */
    ServerSocket listeningSocket() throws IOException {
        ServerSocket made =
                new ServerSocket() {

                    @Override
                    public Socket accept() throws IOException {
                        ClientSocket client = newClient();
                        implAccept(client);
                        open.add(client);
                        connections.add(1);
                        if (isClosed()) {
                            client.close();
                        }
                        return client;
                    }
                };
        listening = made;
        return made;
    }

    /** Takes no more clients. */
    void stopListening() {
        ServerSocket socket = listening;
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException closed) {
                // It takes nobody any more, which is all that is wanted.
            }
        }
    }

    private ClientSocket newClient() {
        ClientSocket[] self = new ClientSocket[1];
        self[0] = new ClientSocket(limits, nanos, () -> open.remove(self[0]));
        return self[0];
    }

    /** Returns the client of a session. */
    ClientSocket of(Session session) {
        ClientSocket client = bySession.get(session);
        if (client == null) {
            throw new IllegalStateException("a session without a client");
        }
        return client;
    }

    /** Counts those that have connected. */
    EventCounter connections() {
        return connections;
    }

    /** Returns how many there are. */
    int count() {
        return open.size();
    }

    /** Whether a mail is coming from one of them. */
    boolean anyInMail() {
        return open.stream().anyMatch(ClientSocket::isInMail);
    }

    /** Asks all to come to an end. */
    void end() {
        forEach(ClientSocket::end);
    }

    /** Disconnects those that do not read their replies. */
    void endStuck() {
        forEach(ClientSocket::endIfStuck);
    }

    /** Cuts all off. */
    void close() {
        forEach(ClientSocket::close);
    }

    /** Something that is done to a client. */
    private interface Treatment {
        void of(ClientSocket client) throws IOException;
    }

    private void forEach(Treatment treatment) {
        for (ClientSocket client : List.copyOf(open)) {
            try {
                treatment.of(client);
            } catch (IOException gone) {
                // It went by itself, which is as well.
                open.remove(client);
            }
        }
    }

    @Override
    public SessionAcceptance accept(Session session) {
        if (!(session.getSocket() instanceof ClientSocket client)) {
            throw new IllegalStateException("a session on another socket than ours");
        }
        bySession.put(session, client);
        client.serve(session);
        synchronized (byAddress) {
            int others = byAddress.getOrDefault(address(session), 0);
            if (others >= limits.clientsOfAddress()) {
                bySession.remove(session);
                refusals.note(Refusals.Reason.TOO_MANY_OF_ADDRESS);
                return SessionAcceptance.failure(
                        421, "4.7.0 Too many connections from your address, try again later");
            }
            byAddress.merge(address(session), 1, Integer::sum);
        }
        return SessionAcceptance.success();
    }

    @Override
    public void onSessionEnd(Session session) {
        if (bySession.remove(session) != null) {
            synchronized (byAddress) {
                byAddress.computeIfPresent(address(session), Clients::oneLess);
            }
        }
    }

    private static @Nullable Integer oneLess(InetAddress address, Integer count) {
        return count == 1 ? null : count - 1;
    }

    private static InetAddress address(Session session) {
        return session.getRemoteAddress().getAddress();
    }
}
