interface Part {
  start: number;
  part: string;
  /** A figure that the other text does not contain. */
  isOther: boolean;
}

/** Digits with separators, with or without a currency sign before them and a percent sign after them. */
const figure = /[+−-]?[$€£¥]?\p{N}+(?:[.,'\u202f\u00a0]\p{N}+)*(?:[\s\u00a0\u202f]?[%‰€])?/gu;

/** Splits a text into parts, so that figures missing from the other text can be emphasized. */
export function differingFigures(text: string, other: string): Part[] {
  const known = new Set(other.match(figure));
  const parts: Part[] = [];
  let from = 0;
  const add = (to: number, isOther: boolean) => {
    if (to > from) parts.push({ start: from, part: text.slice(from, to), isOther });
    from = to;
  };
  for (const { 0: found, index } of text.matchAll(figure)) {
    if (known.has(found)) continue;
    add(index, false);
    add(index + found.length, true);
  }
  add(text.length, false);
  return parts;
}
