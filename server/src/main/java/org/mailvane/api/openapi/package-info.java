/**
 * The OpenAPI document, its page, and the answers to {@code OPTIONS}, all made from {@link
 * org.mailvane.api.ApiCatalogue}.
 */
@NamedInterface("openapi")
@NullMarked
package org.mailvane.api.openapi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
