// Verifies a ledger independently and recalculates its figures. Needs only Node 18 or newer.
//
//   node verify.mjs ledger.csv prices.json        uses downloaded files
//   node verify.mjs https://example.com           downloads both from this site
//   node verify.mjs ledger.csv prices.json 3f9d…  also looks for a hash you saved earlier
//
// Each entry's hash must be the SHA-256 of its content, each entry must contain the hash of the one before, and the
// numbers must have no gap. This shows entries that were changed, removed or inserted. It can't show a ledger that was
// rewritten from the start: for that, save the latest hash that this prints and look for it later.
//
// Then it calculates gains, win rate, return, max drawdown and the comparison with the benchmark. Closing prices, splits
// and latest prices are in prices.json, and you can compare them with any other source. Without that file only positions
// with a price in the ledger are calculated, without splits.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const given = process.argv.slice(2);
const noted = given.find((word) => /^[0-9a-f]{64}$/i.test(word));
const [source, pricesFile, ...rest] = given.filter((word) => word !== noted);
const address = /^https?:\/\//.test(source) ? source.replace(/\/+$/, '') : null;
// Nothing is passed over in silence: half of a head would otherwise look like one that was found.
if (!source || rest.length > 0 || (address && pricesFile))
  fail('Usage: node verify.mjs <ledger.csv or URL> [prices.json] [saved hash: 64 digits]');

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

// 1. The chain.
const entries = entriesOf(await read('/api/track-record/ledger.csv', source));
let previous = '0'.repeat(64);
for (const [index, entry] of entries.entries()) {
  const { seq, body, hash } = entry;
  if (Number(seq) !== index + 1) broken(`entry ${index + 1} is missing or out of order: found ${seq}`);
  if (createHash('sha256').update(body, 'utf8').digest('hex') !== hash)
    broken(`entry ${seq} was changed: its content doesn't match its hash`);
  if (entry.previousHash !== previous) broken(`entry ${seq} contains another hash of entry ${seq - 1}`);
  entry.said = parsed(body, isTold) ?? broken(`entry ${seq} was changed: its content is not valid`);
  const { said } = entry;
  if (said.seq !== Number(seq) || said.kind !== entry.kind || said.at !== entry.at || said.previousHash !== previous)
    broken(`entry ${seq} was changed: its columns don't match its content`);
  previous = hash;
}
console.log(`Hash chain verified: ${entries.length} entries.`);
if (entries.length > 0) console.log(`Latest hash: ${previous} (entry ${entries.length}, ${entries.at(-1).at})`);
if (noted) {
  const found = entries.find(({ hash }) => hash === noted.toLowerCase());
  if (!found) fail('BROKEN: the saved hash is not in this ledger. The ledger was rewritten.');
  console.log(`The saved hash is entry ${found.seq}: nothing up to there was changed.`);
}

// 2. What was held, and what became of it.
const positions = new Map();
for (const { said } of entries) {
  const oddity = retell(said);
  if (oddity) console.log(`Warning: entry ${said.seq} ${oddity}.`);
}
const prices = pricesOf(address || pricesFile ? await read('/api/track-record/prices.json', pricesFile) : '[]');
const held = [...positions.values()].map((position) => ({ ...position, hundredths: gainOf(position) }));
const known = held.filter(({ hundredths }) => hundredths !== null);
const ended = known.filter(({ end, deleted }) => end || deleted);
const deletedCount = held.filter(({ deleted }) => deleted).length;
console.log(
  `Positions: ${held.length} (${ended.length} closed or deleted with a known price, ${deletedCount} deleted)`,
);
for (const { ticker, name, hundredths, end, deleted } of known)
  console.log(`  ${ticker} ${name}: ${percent(hundredths)} (${deleted ? 'deleted' : end ? 'closed' : 'open'})`);
if (known.length > 0) {
  const sum = known.reduce((total, { hundredths }) => total + hundredths, 0n);
  console.log(`Average gain: ${percent(divide(sum, BigInt(known.length)))} (${known.length} with a known price)`);
}
if (ended.length > 0) {
  const wins = ended.filter(({ hundredths }) => hundredths > 0n).length;
  console.log(`Win rate: ${percent(divide(BigInt(wins) * 10_000n, BigInt(ended.length))).slice(1)}`);
}

