import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Answers DNS by UDP for any number of domains that are all alike, as fast as one thread can;
 * {@code dns.sh} runs it.
 *
 * <p>Domains are {@code d0000000.example} and so on. Answers are encoded once, for the first; the
 * others' differ in seven digits.
 *
 * <p>With a mailbox for reports they are domains as {@code watching.sh} watches them: their senders
 * and mail servers are those of two providers, and a tenth has MTA-STS.
 */
public final class DnsAnswers {

    private static final byte[] DIGITS = "0000000".getBytes(StandardCharsets.US_ASCII);
    private static final String DOMAIN = "d0000000.example";
    private static final int HEADER = 12;
    private static final int TTL = 3_600;
    private static final int A = 1;
    private static final int SOA = 6;
    private static final int MX = 15;
    private static final int TXT = 16;

    private final Map<ByteBuffer, Template> templates = new HashMap<>();
    private final Map<String, List<byte[]>> records = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final SplittableRandom random = new SplittableRandom(7208);

    /** Only domains whose number ends in 0 have these records. */
    private final Set<String> ofTenth = new HashSet<>();

    /** An answer without its header, and the positions of the digits in it. */
    private record Template(byte[] bytes, int[] digits, boolean ofTenth) {}

    private DnsAnswers() {}

    public static void main(String[] args) throws Exception {
        DnsAnswers answers = new DnsAnswers();
        if (args.length > 1) {
            answers.makeWatched(args[1]);
        } else {
            answers.make();
        }
        answers.encode();
        answers.serve(Integer.parseInt(args[0]));
    }

    /** The records of one domain: eleven for SPF, as SpfBenchmark has them, and the others. */
    private void make() throws GeneralSecurityException {
        text("a", "v=spf1 include:a1.$D include:a2.$D include:a3.$D ~all");
        text("a1", networks(12, "") + " ~all");
        text("a2", networks(6, " ip6:2001:db8:a::/48") + " ~all");
        text("a3", networks(8, "") + " ~all");
        text("b", networks(14, "") + " ip4:10.0.0.0/8 include:b1.$D -all");
        text("b1", networks(10, " ip6:2001:db8:b::/48") + " -all");
        text("c", networks(9, "") + " a:mta.c.$D ~all");
        text("d", networks(7, "") + " ?all");
        text(
                "",
                "v=spf1 mx ip4:198.18.0.0/24 include:a.$D include:b.$D include:c.$D include:d.$D -all");
        add("mta.c", A, new byte[] {(byte) 198, 18, 0, 1});
        add("mx", A, new byte[] {(byte) 198, 19, 0, 1});
        add("", MX, joined(new byte[] {0, 10}, name("mx." + DOMAIN)));
        text("_dmarc", "v=DMARC1; p=reject; rua=mailto:dmarc@$D");
        key();
        text("_smtp._tls", "v=TLSRPTv1; rua=mailto:tls@$D");
        text("_mta-sts", "v=STSv1; id=20261120T000000");
    }

    /** The records of a domain whose reports go to a mailbox, and those of its providers. */
    private void makeWatched(String mailbox) throws GeneralSecurityException {
        text("", "site-verification=9f86d081884c7d659a2feaa0c55ad015");
        text("", "v=spf1 include:_spf.mail.example include:_spf.crm.example -all");
        addAt("_spf.mail.example", TXT, string(networks(12, "") + " ~all"));
        addAt("_spf.crm.example", TXT, string(networks(4, "") + " ~all"));
        for (String server : List.of("mx1.mail.example", "mx2.mail.example")) {
            byte[] preference = {0, (byte) (server.charAt(2) == '1' ? 10 : 20)};
            add("", MX, joined(preference, name(server)));
            addAt(server, A, new byte[] {(byte) 198, 19, 0, preference[1]});
        }
        byte[] times = shorts(30_955, 49_665, 0, 7_200, 0, 3_600, 18, 29_184, 0, 3_600);
        add("", SOA, joined(name("ns1.mail.example"), name("hostmaster.mail.example"), times));
        text("_dmarc", "v=DMARC1; p=reject; rua=mailto:" + mailbox);
        addAt(
                DOMAIN + "._report._dmarc." + mailbox.substring(mailbox.indexOf('@') + 1),
                TXT,
                string("v=DMARC1;"));
        key();
        text("_smtp._tls", "v=TLSRPTv1; rua=mailto:" + mailbox);
        text("_mta-sts", "v=STSv1; id=20261120T000000");
        ofTenth.add("_mta-sts." + DOMAIN);
    }

