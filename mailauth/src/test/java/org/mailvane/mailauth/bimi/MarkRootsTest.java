package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkRootsTest {

    @Test
    void theRootsOfTheProgramAreThoseOfTheIssuers() {
        assertThat(MarkRoots.bundled().certificates())
                .extracting(root -> new MarkCertificate(root).shortName())
                .containsExactlyInAnyOrder(
                        "DigiCert Verified Mark Root CA",
                        "Entrust Verified Mark Root Certification Authority - VMCR1",
                        "GlobalSign Verified Mark Root R42",
                        "SSL.com VMC ECC Root CA 2024",
                        "SSL.com VMC RSA Root CA 2024");
    }

    @Test
    void everyOneOfThemIsOfAnAuthorityAndSignedByItself() {
        assertThat(MarkRoots.bundled().certificates())
                .allSatisfy(root -> {
                    assertThat(root.getBasicConstraints()).isNotNegative();
                    root.verify(root.getPublicKey());
                });
    }
}