// 3. The book as an index, day by day, beside the benchmark.
const { points, leftOut } = indexOf(held);
if (!prices.benchmark) console.log('For return, drawdown and benchmark add prices.json or a URL.');
else if (points.length > 0) {
  console.log(`Return: ${signed(points.at(-1).book / 100 - 1)} (${points[0].day} to ${points.at(-1).day})`);
  if (deletedCount > 0) {
    const kept = indexOf(held.filter(({ deleted }) => !deleted)).points;
    if (kept.length > 0) console.log(`Return excluding deleted positions: ${signed(kept.at(-1).book / 100 - 1)}`);
  }
  const worst = worstFall(points);
  console.log(`Max drawdown: ${signed(worst.fall)}${worst.from ? ` (${worst.from} to ${worst.to})` : ''}`);
  const compared = points.filter(({ benchmark }) => benchmark !== undefined);
  if (compared.length > 0)
    console.log(`${prices.benchmark}, same period: ${signed(compared.at(-1).benchmark / compared[0].benchmark - 1)}`);
}
if (prices.benchmark && leftOut.length > 0) console.log(`Not included (no closing prices): ${leftOut.join(', ')}`);

/** Puts an event to the positions, or says why it cannot be. */
function retell({ kind, at, position, market }) {
  const earlier = positions.get(position.id);
  const { closePrice, closeDate } = position;
  const end = closePrice && closeDate ? { end: { price: closePrice, day: dayOf(closeDate) } } : {};
  if (kind !== 'closed' && kind !== 'deleted') {
    if (earlier) return 'opens a position that already exists';
    const { id, ticker, name, entryPrice, purchaseDate } = position;
    positions.set(id, { ticker, name, entryPrice, bought: dayOf(purchaseDate), ...end });
    return null;
  }
  if (!earlier) return 'refers to a position that was never opened';
  if (earlier.deleted) return 'refers to a position that was deleted before';
  if (kind === 'closed') {
    if (earlier.end) return 'closes a position that was closed before';
    Object.assign(earlier, end);
    return null;
  }
  // What is deleted has ended, at the market's price as the ledger noted it.
  earlier.deleted = dayOf(at);
  if (market) earlier.end ??= { price: market.price, day: dayOf(market.asOf) };
  return null;
}

/** The parts of prices.json as one. Closes are in today's shares: adjusted for all splits. */
function pricesOf(text) {
  const parts = parsed(text, arePrices) ?? fail('This is not a valid prices.json. Use the file as downloaded.');
  const all = { benchmark: parts[0]?.benchmark, closes: {}, byDay: {}, splits: {}, quotes: {} };
  for (const { days, closes, splits, quotes } of parts) {
    for (const [ticker, list] of Object.entries(closes)) {
      all.closes[ticker] = list.flatMap((close, index) => (close === null ? [] : [{ day: days[index], close }]));
      all.byDay[ticker] = new Map(all.closes[ticker].map(({ day, close }) => [day, Number(close)]));
    }
    Object.assign(all.splits, splits);
    Object.assign(all.quotes, quotes);
  }
  return all;
}

/** (price × factor − entry) ÷ entry, in hundredths of a percent, exact but for one rounding; null without a price. */
function gainOf({ ticker, entryPrice, bought, end, deleted }) {
  const quote = deleted ? undefined : prices.quotes[ticker];
  const close = prices.closes[ticker]?.findLast(({ day }) => !deleted || day <= deleted);
  const last = end ?? (quote && { price: quote.price, day: dayOf(quote.asOf) });
  if (!last && !close) return null;
  const price = last ? units(last.price, 2) : divide(units(close.close, 6), 10_000n);
  const [above, below] = factor(ticker, bought, last?.day);
  return divide((price * above - units(entryPrice, 2) * below) * 10_000n, units(entryPrice, 2) * below);
}

/** Shares held later for shares held before. Who buys on the day of a split pays the new price. */
function factor(ticker, after, upTo = '9999') {
  let [above, below] = [1n, 1n];
  for (const { day, numerator, denominator } of prices.splits[ticker] ?? []) {
    if (day <= after || day > upTo) continue;
    above *= units(String(numerator), 9);
    below *= units(String(denominator), 9);
  }
  return [above, below];
}

