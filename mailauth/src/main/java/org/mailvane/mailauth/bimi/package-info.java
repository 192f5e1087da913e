/**
 * BIMI: the logo that a domain wants shown beside its mail, the record that names it, the profile
 * that the picture must keep to, and the certificate that says whose mark it is.
 *
 * <p>Sources: draft-brand-indicators-for-message-identification, draft-svg-tiny-ps-abrotman,
 * draft-fetch-validation-vmc-wchuang.
 */
@NullMarked
package org.mailvane.mailauth.bimi;

import org.jspecify.annotations.NullMarked;
