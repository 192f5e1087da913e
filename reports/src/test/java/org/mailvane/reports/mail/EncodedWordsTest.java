package org.mailvane.reports.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Encoded words: RFC 2047, and what is written in place of them. */
class EncodedWordsTest {

    /** The table of RFC 2047, section 8. */
    @Test
    void examplesOfTheRfc() {
        assertDecoded("(=?ISO-8859-1?Q?a?=)", "(a)");
        assertDecoded("(=?ISO-8859-1?Q?a?= b)", "(a b)");
        assertDecoded("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)");
        assertDecoded("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)");
        assertDecoded("(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)", "(ab)");
        assertDecoded("(=?ISO-8859-1?Q?a_b?=)", "(a b)");
        assertDecoded("(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)");
        assertDecoded(
                "=?ISO-8859-1?Q?Patrik_F=E4ltstr=F6m?= <paf@nada.kth.se>",
                "Patrik Fältström <paf@nada.kth.se>");
        assertDecoded(
                "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?="
                        + " =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=",
                "If you can read this you understand the example.");
    }

    @Test
    void characterMaySpanTwoWords() {
        assertDecoded("=?utf-8?B?w7w=?= =?utf-8?B?w7xi?=", "üüb");
        assertDecoded("=?UTF-8?Q?=C3?= =?utf-8?Q?=BC?=", "ü");
    }

    @Test
    void languageIsSkipped() {
        assertDecoded("=?US-ASCII*EN?Q?Keith_Moore?=", "Keith Moore");
    }

    @Test
    void wrongBase64IsReadAsFarAsItGoes() {
        assertDecoded("=?utf-8?b?YWJj!ZGVm?=", "abcdef");
        assertDecoded("=?utf-8?b?YWJjZ?=", "abc");
        assertDecoded("=?utf-8?b?YWI?=", "ab");
        assertDecoded("=?utf-8?b??=", "");
    }

    @Test
    void whatIsNoEncodedWordStays() {
        for (String text :
                new String[] {
                    "",
                    "=?",
                    "?=",
                    "=??=",
                    "a =?utf-8?X?abc?= b",
                    "=?no-such-charset?Q?a?=",
                    "=?utf-8?Q?open",
                    "=?utf-8",
                    "1 =? 2",
                    "=?utf-8?Q",
                    "=?" + "x".repeat(100) + "?Q?a?="
                }) {
            assertDecoded(text, text);
        }
        assertDecoded("=?utf-8?Q?=4?=", "=4");
        assertDecoded("=?utf-8?Q?=zz?=", "=zz");
        assertDecoded("=?x?= =?utf-8?Q?a?=", "=?x?= a");
    }

    @Test
    void whatIsEncodedIsDecodedToItself() {
        String text = "ü\ud83d\ude00 a =?utf-8?Q?a?= " + "日".repeat(100);
        String encoded = EncodedWords.encode(text);
        assertThat(encoded.split(" ")).allMatch(word -> word.length() <= 75);
        assertDecoded(encoded, text);
    }

    private static void assertDecoded(String encoded, String text) {
        assertThat(EncodedWords.decode(encoded)).isEqualTo(text);
    }
}