    private void key() throws GeneralSecurityException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(2_048);
        byte[] der = keys.generateKeyPair().getPublic().getEncoded();
        text("s1._domainkey", "v=DKIM1; k=rsa; p=" + Base64.getEncoder().encodeToString(der));
    }

    private void encode() {
        records.forEach((question, data) -> {
            int blank = question.lastIndexOf(' ');
            put(
                    question.substring(0, blank),
                    Integer.parseInt(question.substring(blank + 1)),
                    data);
        });
    }

    private String networks(int count, String also) {
        StringBuilder text = new StringBuilder("v=spf1");
        for (int i = 0; i < count; i++) {
            text.append(" ip4:172.").append(16 + random.nextInt(16)).append('.');
            text.append(random.nextInt(256)).append(".0/24");
        }
        return text + also;
    }

    private void text(String below, String text) {
        add(below, TXT, string(text.replace("$D", DOMAIN)));
    }

    private void add(String below, int type, byte[] data) {
        addAt(below.isEmpty() ? DOMAIN : below + "." + DOMAIN, type, data);
    }

    private void addAt(String name, int type, byte[] data) {
        records.computeIfAbsent(name + " " + type, n -> new ArrayList<>()).add(data);
        for (String at = name;
                at.length() >= DOMAIN.length();
                at = at.substring(at.indexOf('.') + 1)) {
            names.add(at);
        }
    }

    private void put(String name, int type, List<byte[]> data) {
        byte[] question = joined(name(name), shorts(type, 1));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(shorts(data.size(), 0, 0));
        out.writeBytes(question);
        for (byte[] each : data) {
            out.writeBytes(shorts(0xC00C, type, 1, 0, TTL, each.length));
            out.writeBytes(each);
        }
        byte[] bytes = out.toByteArray();
        List<Integer> digits = new ArrayList<>();
        for (int i = 0; i + DIGITS.length <= bytes.length; i++) {
            if (i > 0 && bytes[i - 1] == 'd' && isAt(bytes, i)) {
                digits.add(i);
            }
        }
        templates.put(
                ByteBuffer.wrap(question),
                new Template(
                        bytes,
                        digits.stream().mapToInt(Integer::intValue).toArray(),
                        ofTenth.contains(name)));
    }

    private static boolean isAt(byte[] bytes, int from) {
        for (int i = 0; i < DIGITS.length; i++) {
            if (bytes[from + i] != DIGITS[i]) {
                return false;
            }
        }
        return true;
    }

    private void serve(int port) throws Exception {
        DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        System.out.println(((InetSocketAddress) channel.getLocalAddress()).getPort());
        ByteBuffer in = ByteBuffer.allocateDirect(1_500);
        ByteBuffer out = ByteBuffer.allocateDirect(4_096);
        byte[] head = new byte[1_500];
        byte[] nothing = joined(bytes("c00c0006000100000e10"), nobody());
        while (true) {
            in.clear();
            SocketAddress from = channel.receive(in);
            in.flip();
            int length = in.remaining();
            in.get(head, 0, length);
            int end = HEADER;
            int digits = -1;
            while (head[end] != 0) {
                if (head[end] == 8 && head[end + 1] == 'd' && digits < 0) {
                    digits = end + 2;
                }
                end += head[end] + 1;
            }
            end += 5;
            byte[] own = new byte[DIGITS.length];
            if (digits >= 0) {
                System.arraycopy(head, digits, own, 0, own.length);
                System.arraycopy(DIGITS, 0, head, digits, own.length);
            }
            Template template = templates.get(ByteBuffer.wrap(head, HEADER, end - HEADER));
            out.clear();
            out.put(head, 0, 2).put((byte) 0x81);
            if (template == null || (template.ofTenth() && own[own.length - 1] != '0')) {
                boolean exists = names.contains(text(head));
                out.put((byte) (exists ? 0x80 : 0x83)).putShort((short) 1);
                out.putShort((short) 0).putShort((short) 1).putShort((short) 0);
                if (digits >= 0) {
                    System.arraycopy(own, 0, head, digits, own.length);
                }
                out.put(head, HEADER, end - HEADER).put(nothing);
            } else {
                out.put((byte) 0x80).putShort((short) 1);
                int begin = out.position();
                out.put(template.bytes());
                for (int at : template.digits()) {
                    out.put(begin + at, own);
                }
            }
            out.flip();
            channel.send(out, from);
        }
    }

    /** The zone's start, for what is not there: one for all, at the name that was asked for. */
    private static byte[] nobody() {
        byte[] data =
                joined(
                        new byte[2],
                        new byte[] {
                            0,
                            0,
                            0,
                            1,
                            0,
                            0,
                            14,
                            16,
                            0,
                            0,
                            2,
                            88,
                            0,
                            1,
                            81,
                            (byte) 128,
                            0,
                            0,
                            14,
                            16
                        });
        return joined(shorts(data.length), data);
    }

    private static String text(byte[] message) {
        StringBuilder text = new StringBuilder();
        for (int at = HEADER; message[at] != 0; at += message[at] + 1) {
            if (!text.isEmpty()) {
                text.append('.');
            }
            text.append(new String(message, at + 1, message[at], StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    private static byte[] name(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String label : text.split("\\.")) {
            out.write(label.length());
            out.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
        }
        out.write(0);
        return out.toByteArray();
    }

    private static byte[] string(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i += 255) {
            String part = text.substring(i, Math.min(text.length(), i + 255));
            out.write(part.length());
            out.writeBytes(part.getBytes(StandardCharsets.US_ASCII));
        }
        return out.toByteArray();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] shorts(int... values) {
        ByteBuffer out = ByteBuffer.allocate(2 * values.length);
        for (int value : values) {
            out.putShort((short) value);
        }
        return out.array();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
