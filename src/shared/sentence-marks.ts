/**
 * Marks that end a sentence wherever they occur, unlike a dot: Chinese and Japanese, Hindi and Bengali, Urdu, Arabic,
 * Amharic, Burmese, Khmer and Armenian. For use within a class of a regular expression.
 */
export const sentenceMarks = '。！？｡।॥۔؟።፧။៕។։';

/** Full-width punctuation and curly quotation marks, which end a URL. For use within a class, too. */
export const widePunctuation = '\\u3000-\\u303f\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65“”‘’';
