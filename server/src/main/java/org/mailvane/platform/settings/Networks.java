package org.mailvane.platform.settings;

import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

/** A set of addresses, written as CIDR blocks (RFC 4632, RFC 4291) between blanks or commas. */
public final class Networks {

    private static final Pattern BETWEEN = Pattern.compile("[\\s,]+");

    private static final IPAddressStringParameters ADDRESS = form(false);
    private static final IPAddressStringParameters BLOCK = form(true);

    private final List<IPAddress> blocks;

    private Networks(List<IPAddress> blocks) {
        this.blocks = List.copyOf(blocks);
    }

    /**
     * Reads blocks; an address alone is a block of one.
     *
     * @throws IllegalArgumentException with what is wrong and where
     */
    public static Networks parse(String text) {
        return new Networks(
                BETWEEN.splitAsStream(text)
                        .filter(block -> !block.isEmpty())
                        .map(Networks::block)
                        .toList());
    }

    /**
     * Reads one address in its usual form, without brackets, zone or port. An IPv4 address inside
     * an IPv6 one ({@code ::ffff:192.0.2.1}) is that IPv4 address.
     */
    public static Optional<IPAddress> address(String text) {
        @Nullable IPAddress address = new IPAddressString(text, ADDRESS).getAddress();
        if (address == null) {
            return Optional.empty();
        }
        return Optional.of(
                address.isIPv6() && address.toIPv6().isIPv4Mapped()
                        ? address.toIPv6().getEmbeddedIPv4Address()
                        : address);
    }

    /** Whether the address lies in one of the blocks. */
    public boolean contain(IPAddress address) {
        return blocks.stream().anyMatch(block -> block.contains(address));
    }

    /** Returns the blocks as values of {@code mailauth}. */
    List<IpNetwork> toList() {
        return blocks.stream()
                .map(block ->
                        IpNetwork.of(
                                IpAddress.of(block.getLower().getBytes()),
                                block.isPrefixed()
                                        ? block.getNetworkPrefixLength()
                                        : block.getBitCount()))
                .toList();
    }

    private static IPAddress block(String text) {
        @Nullable IPAddress block = new IPAddressString(text, BLOCK).getAddress();
        if (block == null) {
            throw new IllegalArgumentException(
                    "must be CIDR blocks, such as 10.0.0.0/8 or 2001:db8::/32. This is not"
                            + " valid: \""
                            + text
                            + "\"");
        }
        if (block.isIPv6() && block.toIPv6().isIPv4Mapped()) {
            throw new IllegalArgumentException(
                    "must use IPv4 notation for IPv4 addresses, unlike \"" + text + "\"");
        }
        if (block.isPrefixed() && !block.isPrefixBlock()) {
            throw new IllegalArgumentException(
                    "must be CIDR blocks, and \""
                            + text
                            + "\" begins in the middle of "
                            + block.toPrefixBlock().toCanonicalString());
        }
        return block;
    }

    private static IPAddressStringParameters form(boolean withPrefix) {
        var form =
                new IPAddressStringParameters.Builder()
                        .allowPrefix(withPrefix)
                        .allowPrefixOnly(false)
                        .allowMask(false)
                        .allowWildcardedSeparator(false)
                        .allow_inet_aton(false)
                        .setRangeOptions(RangeParameters.NO_RANGE);
        form.allowAll(false);
        form.allowEmpty(false);
        form.allowSingleSegment(false);
        form.getIPv4AddressParametersBuilder().allowLeadingZeros(false);
        form.getIPv6AddressParametersBuilder().allowZone(false);
        form.getIPv6AddressParametersBuilder().allowBase85(false);
        return form.toParams();
    }
}
