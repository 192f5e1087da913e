package org.mailvane.web.settings;

import io.nayuki.qrcodegen.QrCode;

/**
 * A text as a picture that telephones read (ISO/IEC 18004), as the path of an SVG.
 *
 * @param size modules of a side, with the margin
 * @param path the dark modules, each a square of 1
 */
record QrPicture(int size, String path) {

    /**
     * Light modules around the code, without which it is not found (ISO/IEC 18004, section 9.1).
     */
    static final int MARGIN = 4;

    static QrPicture of(String text) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            int x = 0;
            while (x < code.size) {
                int begin = x;
                while (x < code.size && code.getModule(x, y)) {
                    x++;
                }
                if (x > begin) {
                    path.append('M').append(begin + MARGIN).append(' ').append(y + MARGIN);
                    path.append('h').append(x - begin).append("v1h").append(begin - x).append('z');
                }
                x++;
            }
        }
        return new QrPicture(code.size + 2 * MARGIN, path.toString());
    }
}
