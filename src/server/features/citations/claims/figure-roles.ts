/**
 * The role of a figure in a change, and whether it is only a part of another figure. "Rose by 4%" does not confirm "rose
 * to 4%", and "41,000 people, of whom 12,000 in Germany" does not confirm a workforce of 12,000.
 */
import type { PlacedFigure } from './same-figure';

type Role = 'start' | 'level' | 'change';

const about = String.raw`(?:(?:about|around|nearly|almost|roughly|approximately|some|a record|rund|etwa|knapp|fast)\s)?`;
const roles: readonly (readonly [Role, RegExp])[] = [
  ['start', new RegExp(String.raw`(?<!\p{L})(?:from|compared (?:to|with)|relative to)\s${about}$`, 'iu')],
  ['level', new RegExp(String.raw`(?<!\p{L})(?<!(?<!\p{L})(?:up|equal|due) )(?:to|auf)\s${about}$|[至到]$`, 'iu')],
  [
    'change',
    new RegExp(
      String.raw`(?:(?<!\p{L})(?:by|um|rose|fell|grew|increased|decreased|declined|dropped|climbed|jumped|surged|gained|slipped|sank)|(?:[%％]|percent|Prozent),?\s(?:or|oder))\s${about}$`,
      'iu',
    ),
  ],
];
const reach = 40;

function roleOf({ statement: { text }, figure }: PlacedFigure): Role | undefined {
  // The words before a range apply to both of its ends.
  if (figure.isInRange) return undefined;
  const before = text.slice(Math.max(0, figure.start - reach), figure.start);
  return roles.find(([, words]) => words.test(before))?.[0];
}

export function isOtherRole(claim: PlacedFigure, given: PlacedFigure): boolean {
  const [said, stated] = [roleOf(claim), roleOf(given)];
  return said !== undefined && stated !== undefined && said !== stated;
}

const partOf = new RegExp(
  String.raw`(?<!\p{L})(?:of which|of whom|of these|davon|darunter|dont|de los cuales|di cui)\s${about}$|(?:其中|うち)$`,
  'iu',
);
const border = /[,;.(|–—](?!\d)/u;
/** The beginning of a word, so that "matures" and "maturing" are the same. */
const stem = /(?<!\p{L})\p{L}{4,5}/gu;
/** The beginnings of words that don't say which part it is. */
const generalStems: ReadonlySet<string> = new Set(
  'about also been from have that their were will with work works worke emplo based came come comes locat gener'.split(
    ' ',
  ),
);

/** Whether the source gives the figure as a part, such as one country's, and the claim does not say of what. */
export function isUnnamedPart(claim: PlacedFigure, { statement: { text }, figure }: PlacedFigure): boolean {
  const isPart = (words: string) => partOf.test(words.slice(-reach));
  if (!isPart(text.slice(0, figure.start)) || isPart(claim.statement.text.slice(0, claim.figure.start))) return false;
  const [rest = ''] = text.slice(figure.end).split(border, 1);
  const said = claim.statement.text.toLowerCase();
  const stems = (rest.toLowerCase().match(stem) ?? []).filter((one) => !generalStems.has(one));
  return stems.length === 0 || !stems.every((one) => said.includes(one));
}