/** 100 on the day before the first purchase; each day it moves by the mean change of all that is held, each alike. */
function indexOf(some) {
  const lines = some.map(lineOf).sort((a, b) => (a.ticker < b.ticker ? -1 : a.ticker > b.ticker ? 1 : 0));
  const valued = lines.filter(({ isValued }) => isValued);
  const leftOut = [...new Set(lines.filter(({ isValued }) => !isValued).map(({ ticker }) => ticker))];
  if (valued.length === 0) return { points: [], leftOut };
  const first = valued.map(({ from }) => from).sort()[0];
  const all = new Set([...new Set([prices.benchmark, ...valued.map(({ ticker }) => ticker)])].flatMap(daysOf));
  const sorted = [...all].sort();
  const before =
    sorted.findLast((day) => day < first) ?? new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
  const days = sorted.filter((day) => day >= first);
  const lastEnd = valued.reduce((day, { until }) => (until > day ? until : day), '');
  if (lastEnd > (days.at(-1) ?? '')) days.push(lastEnd);

  let level = 100;
  const points = [{ day: before, level }];
  for (const day of days) {
    let [sum, count] = [0, 0];
    for (const line of valued) {
      if (line.hasEnded || line.from > day) continue;
      const isEnd = line.until !== '' && line.until <= day;
      const now = (isEnd ? line.exit : null) ?? line.closes?.get(day) ?? line.price;
      sum += now / line.price - 1;
      count++;
      line.price = now;
      line.hasEnded = isEnd;
    }
    level *= 1 + (count === 0 ? 0 : sum / count);
    points.push({ day, level });
  }
  const closes = prices.closes[prices.benchmark] ?? [];
  let unit;
  for (const point of points) {
    point.book = Number(point.level.toFixed(2));
    const close = closes.findLast(({ day }) => day <= point.day)?.close;
    if (close === undefined) continue;
    unit ??= point.level / Number(close);
    point.benchmark = Number((Number(close) * unit).toFixed(2));
  }
  return { points, leftOut };
}

/** A position from its purchase to its end, at prices in today's shares. */
function lineOf({ ticker, entryPrice, bought, end, deleted }) {
  const inTodaysShares = (price, day) => {
    const [above, below] = factor(ticker, day);
    return (Number(price) * Number(below)) / Number(above);
  };
  const until = end?.day ?? deleted ?? '';
  // A price of before the purchase says nothing about it: it leaves on the day it came.
  const exit = end && end.day >= bought ? inTodaysShares(end.price, end.day) : null;
  return {
    ticker,
    from: bought,
    until: until && until < bought ? bought : until,
    price: inTodaysShares(entryPrice, bought),
    exit,
    closes: prices.byDay[ticker],
    isValued: exit !== null || (prices.closes[ticker]?.at(-1)?.day ?? '') >= bought,
    hasEnded: false,
  };
}

function worstFall(points) {
  let [worst, peak] = [{ fall: 0 }, points[0]];
  for (const point of points) {
    if (point.book > peak.book) peak = point;
    const fall = point.book / peak.book - 1;
    if (fall < worst.fall) worst = { fall, from: peak.day, to: point.day };
  }
  return worst;
}

function daysOf(ticker) {
  return (prices.closes[ticker] ?? []).map(({ day }) => day);
}

/** A picked day is midnight in UTC; any other moment belongs to the day it has in New York. */
function dayOf(iso) {
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10);
  return newYork.format(new Date(iso));
}

/** '12.5' with two places as 1250n. */
function units(decimal, places) {
  const [whole, decimals = ''] = decimal.split('.');
  return BigInt(whole + decimals.padEnd(places, '0').slice(0, places));
}

/** Half away from zero. */
function divide(dividend, divisor) {
  const size = ((dividend < 0n ? -dividend : dividend) * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -size : size;
}

function percent(hundredths) {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : '+'}${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** 0.125 as '+12.50%'. */
function signed(part) {
  const text = (part * 100).toFixed(2).replace(/^-(0\.00)$/, '$1');
  return `${text.startsWith('-') ? '' : '+'}${text}%`;
}

async function read(path, file) {
  if (!address) return readFile(file, 'utf8').catch((error) => fail(`Can't read ${file}: ${error.message}`));
  const answer = await fetch(address + path).catch((error) => fail(`Can't reach ${address}: ${error.message}`));
  if (!answer.ok) fail(`${address}${path} returned ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

function isTold(said) {
  return typeof said.position.id === 'string';
}

function arePrices(parts) {
  return parts.every(({ days, closes, splits, quotes }) => days && closes && splits && quotes);
}

/** What a JSON text holds, when it is what it should be. */
function parsed(text, isRight) {
  try {
    const value = JSON.parse(text);
    return isRight(value) ? value : null;
  } catch {
    return null;
  }
}

/** RFC 4180: quoted cells may hold commas, line breaks and doubled quotation marks. */
function entriesOf(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, bare, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '' && row.length === 0) break;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  const [header, ...lines] = rows;
  if (header?.join() !== 'seq,at,kind,body,previousHash,hash')
    fail('This is not a ledger: the first line is not the expected header.');
  return lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index]])));
}

function broken(words) {
  fail(`BROKEN: ${words}.`);
}

function fail(words) {
  console.error(words);
  process.exit(1);
}
