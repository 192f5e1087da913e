package org.mailvane.intake.smtp;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.mailvane.platform.settings.ServerIdentity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.subethamail.smtp.server.SSLSocketCreator;

/**
 * TLS for clients that ask for it. The certificate is read again when its files have changed, as
 * they do every few weeks; while they can't be used, the one before stays.
 */
final class StartTls implements SSLSocketCreator {

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final Logger log = LoggerFactory.getLogger(StartTls.class);

    private final ServerIdentity.Files files;
    private Times read;
    private SSLContext context;

    /**
     * TLS with the certificate that lies there.
     *
     * @throws IllegalArgumentException when it can't be used
     */
    StartTls(ServerIdentity.Files files) {
        this.files = files;
        this.read = Times.of(files);
        this.context = context(files.read());
    }

    /** When the files were written. */
    private record Times(FileTime certificate, FileTime key) {

        static Times of(ServerIdentity.Files files) {
            return new Times(time(files.certificate()), time(files.key()));
        }

        private static FileTime time(Path file) {
            try {
                return Files.getLastModifiedTime(file);
            } catch (IOException gone) {
                return FileTime.fromMillis(0);
            }
        }
    }

    @Override
    public SSLSocket createSSLSocket(Socket socket) throws IOException {
        // By its address: the name would be asked of DNS.
        String peer = socket.getInetAddress().getHostAddress();
        SSLSocket tls =
                (SSLSocket)
                        current()
                                .getSocketFactory()
                                .createSocket(socket, peer, socket.getPort(), true);
        tls.setUseClientMode(false);
        tls.setEnabledProtocols(PROTOCOLS);
        return tls;
    }

    private synchronized SSLContext current() {
        Times now = Times.of(files);
        if (!now.equals(read)) {
            read = now;
            try {
                context = context(files.read());
                log.info("The certificate for SMTP was read again");
            } catch (IllegalArgumentException unusable) {
                // Its writer may be at work: the next change is looked at again.
                log.warn(
                        "The certificate for SMTP has changed and can't be used, so that the one"
                                + " before stays: {} {}",
                        files.certificate(),
                        unusable.getMessage());
            }
        }
        return context;
    }

    private static SSLContext context(ServerIdentity identity) {
        try {
            char[] none = new char[0];
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, none);
            store.setKeyEntry(
                    "smtp",
                    identity.key(),
                    none,
                    identity.certificates().toArray(X509Certificate[]::new));
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, none);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException(
                    "can't be used for TLS: " + unusable.getMessage(), unusable);
        }
    }
}
