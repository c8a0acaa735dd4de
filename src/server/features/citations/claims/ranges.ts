/** Ranges: '4 to 5 billion', 'between $4 and $5 billion', '6–8%'. Neither end is the figure itself. */
import type { Figure } from './figures';
import { statesDirection } from './reversals';
import { withPower } from './scaled-figures';
import { isCurrency } from './units';

const dash = /^\s?[-–—~～]\s?$/;
const to = /^\s?(?:to|à|a)\s?$/iu;
const until = /^\s?(?:bis|至|到)\s?$/iu;
const and = /^\s?(?:and|und|et|y)\s?$/iu;
const between = /(?<!\p{L})(?:between|zwischen|entre)\s(?:about\s|around\s)?$/iu;
const from = /(?<!\p{L})(?:from|von|de|du|desde)\s(?:about\s|around\s)?$/iu;
/** In "lowered to 4% to 5%", nothing moved from the first to the second. */
const ranging = /(?<!\p{L})(?:rang(?:e|es|ed|ing)\s(?:of\s|is\s)?from|to)\s$/iu;
const moving =
  /(?<!\p{L})(?:lost|loses|added|adds|advanced|advances|shed|sheds|dipped|retreated|cède|perd)\s(?:about\s|around\s|nearly\s)?$/iu;
/** In "growth of 6% to 8%" nothing moved from one to the other. */
const named =
  /(?<!\p{L})(?:growth|increase|rise|gain|decline|decrease|drop|wachstum|anstieg|rückgang|croissance|hausse|baisse|crecimiento)\s(?:rate\s)?(?:of|is|was|will be|von|um|de|del)\s(?:about\s|around\s)?$/iu;
const reach = 40;

/** The first figure of a range has the scale and unit of the second. */
export function withRanges(figures: readonly Figure[], text: string): Figure[] {
  const changed = [...figures];
  for (const [index, second] of figures.entries()) {
    const first = figures[index - 1];
    if (!first || !isRange(first, second, text)) continue;
    const inherits = first.scale === undefined && second.scale !== undefined;
    changed[index - 1] = {
      ...first,
      isInRange: true,
      unit: first.unit === '' ? second.unit : first.unit,
      ...(inherits && { value: withPower(first.value, second.scale ?? 0), scale: second.scale ?? 0 }),
    };
    changed[index] = { ...second, isInRange: true };
  }
  shareScales(changed, text);
  return changed;
}

const comma = /^,\s$/;
const lastLink = /^,?\s(?:and|or|und|oder|et|ou|y|o|e)\s$/iu;

/** In "5, 7 and 9 million", all three are millions. Two alone, as in "$500 and $9 million", may differ. */
function shareScales(figures: Figure[], text: string): void {
  for (const [index, last] of figures.entries()) {
    let first = index;
    while (isListed(figures[first - 1], figures[first], last, text, first === index ? lastLink : comma)) first -= 1;
    if (index - first < 2) continue;
    for (const [place, one] of figures.slice(first, index).entries())
      figures[first + place] = {
        ...one,
        unit: one.unit === '' ? last.unit : one.unit,
        value: withPower(one.value, last.scale ?? 0),
        scale: last.scale ?? 0,
      };
  }
}

const isListed = (
  one: Figure | undefined,
  next: Figure | undefined,
  last: Figure,
  text: string,
  link: RegExp,
): boolean =>
  one !== undefined &&
  next !== undefined &&
  last.scale !== undefined &&
  one.scale === undefined &&
  Number(one.value) < 1000 &&
  mayShareUnit(one.unit, last.unit) &&
  link.test(text.slice(one.end, next.start));

function isRange(first: Figure, second: Figure, text: string): boolean {
  const middle = text.slice(first.end, second.start);
  if (middle.length > 5 || first.side === 'first' || !mayShareUnit(first.unit, second.unit)) return false;
  const before = text.slice(Math.max(0, first.start - reach), first.start);
  if (dash.test(middle) || until.test(middle)) return true;
  if (and.test(middle)) return between.test(before);
  // 'From 2% to 3%' and 'rose 5% to 7%' are changes.
  if (!to.test(middle)) return false;
  if (ranging.test(before) || named.test(before)) return true;
  return !(from.test(before) || moving.test(before) || statesDirection(before));
}

/** "$4 to 5 billion" is a range, "1.2% to 18,400" is not. */
const mayShareUnit = (first: string, second: string): boolean =>
  first === second || first === '' || (second === '' && isCurrency(first));
