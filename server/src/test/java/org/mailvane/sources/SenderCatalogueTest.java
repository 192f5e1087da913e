package org.mailvane.sources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The catalogue's files as a whole. */
class SenderCatalogueTest {

    private static final Catalogue CATALOGUE = new Catalogue();

    @Test
    void aSenderIsFoundByWhatIsSeenOfIt() {
        SenderIndex index = CATALOGUE.index();

        assertThat(index.byHost("mail-wr1-f41.google.com"))
                .isNotNull()
                .extracting(Sender::slug)
                .isEqualTo("google");
        assertThat(index.byDkimDomain("example-com.20230601.gappssmtp.com"))
                .isNotNull()
                .extracting(Sender::slug)
                .isEqualTo("google");
    }
}
