package org.mailvane.sources.evidence;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.settings.AddressFile;
import org.mailvane.platform.settings.Settings;
import org.springframework.stereotype.Component;

/**
 * Knows by data files in which countries addresses are and whose: by those that are set, and
 * otherwise, for countries only, by that which comes with the program.
 */
@Component
public class Allocations {

    private final Optional<AddressFile> countries;
    private final Optional<AddressFile> networks;
    private @Nullable CountryRanges bundled;

    Allocations(Settings settings) {
        countries = settings.countryFile();
        networks = settings.networkFile();
    }

    /**
     * Data that are used.
     *
     * @param about what they are about
     * @param origin where they are from
     * @param built when they were put together
     */
    public record Data(String about, String origin, Instant built) {}

    /** Returns all data that are used. */
    public List<Data> data() {
        List<Data> data = new ArrayList<>();
        data.add(
                countries
                        .map(file -> new Data("country data", file.path().toString(), file.built()))
                        .orElseGet(() ->
                                new Data(
                                        "country data",
                                        "bundled, " + bundled().origin(),
                                        bundled().built())));
        networks.ifPresent(
                file -> data.add(new Data("network data", file.path().toString(), file.built())));
        return data;
    }

    Allocation of(IpAddress address) {
        InetAddress inet = inet(address);
        return new Allocation(
                countries.map(file -> file.country(inet)).orElseGet(() -> bundled().of(address)),
                networks.map(file -> file.asn(inet)).orElse(0L),
                networks.map(file -> file.networkOperator(inet)).orElse(""));
    }

    /** Read when the first address is looked up: the start has no use for them. */
    private synchronized CountryRanges bundled() {
        CountryRanges known = bundled;
        if (known == null) {
            known = CountryRanges.bundled();
            bundled = known;
        }
        return known;
    }

    private static InetAddress inet(IpAddress address) {
        try {
            return InetAddress.getByAddress(address.octets());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
