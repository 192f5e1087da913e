package org.mailvane.mailauth.spf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * The address space of clouds in which anyone can rent a host, from the resource {@code
 * shared-clouds.txt}: provider, then networks, coarsely. Addresses of the clouds' own mail servers
 * are not in it.
 */
final class SharedClouds {

    private static final Map<String, IpSet> CLOUDS = load();

    private SharedClouds() {}

    /**
     * The share of some addresses that is in clouds.
     *
     * @param addresses how many
     * @param cloud whose cloud has most of them; empty if there are none
     */
    record Share(BigInteger addresses, String cloud) {}

    /**
     * Returns the share of the IPv4 addresses of a set, or else of its IPv6 addresses, that is in
     * clouds.
     */
    static Share of(IpSet addresses, boolean isIp4) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger most = BigInteger.ZERO;
        String cloud = "";
        for (Map.Entry<String, IpSet> entry : CLOUDS.entrySet()) {
            IpSet within = addresses.within(entry.getValue());
            BigInteger count = isIp4 ? BigInteger.valueOf(within.ip4Count()) : within.ip6Count();
            sum = sum.add(count);
            if (count.compareTo(most) > 0) {
                most = count;
                cloud = entry.getKey();
            }
        }
        return new Share(sum, cloud);
    }

    private static Map<String, IpSet> load() {
        try (InputStream file = SharedClouds.class.getResourceAsStream("shared-clouds.txt")) {
            if (file == null) {
                throw new IllegalStateException("shared-clouds.txt is missing in the library");
            }
            Map<String, IpSet> clouds = new LinkedHashMap<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> add(line, clouds));
            return clouds;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void add(String line, Map<String, IpSet> clouds) {
        String[] parts = line.split(": ", 2);
        IpSet cloud = clouds.computeIfAbsent(parts[0], name -> new IpSet());
        for (String network : parts[1].split(" ", -1)) {
            cloud.add(
                    IpNetwork.parse(network)
                            .orElseThrow(() -> new IllegalStateException("no network: " + line)));
        }
    }
}
