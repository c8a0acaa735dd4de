/** Finds dates that the source gives to another event: "announced in May and closed in August" for the other way round. */
import type { DateMention } from './dates';
import { indexOfPart } from './parts';
import { nearestTo, type Statement } from './statements';
import { stemOf } from './word-stems';

/** Words that say what happened: forms of verbs, and nouns that stand for one. */
const events = String.raw`\p{L}{3,}(?:ed|ing)
  began begun begins? starts? ends? opens? closes? sold bought made took went came held won left built sent gave led paid due payable
  effective announcements? closure launch approvals? completion records? payments? matur(?:es|ity) expir(?:es|y)
  kündigte angekündigt abgeschlossen vollzogen (?:ver)?kaufte? verkauft gekauft übernahm übernommen eröffnete?t? schloss
  geschlossen gegründet unterzeichnete?t? genehmigte?t? begann begonnen endete beendet gezahlt beschlossen veröffentlicht
  annoncée?s? conclue?s? signée?s? clôturée?s? achevée?s? fondée?s? créée?s? ouverte?s? fermée?s? vendue?s? achetée?s?
  acquise?s? approuvée?s? versée?s?
  (?:anunci|cerr|firm|fund|compr|aprob|pag|inici|termin|complet|adquir|vend)(?:ó|ió|ad[oa]s?|id[oa]s?|aron|ieron)`;
const event = new RegExp(String.raw`(?<![\p{L}-])(?:${events.replace(/\s+/g, '|')})(?![\p{L}-])`, 'giu');
/** Other words with these endings: "the year ended 31 December". */
const uneventful =
  /^(?:ended|ending|based|related|regarding|including|excluding|following|during|according|compared|limited|united|unaudited|audited|consolidated|dated|reported|being|having)$/iu;

interface Mention {
  keys: readonly string[];
  start: number;
  end: number;
  text: string;
}

interface DatedEvents {
  mention: Mention;
  /** The stems of its events. */
  events: Set<string>;
  /** The stem of the last event before the date in its part of the sentence. */
  own?: string;
}

function mentionsOf(dates: readonly DateMention[]): Mention[] {
  const byStart = new Map<number, DateMention[]>();
  for (const date of dates) byStart.set(date.start, [...(byStart.get(date.start) ?? []), date]);
  return [...byStart.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, keys: [first, ...rest].map(({ key }) => key) }] : [],
  );
}

const known = new WeakMap<Statement, DatedEvents[]>();

function datedEventsOf(statement: Statement): DatedEvents[] {
  let found = known.get(statement);
  if (!found) {
    found = mentionsOf(statement.dates).map((mention) => ({ mention, events: new Set() }));
    addEvents(statement, found);
    known.set(statement, found);
  }
  return found;
}

function addEvents(statement: Statement, dated: readonly DatedEvents[]): void {
  const { text, parts } = statement;
  const mentions = dated.map(({ mention }) => mention);
  const inParts = mentions.map(({ start }) => indexOfPart(parts, start));
  for (const { 0: word, index } of text.matchAll(event)) {
    // Names, unless it is the first word.
    if (uneventful.test(word) || (/^\p{Lu}/u.test(word) && /\p{L}/u.test(text.slice(0, index)))) continue;
    if (mentions.some(({ start, end }) => start <= index && index < end)) continue;
    const part = indexOfPart(parts, index);
    // Like nearestTo, which would be slow for a sentence of many dates and events.
    const isWithin = inParts.includes(part);
    const nearestPart = isWithin ? part : (inParts.findLast((one) => one < part) ?? inParts.find((one) => one > part));
    const nearest = mentions.filter((_, at) => inParts[at] === nearestPart);
    const next = nearest.find(({ start }) => start > index);
    const last = nearest.findLast(({ start }) => start < index);
    // Between two dates, as in "announced in May closed in August", it belongs to the next, unless the first has none.
    const isOfNext = next && (!last || dated.some(({ mention, own }) => mention === last && own !== undefined));
    for (const one of dated) {
      if (isOfNext ? one.mention !== next : one.mention !== last && one.mention !== next) continue;
      one.events.add(stemOf(word));
      if (isWithin && one.mention === next) one.own = stemOf(word);
    }
  }
}

/** Whether two mentions name another day, month or year. */
const isOtherDate = ({ keys: one }: Mention, { keys: other }: Mention): boolean =>
  one.some((key) => !other.includes(key) && other.some((same) => same.charAt(0) === key.charAt(0)));

/** The dates of the claim with an event that the source gives to another date. Beside figures, only days are compared. */
export function movedDates(
  claim: Statement,
  dates: readonly DateMention[],
  statement: Statement,
  near: readonly Statement[],
): string[] {
  if (dates.length === 0 || statement.dates.length === 0) return [];
  const starts = new Set(dates.map(({ start }) => start));
  const inSource = near.flatMap(datedEventsOf);
  return datedEventsOf(claim)
    .filter(({ mention: { start, keys } }) => starts.has(start) && (claim.figures.length === 0 || isDay(keys)))
    .filter((claimed) => isMoved(claimed, inSource) || isOfOtherName(claim, claimed, statement))
    .map(({ mention }) => mention.text);
}

const isDay = (keys: readonly string[]): boolean => keys.some((key) => key.startsWith('d'));

const has = (dated: readonly DatedEvents[], stem: string): boolean => dated.some(({ events }) => events.has(stem));

function isMoved({ mention, events, own }: DatedEvents, inSource: readonly DatedEvents[]): boolean {
  const others = inSource.filter((one) => isOtherDate(mention, one.mention));
  const same = inSource.filter((one) => !others.includes(one));
  const isElsewhere = (stem: string) => has(others, stem) && !has(same, stem);
  if (same.length === 0) return false;
  if (own !== undefined && isElsewhere(own)) return true;
  const all = [...events];
  return all.some(isElsewhere) && !all.some((stem) => has(same, stem));
}

/** In "Kestrel reports on 3 May and Norden on 8 August", each date belongs to the name in its part. */
function isOfOtherName(claim: Statement, { mention, events }: DatedEvents, statement: Statement): boolean {
  const inSource = datedEventsOf(statement);
  const others = inSource.filter((one) => isOtherDate(mention, one.mention));
  const same = inSource.filter((one) => !others.includes(one));
  if (others.length === 0 || [...events].some((stem) => has(same, stem) && !has(others, stem))) return false;
  const { names, parts } = statement;
  const inParts = new Set(same.map((one) => indexOfPart(parts, one.mention.start)));
  const own = names.filter(({ start }) => inParts.has(indexOfPart(parts, start))).map(({ text }) => text);
  if (own.length === 0) return false;
  const claimed = nearestTo(claim, mention.start, claim.names).map(({ text }) => text);
  const isElsewhere = (name: string) => !own.includes(name) && names.some(({ text }) => text === name);
  return claimed.length > 0 && claimed.every(isElsewhere);
}
