package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.INFO;
import static org.mailvane.mailauth.finding.Level.WARN;

/**
 * What can be found of BIMI: the record, the DMARC policy beside it, the logo, and the mark
 * certificate. A list: long, but without anything to understand.
 */
public enum BimiFindings implements FindingKind {
    RECORD_MISSING(
            "bimi.record.missing",
            ERR,
            "There is no BIMI record at {0}, so receivers do not know which logo to" + " show.",
            "Publish a TXT record there: v=BIMI1, the address of the logo as l= and"
                    + " that of its mark certificate as a=.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    RECORD_MULTIPLE(
            "bimi.record.multiple",
            ERR,
            "There are {0} BIMI records at {1}. Receivers use none of them.",
            "Leave exactly one.",
            "draft-brand-indicators-for-message-identification-10, section 7.2"),
    RECORDS_CUT("bimi.record.too_many", INFO, "Only the first {0} texts are shown.", "", ""),
    RECORD_INHERITED(
            "bimi.record.inherited",
            INFO,
            "{0} has no BIMI record of its own; that of {1} counts for it.",
            "",
            "draft-brand-indicators-for-message-identification-10, section 7.2"),
    RECORD_UNRELATED(
            "bimi.record.unrelated",
            WARN,
            "The text \"{1}\" at {0} is no BIMI record.",
            "Remove the text at {0}. If you did not put it there, look for a wildcard record or an"
                    + " alias that covers this name.",
            "draft-brand-indicators-for-message-identification-10, section 7.2"),
    RECORD_ALIAS(
            "bimi.record.alias",
            INFO,
            "The name is an alias: the record stands at {0}.",
            "",
            "draft-brand-indicators-for-message-identification-10, section 6.3"),
    RECORD_MISPLACED(
            "bimi.record.misplaced",
            WARN,
            "There is a BIMI record at {0}, where no receiver looks.",
            "Move it to {1}.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    RECORD_DECLINED(
            "bimi.record.declined",
            INFO,
            "The record says that this domain does not want a logo shown.",
            "",
            "draft-brand-indicators-for-message-identification-10, section 4.3.1"),
    SELECTOR_INVALID(
            "bimi.selector.invalid",
            ERR,
            "\"{0}\" can't be the name of a logo, because {1} is no name in DNS.",
            "Use letters, digits and hyphens, at most 63 of them between dots.",
            "draft-brand-indicators-for-message-identification-10, section 4.4"),
    SELECTOR_DEFAULT(
            "bimi.selector.default",
            INFO,
            "There is no logo named {0}, but there is one named default.",
            "",
            "draft-brand-indicators-for-message-identification-10, section 4.4"),
    V_MISSING(
            "bimi.v.missing",
            ERR,
            "The record does not begin with v=BIMI1, so receivers ignore it.",
            "Put v=BIMI1; before everything else.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    V_VALUE(
            "bimi.v.value",
            ERR,
            "The version is \"{0}\". Receivers ignore every record but those with"
                    + " exactly BIMI1.",
            "Write v=BIMI1, in capital letters.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    TAG_SYNTAX(
            "bimi.tag.syntax",
            ERR,
            "\"{0}\" is no tag: it has no equals sign or no name before it.",
            "Write every tag as name=value and put semicolons between them.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    TAG_REPEATED(
            "bimi.tag.repeated",
            ERR,
            "The tag {0} stands in the record more than once.",
            "Leave one of them.",
            "RFC 6376, section 3.2"),
    TAG_UNKNOWN(
            "bimi.tag.unknown",
            WARN,
            "Receivers ignore the tag {0}: they do not know it.",
            "Remove the tag {0}, or correct its name: known are v, l, a, lps and avp.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    TAG_CASE(
            "bimi.tag.case",
            ERR,
            "The tag {0} is written with capital letters, so receivers do not know" + " it.",
            "Write {1}.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    TAG_MANY(
            "bimi.tag.many",
            ERR,
            "The record has more than {0} tags.",
            "Leave only v, l, a, lps and avp.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    TAG_EMPTY(
            "bimi.tag.empty",
            WARN,
            "There is nothing between two semicolons of the record.",
            "Remove one of the semicolons.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    L_MISSING(
            "bimi.l.missing",
            ERR,
            "The tag l is missing, which says where the logo is.",
            "Add l= with the https address of the logo.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    L_EMPTY(
            "bimi.l.empty",
            WARN,
            "The record names a certificate but no logo. Receivers that want both"
                    + " show nothing.",
            "Add the https address of the logo as l=, the same picture as in the" + " certificate.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    A_MISSING(
            "bimi.a.missing",
            WARN,
            "The record names no mark certificate. Gmail, Apple and others show a"
                    + " logo only where a certificate says whose it is.",
            "Get a mark certificate (VMC or CMC) for the logo and add its https"
                    + " address as a=.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    URL_SCHEME(
            "bimi.url.scheme",
            ERR,
            "The address {0} does not begin with https://, the only way that"
                    + " receivers fetch it.",
            "Give an address that begins with https://.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    URL_SYNTAX(
            "bimi.url.syntax",
            ERR,
            "{0} is no address of a file on the web: {1}.",
            "Give an address such as https://www.example.com/logo.svg.",
            "RFC 3986, section 3"),
    URL_SEVERAL(
            "bimi.url.several",
            ERR,
            "{0} is more than one address, but only one is allowed.",
            "Leave one. A comma that belongs to the address is written %2C.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    URL_HOST(
            "bimi.url.host",
            ERR,
            "{0} is no full host name.",
            "Give the full name of a host, such as www.example.com.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    URL_SUFFIX_IMAGE(
            "bimi.url.image",
            ERR,
            "The address of the logo ends with {0}. Receivers take only SVG pictures.",
            "Make an SVG of the profile Tiny PS of the logo, and give the file a name"
                    + " that ends with .svg.",
            "draft-brand-indicators-for-message-identification-10, section 4.3.2"),
    URL_SUFFIX(
            "bimi.url.suffix",
            WARN,
            "The address {0} does not end with {1}, as receivers expect it.",
            "Give the file a name that ends with {1}.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    LPS_VALUE(
            "bimi.lps.value",
            ERR,
            "\"{0}\" in lps can't begin a mailbox name.",
            "List letters, digits and hyphens, at most 63 of them, with commas" + " between.",
            "draft-brand-indicators-for-message-identification-10, section 4.5"),
    LPS_SET(
            "bimi.lps.set",
            INFO,
            "Receivers that support it look for a logo of the sender's mailbox name" + " too.",
            "",
            "draft-brand-indicators-for-message-identification-10, section 4.5"),
    AVP_VALUE(
            "bimi.avp.value",
            WARN,
            "Receivers ignore avp={0}; allowed are brand and personal.",
            "Write avp=brand or avp=personal, or leave the tag out.",
            "draft-brand-indicators-for-message-identification-10, section 4.3"),
    DMARC_MISSING(
            "bimi.dmarc.missing",
            ERR,
            "Receivers find no DMARC policy for {0}, and without one they show no" + " logo.",
            "Publish a DMARC record with p=quarantine or p=reject.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_UNKNOWN(
            "bimi.dmarc.unknown",
            ERR,
            "It is not known whether {0} has a DMARC policy, because DNS did not" + " tell.",
            "Try again when its name servers answer.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_NONE(
            "bimi.dmarc.none",
            ERR,
            "The DMARC policy for {0} is none. Receivers show no logo for mail that"
                    + " is not protected.",
            "Change it to p=quarantine or p=reject once all your mail passes.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_ORGANIZATION_NONE(
            "bimi.dmarc.organization_none",
            ERR,
            "The DMARC policy of {0}, the organisation's domain, is none. Receivers"
                    + " show no logo for any domain below it.",
            "Change it to p=quarantine or p=reject once all its mail passes.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_SUBDOMAINS_NONE(
            "bimi.dmarc.subdomains_none",
            ERR,
            "The DMARC record of {0} has sp=none, with which receivers show no logo.",
            "Remove sp=none, or change it to quarantine or reject.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_PARTIAL(
            "bimi.dmarc.partial",
            ERR,
            "The DMARC record of {0} asks for quarantine of only {1} percent of the"
                    + " mail that fails. Receivers show no logo unless it is all.",
            "Remove pct.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_PARTIAL_REJECT(
            "bimi.dmarc.partial_reject",
            WARN,
            "The DMARC record of {0} asks to reject only {1} percent of the mail that"
                    + " fails. Some receivers show no logo then.",
            "Remove pct.",
            "draft-brand-indicators-for-message-identification-10, section 7.1"),
    DMARC_TESTING(
            "bimi.dmarc.testing",
            WARN,
            "The DMARC record of {0} says t=y: receivers treat mail that fails less"
                    + " strictly, here as {1}, and may show no logo.",
            "Remove t=y once all your mail passes.",
            "RFC 9989, section 4.7"),
    LOGO_UNREACHABLE(
            "bimi.logo.unreachable",
            ERR,
            "The logo at {0} can't be fetched: {1}.",
            "Make the file available at this address to everybody, by HTTPS with a"
                    + " certificate that browsers accept.",
            "draft-brand-indicators-for-message-identification-10, section 4.3.2"),
    LOGO_STATUS(
            "bimi.logo.status",
            ERR,
            "The web server answered with status {1} when asked for {0}.",
            "Make the file available at this address; the answer must have status" + " 200.",
            "draft-brand-indicators-for-message-identification-10, section 4.3.2"),
    LOGO_TOO_LARGE(
            "bimi.logo.too_large",
            ERR,
            "The file at {0} is larger than {1} bytes and was not read.",
            "Make it smaller.",
            "draft-brand-indicators-for-message-identification-10, section 4.3.2"),
    CERTIFICATE_UNREACHABLE(
            "bimi.certificate.unreachable",
            ERR,
            "The certificate at {0} can't be fetched: {1}.",
            "Make the file available at this address to everybody, by HTTPS with a"
                    + " certificate that browsers accept.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.2"),
    CERTIFICATE_STATUS(
            "bimi.certificate.status",
            ERR,
            "The web server answered with status {1} when asked for {0}.",
            "Make the file available at this address; the answer must have status" + " 200.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.2"),
    CERTIFICATE_TOO_LARGE(
            "bimi.certificate.too_large",
            ERR,
            "The file at {0} is larger than {1} bytes and was not read.",
            "Make it smaller.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.2"),
    LOGO_MEDIA_TYPE_MISSING(
            "bimi.logo.media_type_missing",
            WARN,
            "The web server does not say of which type the logo is.",
            "Set the media type of files that end with .svg to image/svg+xml.",
            "RFC 6170, section 5.2"),
    LOGO_MEDIA_TYPE(
            "bimi.logo.media_type",
            WARN,
            "The web server says that the logo is \"{0}\" instead of image/svg+xml.",
            "Set the media type of files that end with .svg to image/svg+xml.",
            "RFC 6170, section 5.2"),
    SVG_EMPTY(
            "bimi.svg.empty",
            ERR,
            "The file is empty.",
            "Put the logo there.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_GZIP(
            "bimi.svg.gzip",
            ERR,
            "The file is compressed, but can't be unpacked: {0}.",
            "Compress it again with gzip, or publish it as it is.",
            "RFC 6170, section 5.2"),
    SVG_UNPACKED(
            "bimi.svg.unpacked",
            ERR,
            "The file grows to more than {0} bytes when it is unpacked and was not" + " read.",
            "Make the picture smaller; 32 kilobytes are recommended.",
            "draft-svg-tiny-ps-abrotman-10, section 2.4"),
    SVG_LARGE(
            "bimi.svg.large",
            WARN,
            "The picture has {0} bytes. Larger ones than {1} are not shown by some" + " receivers.",
            "Simplify the picture, round its numbers, or remove what the drawing"
                    + " program left in it.",
            "draft-svg-tiny-ps-abrotman-10, section 2.4"),
    SVG_ENCODING(
            "bimi.svg.encoding",
            ERR,
            "The file is not written in UTF-8.",
            "Save it as UTF-8.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_MALFORMED(
            "bimi.svg.malformed",
            ERR,
            "The file is no well-formed XML: it can't be read beyond {0}{1}.",
            "Export the picture again, or correct the place.",
            "XML 1.0, section 2.1"),
    SVG_LIMIT(
            "bimi.svg.limit",
            ERR,
            "The picture was not read to its end: it has more than {0} {1}.",
            "Simplify the picture.",
            "draft-svg-tiny-ps-abrotman-10, section 1"),
    SVG_DOCTYPE(
            "bimi.svg.doctype",
            ERR,
            "The file has a document type declaration ({0}). Receivers refuse it,"
                    + " because attacks hide there.",
            "Remove the line that begins with <!DOCTYPE.",
            "RFC 6170, section 5.2"),
    SVG_INSTRUCTION(
            "bimi.svg.instruction",
            ERR,
            "The file has a processing instruction, <?{0} ?> ({1}). It may load"
                    + " something from elsewhere.",
            "Remove <?{0} ?> from the file.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_ENTITY(
            "bimi.svg.entity",
            ERR,
            "The file refers to an entity, &{0};, that nothing defines ({1}).",
            "Write the character itself.",
            "XML 1.0, section 4.1"),
    SVG_ROOT(
            "bimi.svg.root",
            ERR,
            "The outermost element is {0} instead of svg of the namespace"
                    + " http://www.w3.org/2000/svg.",
            "Publish an SVG picture; its first element begins <svg"
                    + " xmlns=\"http://www.w3.org/2000/svg\".",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_SCRIPT(
            "bimi.svg.script",
            ERR,
            "The picture has an element {0} ({1}), which runs or loads a program."
                    + " Receivers refuse it.",
            "Remove the element.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_ANIMATION(
            "bimi.svg.animation",
            ERR,
            "The picture has an element {0} ({1}), which moves it. Only still"
                    + " pictures are allowed.",
            "Remove the element.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_MEDIA(
            "bimi.svg.media",
            ERR,
            "The picture has an element {0} ({1}): it embeds a photograph, sound or"
                    + " film. Only drawn shapes are allowed.",
            "Draw the logo with shapes and remove the element.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_LINK(
            "bimi.svg.link",
            ERR,
            "The picture has a link ({0}). Receivers refuse it.",
            "Remove the element a, and keep what stands in it.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_STYLE(
            "bimi.svg.style",
            ERR,
            "The picture has a style sheet ({0}), which the profile does not have.",
            "Write the styles as attributes of the shapes, such as fill=\"#ff0000\"."
                    + " Drawing programs can export so.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_ELEMENT(
            "bimi.svg.element",
            ERR,
            "The element {0} ({1}) does not belong to the profile SVG Tiny PS.",
            "Remove the element {0}, or export the picture again with the profile SVG Tiny 1.2.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_FOREIGN_ELEMENT(
            "bimi.svg.foreign_element",
            ERR,
            "The element {0} ({1}) is none of SVG; a drawing program left it there.",
            "Remove the element {0}, or export a plain SVG.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_PLACE(
            "bimi.svg.place",
            ERR,
            "The element {0} may not stand in {1} ({2}).",
            "Move it, or export the picture again with the profile SVG Tiny 1.2.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_STRAY_TEXT(
            "bimi.svg.stray_text",
            WARN,
            "There is text in the element {0} ({1}), which can't hold any.",
            "Remove the text from the element {0}.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_ATTRIBUTE(
            "bimi.svg.attribute",
            ERR,
            "The element {1} has an attribute {0} ({2}) that does not belong to the"
                    + " profile SVG Tiny PS.",
            "Remove the attribute {0}, or export the picture again with the profile SVG Tiny 1.2.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_ATTRIBUTE_SCHEMA(
            "bimi.svg.attribute_schema",
            WARN,
            "The attribute {0} is part of SVG Tiny 1.2, but the schema of the profile"
                    + " does not list it for the element {1} ({2}). Some receivers refuse the"
                    + " picture.",
            "Remove the attribute {0}.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_FOREIGN_ATTRIBUTE(
            "bimi.svg.foreign_attribute",
            ERR,
            "The element {1} has an attribute {0} ({2}) that is none of SVG; a"
                    + " drawing program left it there.",
            "Remove the attribute {0}, or export a plain SVG.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_STYLE_ATTRIBUTE(
            "bimi.svg.style_attribute",
            ERR,
            "The element {0} has an attribute style ({1}), which the profile does not" + " have.",
            "Write its parts as attributes, such as fill=\"#ff0000\".",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_EVENT(
            "bimi.svg.event",
            ERR,
            "The element {1} has an attribute {0} ({2}), which runs a program."
                    + " Receivers refuse it.",
            "Remove the attribute {0}.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_VALUE(
            "bimi.svg.value",
            ERR,
            "The attribute {0} of the element {1} has the value \"{2}\" ({4}); allowed:" + " {3}.",
            "Change the value or remove the attribute.",
            "draft-svg-tiny-ps-abrotman-10, section 2.3"),
    SVG_POSITION(
            "bimi.svg.position",
            ERR,
            "The outermost element has an attribute {0}, which it may not have.",
            "Remove x and y from the element svg; some drawing programs write them.",
            "draft-svg-tiny-ps-abrotman-10, section 6.2"),
    SVG_VERSION(
            "bimi.svg.version",
            ERR,
            "The picture does not say version=\"1.2\".",
            "Write version=\"1.2\" into the element svg.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_PROFILE(
            "bimi.svg.profile",
            ERR,
            "The picture does not say baseProfile=\"tiny-ps\".",
            "Write baseProfile=\"tiny-ps\" into the element svg.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_EXTERNAL(
            "bimi.svg.external",
            ERR,
            "The attribute {0} of the element {1} refers to \"{2}\" ({3}), outside of"
                    + " the picture. Receivers refuse it.",
            "Refer only to parts of the same file, as in #name.",
            "RFC 6170, section 5.2"),
    SVG_DATA(
            "bimi.svg.data",
            ERR,
            "The attribute {0} of the element {1} embeds a file as data: ({2})."
                    + " Receivers refuse it.",
            "Draw the logo with shapes and remove the attribute.",
            "RFC 6170, section 5.2"),
    SVG_BASE(
            "bimi.svg.base",
            ERR,
            "The element {0} has an attribute xml:base ({1}), which makes references"
                    + " lead elsewhere.",
            "Remove the attribute xml:base.",
            "RFC 6170, section 5.2"),
    SVG_DANGLING(
            "bimi.svg.dangling",
            WARN,
            "The picture refers to #{0} ({1}), but no element has this id.",
            "Correct the reference, or remove it.",
            "SVG Tiny 1.2, section 5.7"),
    SVG_LOOP(
            "bimi.svg.loop",
            ERR,
            "The element use refers to {0}, which contains itself by way of other" + " uses.",
            "Remove the reference that leads back.",
            "SVG Tiny 1.2, section 5.6"),
    SVG_ID_REPEATED(
            "bimi.svg.id_repeated",
            WARN,
            "The id {0} stands in the picture more than once ({1}).",
            "Give each element an id of its own.",
            "SVG Tiny 1.2, section 5.10.1"),
    SVG_TITLE_MISSING(
            "bimi.svg.title_missing",
            ERR,
            "The picture has no title.",
            "Write <title>Your company</title> as the first element in svg.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_TITLE_EMPTY(
            "bimi.svg.title_empty",
            ERR,
            "The title of the picture is empty.",
            "Write your company's name between <title> and </title>.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_TITLE_REPEATED(
            "bimi.svg.title_repeated",
            ERR,
            "The picture has more than one title ({0}).",
            "Leave one.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_TITLE_LONG(
            "bimi.svg.title_long",
            WARN,
            "The title has {0} characters; at most {1} are recommended.",
            "Shorten it to your company's name.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_TITLE_PLACEHOLDER(
            "bimi.svg.title_placeholder",
            WARN,
            "The title \"{0}\" tells nobody whose logo it is.",
            "Write your company's name between <title> and </title>.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_DESCRIPTION_MISSING(
            "bimi.svg.description_missing",
            INFO,
            "The picture has no description (element desc), which people who can't"
                    + " see it would hear.",
            "",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_DESCRIPTION_EMPTY(
            "bimi.svg.description_empty",
            ERR,
            "The description of the picture (element desc) is empty.",
            "Describe the logo in a few words, or remove the element.",
            "draft-svg-tiny-ps-abrotman-10, section 2.1"),
    SVG_VIEW_BOX_MISSING(
            "bimi.svg.view_box_missing",
            WARN,
            "The element svg has no viewBox, so receivers can't scale the picture" + " reliably.",
            "Add viewBox=\"0 0 100 100\" with the size of the drawing.",
            "SVG Tiny 1.2, section 7.8"),
    SVG_VIEW_BOX(
            "bimi.svg.view_box",
            ERR,
            "viewBox=\"{0}\" is not four numbers of which the last two are greater than" + " 0.",
            "Write four numbers with blanks between, such as 0 0 100 100.",
            "SVG Tiny 1.2, section 7.8"),
    SVG_VIEW_BOX_COMMA(
            "bimi.svg.view_box_comma",
            WARN,
            "viewBox=\"{0}\" has commas, which some receivers can't read.",
            "Write the four numbers with blanks between.",
            "SVG Tiny 1.2, section 7.8"),
    SVG_NOT_SQUARE(
            "bimi.svg.not_square",
            WARN,
            "The picture is {0} wide and {1} high. Receivers show logos as a square"
                    + " or a circle and cut or distort others.",
            "Make width and height the same, with the logo in the middle.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_RELATIVE_SIZE(
            "bimi.svg.relative_size",
            WARN,
            "{0}=\"{1}\" is no size in pixels. Gmail and Apple do not show such logos.",
            "Write a number of pixels of at least 96, such as {0}=\"96\".",
            ""),
    SVG_SMALL(
            "bimi.svg.small",
            WARN,
            "{0}=\"{1}\" is less than the 96 pixels that Gmail wants.",
            "Write at least {0}=\"96\".",
            ""),
    SVG_TEXT(
            "bimi.svg.text",
            WARN,
            "The picture has written text ({0}), which looks different with every"
                    + " receiver's fonts.",
            "Convert text to outlines (paths) in the drawing program.",
            "draft-svg-tiny-ps-abrotman-10, section 2"),
    SVG_BACKGROUND(
            "bimi.svg.background",
            WARN,
            "No shape with a colour fills the whole picture. On a dark or coloured"
                    + " screen the logo may not be seen.",
            "Put a rectangle of the size of the viewBox, with a solid colour, behind"
                    + " the logo.",
            ""),
    SVG_COLORS(
            "bimi.svg.colors",
            WARN,
            "The picture seems to have only one colour; two are needed to see" + " anything.",
            "Give the background and the logo different colours.",
            "draft-svg-tiny-ps-abrotman-10, section 2.4"),
    PEM_NONE(
            "bimi.certificate.none",
            ERR,
            "The file has no certificate in PEM form.",
            "Publish the file that the issuer of the mark certificate gave you: text"
                    + " with lines -----BEGIN CERTIFICATE-----.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    PEM_BROKEN(
            "bimi.certificate.broken",
            ERR,
            "Certificate {0} of the file can't be read.",
            "Publish the file exactly as the issuer of the mark certificate gave it" + " to you.",
            "RFC 7468, section 5"),
    PEM_MANY(
            "bimi.certificate.many",
            ERR,
            "The file has more than {0} certificates.",
            "Leave the mark certificate and those of its issuers.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_ORDER(
            "bimi.certificate.order",
            WARN,
            "The certificates in the file are not in order.",
            "Put the mark certificate first and each issuer's certificate after the"
                    + " one that it issued.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_DUPLICATE(
            "bimi.certificate.duplicate",
            WARN,
            "The same certificate stands in the file more than once.",
            "Remove the certificate where it stands again.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_SEVERAL(
            "bimi.certificate.several",
            ERR,
            "The file has {0} mark certificates. Receivers can't tell which is meant.",
            "Publish one file for each.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_NO_LEAF(
            "bimi.certificate.no_leaf",
            ERR,
            "The file has only certificates of issuers, but no mark certificate.",
            "Put your mark certificate before them.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_UNUSED(
            "bimi.certificate.unused",
            WARN,
            "{0} of the certificates in the file have nothing to do with the mark"
                    + " certificate.",
            "Remove what does not belong to its chain.",
            "draft-fetch-validation-vmc-wchuang-10, section 3.3"),
    CHAIN_INCOMPLETE(
            "bimi.certificate.incomplete",
            ERR,
            "The mark certificate does not lead to a known issuer of mark"
                    + " certificates: the certificate of \"{0}\" is missing or unknown.",
            "Add the issuer's certificates to the file. The issuer must be one that"
                    + " receivers accept for logos.",
            "draft-fetch-validation-vmc-wchuang-10, section 5.1"),
    CHAIN_INVALID(
            "bimi.certificate.chain",
            ERR,
            "The chain of certificates is not valid: {0}.",
            "Ask the issuer of the mark certificate for the right file.",
            "RFC 5280, section 6.1"),
    EXPIRED(
            "bimi.certificate.expired",
            ERR,
            "The mark certificate expired on {0}. Receivers no longer show the logo.",
            "Renew it and publish the new file.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.5"),
    NOT_YET(
            "bimi.certificate.not_yet",
            ERR,
            "The mark certificate is valid only from {0}.",
            "Publish it when it is valid.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.5"),
    EXPIRES_SOON(
            "bimi.certificate.expires_soon",
            WARN,
            "The mark certificate expires on {0}, in {1} days.",
            "Renew it and publish the new file before that day.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.5"),
    USAGE_MISSING(
            "bimi.certificate.usage",
            ERR,
            "The certificate is not meant for logos: its extended key usage lacks"
                    + " 1.3.6.1.5.5.7.3.31.",
            "Publish a mark certificate; one for a web server will not do.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.4"),
    ISSUER_USAGE_MISSING(
            "bimi.certificate.issuer_usage",
            WARN,
            "The issuer's certificate does not say that it may issue mark" + " certificates.",
            "Ask the issuer for a chain whose extended key usage has" + " 1.3.6.1.5.5.7.3.31.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.4"),
    NAMES_MISSING(
            "bimi.certificate.names_missing",
            ERR,
            "The certificate names no domain.",
            "Ask the issuer for a certificate that names {0}.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.3"),
    NAMES_OTHER(
            "bimi.certificate.names",
            ERR,
            "The certificate is for {1}, not for {0}.",
            "Ask the issuer for a certificate that names {0}.",
            "draft-fetch-validation-vmc-wchuang-10, section 5.2"),
    LOGOTYPE_MISSING(
            "bimi.certificate.logo_missing",
            ERR,
            "There is no logo in the certificate.",
            "Ask the issuer for a mark certificate with the logo in it.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.1"),
    LOGOTYPE_BROKEN(
            "bimi.certificate.logo_broken",
            ERR,
            "The logo in the certificate can't be read: {0}.",
            "Ask the issuer for a corrected certificate.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.2"),
    LOGOTYPE_PLAIN(
            "bimi.certificate.logo_plain",
            WARN,
            "The logo in the certificate is not compressed, as it should be.",
            "Ask the issuer for a corrected certificate.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.2"),
    LOGOTYPE_HASH(
            "bimi.certificate.logo_hash",
            ERR,
            "The logo in the certificate does not match the checksum beside it.",
            "Ask the issuer for a corrected certificate.",
            "RFC 9399"),
    LOGOTYPE_PROFILE(
            "bimi.certificate.logo_profile",
            ERR,
            "The logo in the certificate does not keep to the profile SVG Tiny PS.",
            "Ask the issuer for a certificate with a corrected logo.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.2"),
    LOGO_DIFFERENT(
            "bimi.certificate.logo_different",
            ERR,
            "The logo at the address in the record is another than the one in the"
                    + " certificate.",
            "Publish exactly the file that is in the certificate.",
            "draft-fetch-validation-vmc-wchuang-10, section 5.3"),
    LOGO_LINE_ENDS(
            "bimi.certificate.logo_line_ends",
            WARN,
            "The logo at the address in the record and the one in the certificate"
                    + " differ in their line ends. Some receivers take them for different logos.",
            "Publish exactly the file that is in the certificate.",
            "draft-fetch-validation-vmc-wchuang-10, section 5.3"),
    POLICY_MISSING(
            "bimi.certificate.policy",
            WARN,
            "The certificate does not have the policy of mark certificates,"
                    + " 1.3.6.1.4.1.53087.1.1.",
            "Ask the issuer for a certificate with it.",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 1.2"),
    TRANSPARENCY_MISSING(
            "bimi.certificate.transparency",
            ERR,
            "The certificate has no proof that it stands in a public log (certificate"
                    + " transparency).",
            "Ask the issuer for a certificate with signed certificate timestamps.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.6"),
    CONSTRAINTS_FORBIDDEN(
            "bimi.certificate.constraints",
            ERR,
            "The mark certificate has name constraints, which only certificates of"
                    + " issuers may have.",
            "Ask the issuer for a corrected certificate.",
            "RFC 5280, section 4.2.1.10"),
    PILOT(
            "bimi.certificate.pilot",
            INFO,
            "The certificate is marked as one of the pilot phase.",
            "",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    PILOT_FORBIDDEN(
            "bimi.certificate.pilot_forbidden",
            ERR,
            "The certificate is marked as one of the pilot phase, which those issued"
                    + " from {0} may not be.",
            "Ask the issuer for a new certificate.",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    MARK_TYPE_MISSING(
            "bimi.certificate.mark_type_missing",
            INFO,
            "The certificate does not say what kind of mark it is for; it is taken"
                    + " for a registered one, as the first mark certificates were.",
            "",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    MARK_TYPE_UNKNOWN(
            "bimi.certificate.mark_type",
            WARN,
            "\"{0}\" is no known kind of mark. Known are: {1}.",
            "Ask the issuer for a corrected certificate.",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    FIELD_MISSING(
            "bimi.certificate.field_missing",
            ERR,
            "The certificate lacks the field {0}, which a certificate for a mark of"
                    + " the kind {1} must have.",
            "Ask the issuer for a corrected certificate.",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    FIELD_FORBIDDEN(
            "bimi.certificate.field_forbidden",
            WARN,
            "The certificate has the field {0}, which a certificate for a mark of the"
                    + " kind {1} may not have.",
            "Ask the issuer for a corrected certificate.",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    FIELD_VALUE(
            "bimi.certificate.field_value",
            WARN,
            "The field {0} of the certificate has the value \"{1}\"; allowed: {2}.",
            "Ask the issuer for a corrected certificate.",
            "Minimum Security Requirements for Issuance of Mark Certificates, section 7.1.4.2"),
    CRL_MISSING(
            "bimi.certificate.crl_missing",
            ERR,
            "The certificate of \"{0}\" does not say where its issuer lists revoked"
                    + " certificates.",
            "Ask the issuer for a corrected certificate.",
            "draft-fetch-validation-vmc-wchuang-10, section 4.5"),
    CRL_UNREACHABLE(
            "bimi.certificate.crl_unreachable",
            WARN,
            "It is not known whether the certificate of \"{0}\" was revoked: the list"
                    + " at {1} can't be fetched: {2}.",
            "Try again later; if it stays so, tell the issuer.",
            "RFC 5280, section 6.3"),
    CRL_BROKEN(
            "bimi.certificate.crl_broken",
            WARN,
            "It is not known whether the certificate of \"{0}\" was revoked: the list"
                    + " at {1} can't be used: {2}.",
            "Try again later; if it stays so, tell the issuer.",
            "RFC 5280, section 6.3.3"),
    REVOKED(
            "bimi.certificate.revoked",
            ERR,
            "The certificate of \"{0}\" was revoked on {1}. Receivers do not show the" + " logo.",
            "Ask the issuer why, and get a new certificate.",
            "RFC 5280, section 6.3"),
    AUTHORITY_INVALID(
            "bimi.authority.invalid",
            ERR,
            "The mark certificate can't be used, for what is said of it.",
            "Correct that; receivers that want a certificate show no logo until then.",
            "draft-fetch-validation-vmc-wchuang-10, section 5.3"),
    INDICATOR_INVALID(
            "bimi.indicator.invalid",
            ERR,
            "The logo can't be used, for what is said of it.",
            "Correct that; receivers show no logo until then.",
            "draft-brand-indicators-for-message-identification-10, section 4.3.2");

    private final Entry entry;

    BimiFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
