/**
 * Numbers as users type them. The keyboard of a phone may offer only a decimal comma, which is unambiguous before one
 * or two digits. Three digits after a dot or comma may be thousands, so '2,500' stays as it is and is rejected.
 */
export const typedDecimal = (text: string): string => text.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');

/** A whole number, with or without groups of thousands; NaN for any other text, such as '16.000'. */
export function typedWholeNumber(text: string): number {
  const digits = text.trim();
  const isWhole = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)$/.test(digits);
  return isWhole ? Number(digits.replace(/\D/g, '')) : Number.NaN;
}
