package org.mailvane.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written in a mail stays text, whatever it is. */
class MailTest {

    @Test
    void textAndHtmlSayTheSame() {
        Mail mail =
                Mail.to("ann@example.com", "Welcome")
                        .paragraph("Choose a password:")
                        .link("Choose", "https://mailvane.example/activate/abc/")
                        .paragraph("Bye.")
                        .mail();
        assertThat(mail.text())
                .isEqualTo(
                        """
                        Choose a password:

                        https://mailvane.example/activate/abc/

                        Bye.
                        """);
        assertThat(mail.html())
                .contains(
                        "<p>Choose a password:</p>\n",
                        "<p><a href=\"https://mailvane.example/activate/abc/\">Choose</a></p>\n",
                        "<p>Bye.</p>\n")
                .doesNotContain("<table", "<img", "<script", "<link");
    }

    @Test
    void whatLooksLikeHtmlStaysText() {
        Mail mail =
                Mail.to("ann@example.com", "<b>&")
                        .paragraph("<script>alert(1)</script> & \"more\"")
                        .link("<i>", "https://mailvane.example/?a=1&b=\"><script>")
                        .mail();
        assertThat(mail.html())
                .contains("<title>&lt;b&gt;&amp;</title>")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;")
                .doesNotContain("<script", "<i>", "<b>");
        assertThat(mail.text()).contains("<script>alert(1)</script> & \"more\"");
    }

    @Test
    void lineBreaksInASubjectBeginNoHeader() {
        assertThat(Mail.to("a@b", "One\r\nBcc: eve@example.com\u2028x\u0000").mail().subject())
                .isEqualTo("One Bcc: eve@example.com x");
    }

    @Test
    void subjectThatIsTooLongIsCut() {
        String longest = "s".repeat(Mail.MAX_SUBJECT_LENGTH);
        assertThat(Mail.to("a@b", longest).mail().subject()).isEqualTo(longest);
        assertThat(Mail.to("a@b", longest + "s").mail().subject())
                .hasSize(Mail.MAX_SUBJECT_LENGTH)
                .endsWith("s...");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a@b\r\nBcc: eve@example.com", "a@b\n", "a@b\u0000"})
    void recipientIsOneLine(String recipient) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Mail(recipient, "s", "t", "h"))
                .withMessageContaining("no address of one line");
    }

    @Test
    void longParagraphIsWrappedAndALinkIsNot() {
        String url = "https://mailvane.example/" + "a".repeat(200) + "/";
        String text =
                Mail.to("a@b", "s").paragraph("word ".repeat(60)).link("l", url).mail().text();
        assertThat(text.lines().filter(line -> !line.equals(url)))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(72));
        assertThat(text.lines()).contains(url);
        assertThat(text.replaceAll("\\s+", " ")).startsWith("word word word");
    }
}
