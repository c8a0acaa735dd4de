/**
 * Marks that end a sentence wherever they occur, unlike a dot: Chinese and Japanese, Hindi and Bengali, Urdu, Arabic,
 * Amharic, Burmese, Khmer and Armenian. For use within a class of a regular expression.
 */
export const sentenceMarks = '。！？｡।॥۔؟።፧။៕។։';
