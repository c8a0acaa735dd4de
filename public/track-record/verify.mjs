// Verifies a ledger independently and recalculates its verified record. Needs only Node 20 or newer.
//
//   node verify.mjs ledger.csv prices.json timestamps.json   uses downloaded files
//   node verify.mjs https://example.com                      downloads them from this site
//   node verify.mjs https://example.com 3f9d… 7.tsr          also looks for a hash and a timestamp you saved earlier
//
// Each entry's hash must be the SHA-256 of its content, each entry must contain the hash of the one before, and the
// numbers must have no gap, and no entry may state a time before that of the one before it. This shows entries that were
// changed, removed, inserted or backdated. It can't show a ledger that was rewritten from the start: for that, save the
// latest hash that this prints and look for it later.
//
// A timestamp (RFC 3161) is signed by an authority outside of this site. It proves that its entry and all before it
// existed at its time. The hash in each timestamp must be in the ledger. Signatures are not checked here, since that needs
// the certificate of an authority that you trust: the commands for openssl are printed. Entries whose first signature came
// more than 24 hours after their time, or that state a time before a signature over an entry before them, are listed.
//
// Then it calculates the verified record: each position counts from the first market close after its entry was recorded
// to the first one after its end was recorded, equally weighted, by closing prices alone. Entered prices and dates are
// not used, and samples don't count. A renamed stock counts under its old ticker to the first close after that was
// recorded, then under its new one. A delisted one ends at its last close, or at the recorded price if that is lower.
// The figures by period, and what each position contributed to them, are calculated from the same index without dividends.
// Buy-and-hold puts an equal sum into each position at its start, or at that of the period, and holds it to its end.
// Total returns add dividends before withholding tax, each reinvested at the closing price of its ex-date or the next one.
// Closing prices in other currencies are converted to USD at the exchange rate of their day, or the last one of the 7 days
// before. They count from the next day in UTC on, because other exchanges close earlier. So do tickers that are not plain
// symbols of US exchanges, such as CSPX.L, which London quotes in USD.
// The closing prices and rates are in prices.json: compare them with any other source. Those that the ledger recorded by their
// hash are compared here: a close that was changed later is listed, and so is one that counts although it was not recorded
// with its day. Splits that are applied to recorded closes must be in the ledger, too.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const given = process.argv.slice(2);
const noted = given.find((word) => /^[0-9a-f]{64}$/i.test(word));
const kept = given.filter((word) => word.endsWith('.tsr'));
const [source, pricesFile, timestampsFile, ...rest] = given.filter((word) => word !== noted && !kept.includes(word));
const address = /^https?:\/\//.test(source) ? source.replace(/\/+$/, '') : null;
// Nothing is passed over in silence: half of a head would otherwise look like one that was found.
if (!source || rest.length > 0 || (address && pricesFile) || timestampsFile?.endsWith('.json') === false)
  fail(
    'Usage: node verify.mjs <ledger.csv or URL> [prices.json] [timestamps.json] [saved hash: 64 digits] [saved .tsr file]',
  );

const timeZone = 'America/New_York';
const newYork = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
const newYorkTime = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short', hourCycle: 'h23' });

// 1. The chain.
const entries = entriesOf(await read('/api/track-record/ledger.csv', source));
let previous = '0'.repeat(64);
let latest = Number.NEGATIVE_INFINITY;
for (const [index, entry] of entries.entries()) {
  const { seq, body, hash } = entry;
  if (Number(seq) !== index + 1) broken(`entry ${index + 1} is missing or out of order: found ${seq}`);
  if (sha256(body) !== hash) broken(`entry ${seq} was changed: its content doesn't match its hash`);
  if (entry.previousHash !== previous) broken(`entry ${seq} contains another hash of entry ${seq - 1}`);
  entry.said = parsed(body, isTold) ?? broken(`entry ${seq} was changed: its content is not valid`);
  const { said } = entry;
  if (said.seq !== Number(seq) || said.kind !== entry.kind || said.at !== entry.at || said.previousHash !== previous)
    broken(`entry ${seq} was changed: its columns don't match its content`);
  entry.time = Date.parse(said.at);
  if (Number.isNaN(entry.time) || new Date(entry.time).toISOString() !== said.at)
    broken(`entry ${seq} was changed: its time is not valid`);
  if (entry.time < latest) broken(`entry ${seq} was backdated: its time is before that of entry ${index}`);
  latest = entry.time;
  previous = hash;
}
console.log(`Hash chain verified: ${entries.length} entries.`);
if (entries.length > 0) console.log(`Latest hash: ${previous} (entry ${entries.length}, ${entries.at(-1).at})`);
if (noted) {
  const found = entries.find(({ hash }) => hash === noted.toLowerCase());
  if (!found) fail('BROKEN: the saved hash is not in this ledger. The ledger was rewritten.');
  console.log(`The saved hash is entry ${found.seq}: nothing up to there was changed.`);
}

// 2. The timestamps: those of the site, and those that you kept.
const timestamps = timestampsOf(
  address || timestampsFile ? await read('/api/track-record/timestamps.json', timestampsFile) : '[]',
);
/** By the place of the last entry that it covers, the times of signatures. */
const signatures = new Map();
for (const { authority, response } of timestamps) addSignature(checkToken(authority, Buffer.from(response, 'base64')));
for (const file of kept) {
  const { entry, time } = addSignature(checkToken(file, await readBytes(file)));
  console.log(
    `${file} is for entry ${entry.seq}: nothing up to there was changed since ${time}, if its signature is valid.`,
  );
  tellCommand(file, entry);
}
if (address || timestampsFile) tellTimestamps();
tellDoubtedTimes();

// 3. What was held, and when its entries were recorded.
const positions = new Map();
for (const { said } of entries) {
  const oddity = retell(said);
  if (oddity) console.log(`Warning: entry ${said.seq} ${oddity}.`);
}

// 4. The verified record.
const { isKeptBack, benchmark, benchmarks, reported, currencies, rates, splits, paid, recorded } = pricesOf(
  address || pricesFile ? await read('/api/track-record/prices.json', pricesFile) : '[]',
);
/** In USD; those of other currencies are in `reported` as they were reported. */
const closes = new Map([...reported].map(([ticker, list]) => [ticker, list.flatMap((one) => closeInUsd(ticker, one))]));
const dividends = new Map(
  [...paid].map(([ticker, list]) => [ticker, list.flatMap((one) => dividendInUsd(ticker, one))]),
);
const market = closes.get(benchmark) ?? [];
/** By ticker and day of a closing price: how much the dividends that are reinvested there add. */
const growth = new Map([...dividends].map(([ticker, list]) => [ticker, growthOf(ticker, list)]));
/** Of each day in the closing prices of a ticker. */
const places = new Map([...closes].map(([ticker, list]) => [ticker, new Map(list.map(({ day }, at) => [day, at]))]));
/** By ticker and day, the newest entry about each split. */
const recordedSplits = new Map(
  entries.flatMap(({ kind, said }) =>
    kind === 'split' ? [[`${said.facts.ticker} ${said.facts.day}`, said.facts]] : [],
  ),
);
/** Those that were applied to recorded prices. */
const appliedSplits = new Map();
if (isKeptBack) tellKeptBack();
else if (benchmark) {
  for (const [ticker, currency] of [...currencies].sort())
    console.log(`${ticker} is in ${currency}: ${closes.get(ticker).length} closing prices converted to USD`);
  const held = [...positions.values()].map(countedOf);
  tellRecordedDays(held);
  tellRecordedDividends();
  tellRecordedSplits();
  tellRecord(held);
} else console.log('For the verified record add prices.json or a URL.');

/** The hash that was signed must be that of an entry. */
function checkToken(name, bytes) {
  const { hash, time } = tokenOf(bytes) ?? fail(`BROKEN: the timestamp of ${name} can't be read.`);
  const entry = entries.find((one) => one.hash === hash);
  if (!entry) fail(`BROKEN: ${name} signed on ${time} a hash that is not in this ledger. The ledger was rewritten.`);
  return { entry, time };
}

function addSignature(signature) {
  const place = Number(signature.entry.seq);
  signatures.set(place, [...(signatures.get(place) ?? []), Date.parse(signature.time)]);
  return signature;
}

/** Authorities are asked once an hour. 10 minutes allow for clocks that differ, and for entries added while one signs. */
function tellDoubtedTimes() {
  const firstOver = [];
  let first = Number.POSITIVE_INFINITY;
  for (let place = entries.length; place > 0; place--) {
    first = Math.min(first, ...(signatures.get(place) ?? []));
    firstOver[place] = first;
  }
  const doubts = [];
  let newestBefore = Number.NEGATIVE_INFINITY;
  for (const { seq, time } of entries) {
    const place = Number(seq);
    const isLate = Number.isFinite(firstOver[place]) && firstOver[place] > time + 86_400_000;
    const isBefore = time < newestBefore - 600_000;
    const last = doubts.at(-1);
    if (isBefore || isLate) {
      if (last?.isBefore === isBefore && last.to === place - 1) last.to = place;
      else doubts.push({ isBefore, from: place, to: place, signed: isBefore ? newestBefore : firstOver[place] });
    }
    newestBefore = Math.max(newestBefore, ...(signatures.get(place) ?? []));
  }
  for (const { isBefore, from, to, signed } of doubts) {
    const time = new Date(signed).toISOString();
    const words = isBefore
      ? `stated to be before ${time}, when an entry before was signed`
      : `first signed more than 24 hours after the stated time, on ${time}`;
    console.log(`Warning: ${from === to ? `entry ${from}` : `entries ${from} to ${to}`}: ${words}.`);
  }
}

/** The newest timestamp of each authority, and how its signature is checked. */
function tellTimestamps() {
  const newest = new Map(timestamps.map((one) => [one.authority, one]));
  console.log(`Timestamps: ${timestamps.length}, all of them for hashes in this ledger`);
  for (const { id, authority, response } of newest.values()) {
    const { entry, time } = checkToken(authority, Buffer.from(response, 'base64'));
    console.log(`  ${authority}: entries up to ${entry.seq} existed on ${time}, if the signature is valid.`);
    if (address) console.log(`  curl -O ${address}/track-record/timestamps/${id}.tsr`);
    tellCommand(address ? `${id}.tsr` : `timestamps/${id}.tsr`, entry);
  }
  const after = entries.length - Math.max(0, ...[...newest.values()].map(({ seq }) => seq));
  console.log(`  Only this site says when the last ${after} entries were recorded.`);
}

function tellCommand(file, { hash }) {
  console.log(`  openssl ts -verify -in ${file} -digest ${hash} -CAfile <the authority's root certificate>`);
}

function tellRecord(held) {
  const counted = held.filter(({ from }) => from);
  console.log(`Verified record: ${counted.length} of ${held.length} positions count`);
  for (const { ticker, name, from, to, gain, totalGain } of counted)
    console.log(
      `  ${ticker} ${name}: ${percent(gain)}, with dividends ${percent(totalGain)} (${from.day} to ${to.day})`,
    );
  const unpriced = [...new Set(held.filter(({ isUnpriced }) => isUnpriced).map(({ ticker }) => ticker))].sort();
  if (unpriced.length > 0) console.log(`Not counted yet (no closing prices since their entry): ${unpriced.join(', ')}`);
  if (counted.length === 0) return;
  tellFigures(counted);
  tellPeriods(counted);
}

function tellFigures(counted) {
  const sum = counted.reduce((total, { gain }) => total + gain, 0n);
  console.log(`Average gain: ${percent(divide(sum, BigInt(counted.length)))}`);
  const ended = counted.filter(({ hasEnded }) => hasEnded);
  const wins = BigInt(ended.filter(({ gain }) => gain > 0n).length);
  if (ended.length > 0)
    console.log(`Win rate: ${percent(divide(wins * 10_000n, BigInt(ended.length))).slice(1)} of ${ended.length} ended`);
  const points = indexOf(counted);
  const [first, last] = [points[0], points.at(-1)];
  console.log(`Return: ${signed(last.level / 100 - 1)} (${first.day} to ${last.day})`);
  console.log(`Total return: ${signed(last.total / 100 - 1)}`);
  const worst = worstFall(points);
  console.log(`Max drawdown: ${signed(worst.fall)}${worst.from ? ` (${worst.from} to ${worst.to})` : ''}`);
  const base = market.findLast(({ day }) => day <= first.day);
  if (!base) return;
  const level = Number(((Number(market.at(-1).close) / Number(base.close)) * 100).toFixed(2)) / 100;
  console.log(`${benchmark}, same period: ${signed(level - 1)}`);
  let total = level;
  for (const { day } of market) if (day > first.day) total *= growth.get(benchmark)?.get(day)?.factor ?? 1;
  console.log(`${benchmark} with dividends: ${signed(total - 1)}`);
}

/** The figures of each period, each benchmark's, and what each position contributed. */
function tellPeriods(counted) {
  const points = indexOf(counted);
  const last = points.at(-1).day;
  const parts = contributionsOf(counted, points);
  const starts = { '1M': monthsBefore(last, 1), YTD: `${last.slice(0, 4) - 1}-12-31` };
  Object.assign(starts, { '1Y': monthsBefore(last, 12), '3Y': monthsBefore(last, 36), all: points[0].day });
  for (const [period, start] of Object.entries(starts)) {
    const base = points.findLastIndex(({ day }) => day <= start);
    if (base < 0 || base === points.length - 1 || points[base].level === 0) console.log(`${period}: not known`);
    else tellPeriod(period, points.slice(base), counted, parts(base));
  }
}

function tellPeriod(period, points, counted, parts) {
  const levels = points.map(({ level }) => level);
  const changes = changesOf(levels);
  const [from, to] = [points[0].day, points.at(-1).day];
  // Fewer daily changes say little about a year, and after a total loss there are none.
  const hasEnough = changes.length >= 15 && !levels.slice(0, -1).includes(0);
  const held = parts.filter((part) => part !== undefined).map(({ growth: sum }) => sum);
  const average = held.reduce((total, sum) => total + sum, 0) / held.length;
  const deviation = Math.sqrt(covarianceOf(changes, changes));
  const sharpe = (meanOf(changes) / deviation) * Math.sqrt(252);
  const figures = [
    `${period} (${from} to ${to}): return ${signed(levels.at(-1) / levels[0] - 1)}`,
    `annualized ${annualized(levels, from, to)}`,
    `buy-and-hold ${held.length > 0 ? signed(average - 1) : '-'}`,
    `volatility ${hasEnough ? signed(deviation * Math.sqrt(252)).slice(1) : '-'}`,
    `Sharpe ratio ${hasEnough && deviation > 1e-12 ? ratio(sharpe) : '-'}`,
    `max drawdown ${signed(worstFall(points).fall)}`,
  ];
  console.log(figures.join(', '));
  for (const ticker of benchmarks) tellBenchmark(ticker, points, hasEnough ? changes : null);
  for (const [index, { ticker, name }] of counted.entries())
    if (parts[index]) console.log(`  ${ticker} ${name} contributed ${signed(parts[index].moved / levels[0])}`);
}

/** Without `changes` there are too few of them for a beta. */
function tellBenchmark(ticker, points, changes) {
  const levels = points.map(({ day }) => lastClose(ticker, day));
  if (levels.some((close) => !(close > 0))) return console.log(`  ${ticker}: -, annualized -, beta -`);
  const moves = changesOf(levels);
  const variance = covarianceOf(moves, moves);
  const beta = changes && variance > 1e-24 ? ratio(covarianceOf(changes, moves) / variance) : '-';
  const yearly = annualized(levels, points[0].day, points.at(-1).day);
  console.log(`  ${ticker}: ${signed(levels.at(-1) / levels[0] - 1)}, annualized ${yearly}, beta ${beta}`);
}

/** By the place of a period's first level: what each position moved the index by since then, and what a held sum became. */
function contributionsOf(counted, points) {
  const held = counted.map(({ stretches }) => points.map(({ day }) => stretches.filter((one) => isHeld(one, day))));
  const counts = points.map((_, place) => held.reduce((sum, days) => sum + days[place].length, 0));
  const changes = held.map((days) =>
    points.map(({ day }, place) => days[place].reduce((sum, line) => sum + changeOn(line, day), 0)),
  );
  const moved = changes.map((own) =>
    own.map((change, place) => (change === 0 ? 0 : (points[place - 1].level * change) / counts[place])),
  );
  return (base) =>
    counted.map((_, index) => {
      if (!held[index].some((lines, place) => place > base && lines.length > 0)) return undefined;
      return {
        moved: moved[index].reduce((sum, part, place) => (place > base ? sum + part : sum), 0),
        growth: changes[index].reduce((sum, change, place) => (place > base ? sum * (1 + change) : sum), 1),
      };
    });
}

function isHeld({ from, to, hasEnded }, day) {
  return day > from.day && (!hasEnded || day <= to.day);
}

/** From its last close before a day to that of the day; 0 without a close. */
function changeOn({ ticker, to, hasEnded, last }, day) {
  if (last && day > last.day) return day === to.day ? Number(to.close) / Number(last.close) - 1 : 0;
  const list = closes.get(ticker);
  const place = places.get(ticker).get(day);
  const now = hasEnded && day === to.day ? to.close : list[place]?.close;
  if (now === undefined) return 0;
  const before = place === undefined ? list.findLast((one) => one.day < day) : list[place - 1];
  return Number(now) / Number(before.close) - 1;
}

/** A close of more than ten days before says nothing about a day. */
function lastClose(ticker, day) {
  const last = (closes.get(ticker) ?? []).findLast((one) => one.day <= day);
  return last && daysFrom(last.day, day) <= 10 ? Number(last.close) : undefined;
}

/** Per year, of more than a year only. */
function annualized(levels, from, to) {
  const count = daysFrom(from, to);
  return count > 365 ? signed((levels.at(-1) / levels[0]) ** (365 / count) - 1) : '-';
}

/** The same day of an earlier month, or the last day of that month. */
function monthsBefore(day, count) {
  const [year, month, date] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - count, Math.min(date, last))).toISOString().slice(0, 10);
}

function daysFrom(from, to) {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function changesOf(levels) {
  return levels.slice(1).map((level, index) => level / levels[index] - 1);
}

function meanOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function covarianceOf(some, others) {
  const [one, other] = [meanOf(some), meanOf(others)];
  return some.reduce((sum, number, index) => sum + (number - one) * (others[index] - other), 0) / (some.length - 1);
}

function ratio(number) {
  return number.toFixed(2).replace(/^-(0\.00)$/, '$1');
}

/** Nothing follows from prices that are missing: neither figures nor changes. */
function tellKeptBack() {
  const days = entries.filter(({ kind }) => kind === 'prices').length;
  console.log('This site publishes no closing prices. Not recalculated without them:');
  console.log('  the verified record: gains, average gain, win rate, return, total return and max drawdown');
  console.log('  the benchmarks, the figures by period and the contributions of positions');
  console.log(`Not compared: closing prices of ${days} days. Their hashes are in the entries that were checked above.`);
}

/** Compares the closing prices that the ledger recorded by their hash with those that are used here. */
function tellRecordedDays(held) {
  const days = entries.filter(({ kind }) => kind === 'prices').map(({ seq, said }) => ({ seq, ...said.facts }));
  if (days.length === 0) return;
  let unpublished = 0;
  const changed = days.flatMap(({ seq, day, hash }) => {
    const text = recorded.get(hash);
    if (text === undefined) return [`the closing prices of ${day} don't match entry ${seq}`];
    return text
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => {
        const words = line.split(' ');
        if (!isNotNeeded(day, words[0])) return changedClose(day, words) ?? [];
        unpublished++;
        return [];
      });
  });
  const added = addedSince(days, held);
  const counts = `${days.length} days, ${changed.length} changed since, ${added.length} added since`;
  console.log(`Closing prices recorded in the ledger: ${counts}`);
  if (unpublished > 0)
    console.log(
      `  Warning: ${unpublished} closing prices after the end of a position are not in prices.json to compare.`,
    );
  for (const words of [...changed, ...added]) console.log(`  Warning: ${words}.`);
}

/** Closing prices that count although the text of their day lacks them: added later, when it was known how they turned out. */
function addedSince(days, held) {
  const texts = days.flatMap(({ seq, day, hash }) => {
    const lines = recorded.get(hash)?.split('\n');
    return lines ? [{ seq, day, tickers: new Set(lines.map((line) => line.split(' ')[0])) }] : [];
  });
  const used = held.flatMap(({ stretches = [] }) =>
    stretches.map(({ ticker, from, to, last = to }) => ({ ticker, from: from.day, to: last.day })),
  );
  // A benchmark or a currency can be new on the site. From its first recorded day on, no day may lack it.
  for (const ticker of [...benchmarks, ...rates.keys()]) {
    const first = texts.find(({ tickers }) => tickers.has(ticker));
    if (first) used.push({ ticker, from: first.day, to: '9999' });
  }
  return texts.flatMap(({ seq, day, tickers }) => {
    const counting = used.filter(({ ticker, from, to }) => !tickers.has(ticker) && day >= from && day <= to);
    return [...new Set(counting.map(({ ticker }) => ticker))].flatMap((ticker) => {
      const now = (reported.get(ticker) ?? rates.get(ticker))?.find((one) => one.day === day)?.close;
      return now === undefined ? [] : [`${ticker} closed at ${now} on ${day}, but entry ${seq} of that day lacks it`];
    });
  });
}

/** Closing prices are published until those that ended all positions of a ticker. Later ones count for nothing. */
function isNotNeeded(day, ticker) {
  const last = reported.get(ticker)?.at(-1)?.day;
  if (last === undefined || day <= last || ticker === benchmark) return false;
  const ends = [...positions.values()].flatMap(({ first, renames, endedAt }) =>
    [first, ...renames.map(({ to }) => to)].flatMap((one, index) =>
      one === ticker ? [renames[index]?.at ?? endedAt ?? null] : [],
    ),
  );
  return ends.length > 0 && ends.every((end) => end !== null && closeAfter(end, ticker) <= last);
}

/** Compares the dividends that the ledger recorded with those that are used here; the newest entry about each counts. */
function tellRecordedDividends() {
  const newest = new Map();
  for (const { kind, said } of entries)
    if (kind === 'dividend') newest.set(`${said.facts.ticker} ${said.facts.day}`, said.facts);
  if (newest.size === 0) return;
  const changed = [...newest.values()].filter(({ ticker, day, amount, splitsThrough, state }) => {
    const now = paid.get(ticker)?.find((one) => one.day === day)?.amount;
    if (state === 'withdrawn') return now !== undefined;
    // One that waits for the closing price of its ex-date is not used yet.
    if (now === undefined) return closes.get(ticker)?.some((close) => close.day >= day);
    const then = adjusted(ticker, day, amount, splitsThrough);
    return Math.abs(Number(now) - then) > 2e-6 + then * 1e-3;
  });
  console.log(`Dividends recorded in the ledger: ${newest.size}, ${changed.length} changed since`);
  for (const { ticker, day } of changed) console.log(`  Warning: ${ticker}'s dividend of ${day} is not as recorded.`);
}

/** Compares the splits that the ledger recorded with those applied here; the newest entry about each counts. */
function tellRecordedSplits() {
  const unknown = [...appliedSplits.values()].filter((split) => {
    const known = recordedSplits.get(`${split.ticker} ${split.day}`);
    return !known || known.state === 'superseded' || !isSameRatio(known, split);
  });
  // One that only an administrator confirmed, or overruled, counts for stated gains and changes no closing price.
  const missing = [...recordedSplits.values()].filter(
    (split) =>
      split.state === 'confirmed' &&
      split.by !== 'an administrator' &&
      !splits.get(split.ticker)?.some((one) => one.day === split.day && isSameRatio(one, split)),
  );
  if (recordedSplits.size + unknown.length === 0) return;
  console.log(
    `Splits recorded in the ledger: ${recordedSplits.size}, ${unknown.length + missing.length} changed since`,
  );
  const named = ({ ticker, day, numerator, denominator }) =>
    `${ticker}'s split of ${day} (${numerator}:${denominator})`;
  for (const split of unknown)
    console.log(`  Warning: ${named(split)} is applied to recorded prices, but the ledger lacks it.`);
  for (const split of missing) console.log(`  Warning: ${named(split)} is in the ledger, but not applied.`);
}

function isSameRatio(one, other) {
  return one.numerator * other.denominator === other.numerator * one.denominator;
}

/** An amount of a day, with the splits after the day up to which it was adjusted when it was recorded. */
function adjusted(ticker, day, amount, through) {
  const later = (splits.get(ticker) ?? []).filter((split) => split.day > through && split.day > day);
  for (const split of later) appliedSplits.set(`${ticker} ${split.day}`, { ticker, ...split });
  return later.reduce((price, { numerator, denominator }) => (price * denominator) / numerator, Number(amount));
}

/** What was recorded, with the splits since then, must be what is used: both have six decimals. */
function changedClose(day, [ticker, close, through, currency = 'USD']) {
  if (currency !== (currencies.get(ticker) ?? 'USD'))
    return `${ticker} was in ${currency} on ${day} when that was recorded, now it is in ${currencies.get(ticker) ?? 'USD'}`;
  const now = (reported.get(ticker) ?? rates.get(ticker))?.find((one) => one.day === day)?.close;
  const then = adjusted(ticker, day, close, through);
  const isSame = now !== undefined && Math.abs(Number(now) - then) <= 1e-6 + then * 1e-4;
  return isSame ? null : `${ticker} closed at ${then} on ${day} when that was recorded, now it is ${now ?? 'missing'}`;
}

/** Puts an event to the positions, or says why it cannot be. Only times count, and no price. */
function retell({ kind, at, position, facts }) {
  if (['prices', 'method', 'split', 'dividend', 'quote', 'thesis', 'note'].includes(kind)) return null;
  if (kind === 'renamed' || kind === 'delisted') {
    const open = [...positions.values()].filter(
      ({ ticker, isClosed, isDeleted }) => ticker === facts.ticker && !isClosed && !isDeleted,
    );
    for (const one of open) {
      if (kind === 'renamed') Object.assign(one, { ticker: facts.to, renames: [...one.renames, { at, to: facts.to }] });
      else Object.assign(one, { isClosed: true, endedAt: at, delistedAt: facts.price });
    }
    return open.length > 0 ? null : `refers to ${facts.ticker}, of which no position was open`;
  }
  const earlier = positions.get(position.id);
  const isEnd = position.closePrice !== undefined && position.closeDate !== undefined;
  if (!['closed', 'deleted', 'corrected'].includes(kind)) {
    if (earlier) return 'opens a position that already exists';
    const { id, ticker, name } = position;
    positions.set(id, {
      ticker,
      first: ticker,
      renames: [],
      name,
      kind,
      recordedAt: at,
      isClosed: isEnd,
      ...(isEnd && { endedAt: at }),
    });
    return null;
  }
  if (!earlier) return 'refers to a position that was never opened';
  if (earlier.isDeleted) return 'refers to a position that was deleted before';
  if (kind === 'corrected') {
    earlier.name = position.name;
    return null;
  }
  if (kind === 'closed' && earlier.isClosed) return 'closes a position that was closed before';
  earlier[kind === 'closed' ? 'isClosed' : 'isDeleted'] = true;
  earlier.endedAt ??= at;
  return null;
}

/** The closes between which a position counts, one stretch for each ticker that it had. */
function countedOf({ ticker, first, renames, name, kind, recordedAt, endedAt, delistedAt }) {
  if (kind === 'seeded') return { ticker };
  const stretches = [];
  let earliest = closeAfter(recordedAt, first);
  let [isUnpriced, hasPrice] = [false, false];
  for (const [index, one] of [first, ...renames.map(({ to }) => to)].entries()) {
    const renamedAt = renames[index]?.at;
    const stretch = stretchOf(one, earliest, renamedAt ?? endedAt, renamedAt ? undefined : delistedAt);
    hasPrice = (closes.get(one) ?? []).some(({ day }) => day >= earliest);
    isUnpriced = !hasPrice && market.some(({ day }) => day >= earliest);
    if (stretch) stretches.push(stretch);
    else if (renamedAt === undefined && delistedAt !== undefined && stretches.length > 0) {
      // Without a close under its latest ticker, a delisted stock ends under the one before. It has not counted since
      // that one's last close, so only the day of its end changes.
      const before = stretches.at(-1);
      const endDay = closeAfter(endedAt, before.ticker);
      const ended = delistedFrom(before, endDay, delistedAt);
      const day = new Date(Date.parse(ended.to.day) - 86_400_000).toISOString().slice(0, 10);
      if (before.to.day >= endDay) stretches.splice(-1, 1, ended);
      else if (ended.hasEnded) stretches.push({ ...ended, from: { day, close: before.to.close } });
      [isUnpriced, hasPrice] = [false, ended.hasEnded];
    }
    if (renamedAt === undefined || (stretch && !stretch.hasEnded)) break;
    const next = renames[index].to;
    earliest = [closeAfter(renamedAt, next), stretches.at(-1)?.to.day ?? ''].sort().at(-1);
  }
  if (stretches.length === 0) return { ticker, isUnpriced };
  let [entry, exit] = [1n, 1n];
  let [totalEntry, totalExit] = [1n, 1n];
  for (const stretch of stretches) {
    const { from, to, last = to } = stretch;
    entry *= units(from.close, 6);
    exit *= units(to.close, 6);
    for (const [day, { before, after }] of growth.get(stretch.ticker) ?? [])
      if (day > from.day && day <= last.day) [totalEntry, totalExit] = [totalEntry * before, totalExit * after];
  }
  const { to, hasEnded } = stretches.at(-1);
  return {
    ticker,
    name,
    stretches,
    from: stretches[0].from,
    to,
    // After a rename, the last stretch can be that of the old ticker, and prices of the new one may follow.
    hasEnded: hasEnded && endedAt !== undefined && (hasPrice || isGone(closeAfter(endedAt, ticker))),
    isUnpriced,
    gain: divide((exit - entry) * 10_000n, entry),
    totalGain: divide((exit * totalExit - entry * totalEntry) * 10_000n, entry * totalEntry),
  };
}

/** Whether a ticker without a close since this day is considered gone: after ten trading days. */
function isGone(since) {
  return market.filter(({ day }) => day >= since).length >= 10;
}

/** From the first close on or after a day to the first one after its end was recorded; null when it never counted. */
function stretchOf(ticker, earliest, endedAt, delistedAt) {
  const list = closes.get(ticker) ?? [];
  const from = list.find(({ day }) => day >= earliest);
  if (!from) return null;
  if (!endedAt) return { ticker, from, to: list.at(-1), hasEnded: false };
  const endDay = closeAfter(endedAt, ticker);
  const next = list.find(({ day }) => day >= endDay);
  const daysBefore = (day) => market.filter((one) => one.day >= endDay && one.day < day).length;
  if (delistedAt === undefined) {
    // A ticker that is gone ended at its last close.
    const end = next ?? (isGone(endDay) ? list.at(-1) : undefined);
    if (end && end.day <= from.day) return null;
    return { ticker, from, to: end ?? list.at(-1), hasEnded: end !== undefined };
  }
  const isTraded = next && daysBefore(next.day) < 10;
  const last = isTraded ? next : list.findLast(({ day }) => day < endDay);
  if (!last || last.day < from.day || (isTraded && last === from)) return null;
  return delistedFrom({ ticker, from, to: last }, endDay, delistedAt);
}

/** Ends at its last close, or at the recorded price if that is lower: on the close's day, or the market's next one. */
function delistedFrom({ ticker, from, to: last }, endDay, delistedAt) {
  const day = last.day >= endDay ? last.day : market.find((one) => one.day >= endDay)?.day;
  if (!day) return { ticker, from, to: last, hasEnded: false };
  const price = currencies.has(ticker) ? usd(ticker, delistedAt, last.day) : delistedAt;
  const close = Number(price) < Number(last.close) ? price : last.close;
  return { ticker, from, to: { day, close }, hasEnded: true, last };
}

/** 100 at the first close that counts; each later day it moves by the mean change of all that counts. */
function indexOf(some) {
  const lines = some
    .flatMap(({ stretches }) => stretches)
    .sort((a, b) => (a.ticker < b.ticker ? -1 : a.ticker > b.ticker ? 1 : 0));
  const first = lines.map(({ from }) => from.day).sort()[0];
  // Closes outside of the days for which a position counts don't matter: prices.json need not have them.
  const lists = lines.map(({ ticker, from, to, hasEnded, last = to }) =>
    (closes.get(ticker) ?? []).filter(({ day }) => day >= from.day && (!hasEnded || day <= last.day)),
  );
  const days = [...new Set([market, ...lists].flat().map(({ day }) => day))].filter((day) => day > first).sort();
  const prices = new Map(
    [...closes].map(([ticker, list]) => [ticker, new Map(list.map(({ day, close }) => [day, close]))]),
  );
  const running = lines.map((line) => ({ ...line, price: Number(line.from.close) }));
  let [level, total] = [100, 100];
  const points = [{ day: first, level, total }];
  for (const day of days) {
    let [sum, totalSum, count] = [0, 0, 0];
    for (const line of running) {
      if (day <= line.from.day || (line.hasEnded && day > line.to.day)) continue;
      count++;
      const isLast = line.hasEnded && day === line.to.day;
      if (!isLast && day > line.last?.day) continue;
      const close = isLast ? line.to.close : prices.get(line.ticker).get(day);
      const now = Number(close ?? line.price);
      const factor = day > line.last?.day ? 1 : (growth.get(line.ticker)?.get(day)?.factor ?? 1);
      sum += now / line.price - 1;
      totalSum += (now / line.price) * factor - 1;
      line.price = now;
    }
    level *= 1 + (count === 0 ? 0 : sum / count);
    total *= 1 + (count === 0 ? 0 : totalSum / count);
    points.push({ day, level: Number(level.toFixed(2)), total: Number(total.toFixed(2)) });
  }
  return points;
}

/** Each dividend belongs to the first closing price on or after its ex-date; one without it doesn't count yet. */
function growthOf(ticker, list) {
  const byDay = new Map();
  for (const { day, amount } of list) {
    const at = closes.get(ticker)?.find((close) => close.day >= day);
    if (!at || Number(at.close) === 0) continue;
    const { factor, before, after } = byDay.get(at.day) ?? { factor: 1, before: 1n, after: 1n };
    byDay.set(at.day, {
      factor: factor * ((Number(at.close) + Number(amount)) / Number(at.close)),
      before: before * units(at.close, 6),
      after: after * (units(at.close, 6) + units(amount, 6)),
    });
  }
  return byDay;
}

function worstFall(points) {
  let [worst, peak] = [{ fall: 0 }, points[0]];
  for (const point of points) {
    if (point.level > peak.level) peak = point;
    const fall = point.level / peak.level - 1;
    if (fall < worst.fall) worst = { fall, from: peak.day, to: point.day };
  }
  return worst;
}

/**
 * The first day whose close comes after a moment: at 16:00 in New York, at 13:00 on its three short days. Other
 * exchanges close at other times: there it is the next day in UTC.
 */
function closeAfter(iso, ticker) {
  const isOnUsExchange = /^[A-Z0-9]{1,10}(-[A-Z]{1,2})?$/.test(ticker);
  if (currencies.has(ticker) || !isOnUsExchange)
    return new Date(Date.parse(iso) + 86_400_000).toISOString().slice(0, 10);
  const day = newYork.format(new Date(iso));
  const midnight = new Date(`${day}T00:00:00Z`);
  const isShort = /-(12-24|07-03)$/.test(day) || (midnight.getUTCDay() === 5 && /-11-2[3-9]$/.test(day));
  if (newYorkTime.format(new Date(iso)) < (isShort ? '13:00' : '16:00')) return day;
  return new Date(midnight.getTime() + 86_400_000).toISOString().slice(0, 10);
}

/** Nothing without an exchange rate: a price in another currency is never taken for one in USD. */
function closeInUsd(ticker, { day, close }) {
  if (!currencies.has(ticker)) return [{ day, close }];
  const price = usd(ticker, close, day);
  return Number(price) > 0 ? [{ day, close: price }] : [];
}

/** At the rate of the close at which it is reinvested. */
function dividendInUsd(ticker, { day, amount }) {
  if (!currencies.has(ticker)) return [{ day, amount }];
  const at = closes.get(ticker)?.find((close) => close.day >= day);
  return at ? [{ day, amount: usd(ticker, amount, at.day) }] : [];
}

/** With six decimals, or nothing. GBp, GBX, ZAc and ILA are hundredths of a currency. */
function usd(ticker, amount, day) {
  const currency = currencies.get(ticker);
  const whole = { GBp: 'GBP', GBX: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }[currency];
  const code = whole ?? currency;
  // Dollars for a euro, but yen for a dollar, as markets quote them.
  const isDirect = ['EUR', 'GBP', 'AUD', 'NZD'].includes(code);
  const last = rates.get(isDirect ? `${code}USD=X` : `USD${code}=X`)?.findLast((one) => one.day <= day);
  if (!last || !(Number(last.close) > 0) || daysFrom(last.day, day) > 7) return undefined;
  const [rate, one] = [units(last.close, 6), 1_000_000n];
  const [above, below] = isDirect ? [rate, one] : [one, rate];
  const millionths = divide(units(amount, 6) * above, below * (whole ? 100n : 1n));
  return `${millionths / one}.${String(millionths % one).padStart(6, '0')}`;
}

/** The parts of prices.json as one: closing prices by ticker as reported, oldest first, adjusted for all splits. */
function pricesOf(text) {
  const parts = parsed(text, arePrices) ?? fail('This is not a valid prices.json. Use the file as downloaded.');
  const listOf = (days, list) => list.flatMap((close, index) => (close === null ? [] : [{ day: days[index], close }]));
  const byTicker = parts.flatMap(({ days, closes: some, foreign = {} }) => [
    ...Object.entries(some).map(([ticker, list]) => [ticker, listOf(days, list)]),
    ...Object.entries(foreign).map(([ticker, one]) => [ticker, listOf(days, one.closes)]),
  ]);
  const foreign = parts.flatMap((part) => Object.entries(part.foreign ?? {}));
  const texts = parts.flatMap(({ recordedDays = [] }) => recordedDays.map((one) => [sha256(one.text), one.text]));
  return {
    isKeptBack: parts.some(({ published }) => published === false),
    benchmark: parts[0]?.benchmark,
    benchmarks: parts[0]?.benchmarks ?? [parts[0]?.benchmark],
    reported: new Map(byTicker),
    rates: new Map(
      parts.flatMap((part) => Object.entries(part.rates ?? {}).map(([pair, list]) => [pair, listOf(part.days, list)])),
    ),
    currencies: new Map(foreign.map(([ticker, { currency }]) => [ticker, currency])),
    splits: new Map(parts.flatMap((part) => Object.entries(part.adjustments ?? part.splits ?? {}))),
    paid: new Map(parts.flatMap((part) => Object.entries(part.dividends ?? {}))),
    recorded: new Map(texts),
  };
}

/** Those that were signed; attempts that failed have no response. */
function timestampsOf(text) {
  const all = parsed(text, Array.isArray) ?? fail('This is not a valid timestamps.json. Use the file as downloaded.');
  return all.filter(({ response }) => typeof response === 'string');
}

/** The signed hash and time of an RFC 3161 response: in DER, each value is its tag, its length and its content. */
function tokenOf(bytes) {
  try {
    const [response] = valuesIn(bytes);
    const [, token] = valuesIn(response);
    const [signed] = valuesIn(valuesIn(token)[1]);
    const [wrapped] = valuesIn(valuesIn(valuesIn(signed)[2])[1]);
    const [, , imprint, , time] = valuesIn(valuesIn(wrapped)[0]);
    const [year, month, day, hour, minute, second] = time.toString('latin1').match(/^\d{4}|\d\d/g);
    return {
      hash: valuesIn(imprint)[1].toString('hex'),
      time: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    };
  } catch {
    return null;
  }
}

/** The contents of the DER values that follow each other. */
function valuesIn(bytes) {
  const values = [];
  for (let start = 0; start < bytes.length; ) {
    const long = bytes[start + 1] & 0x80 ? bytes[start + 1] & 0x7f : 0;
    const content = start + 2 + long;
    const size = long ? bytes.readUIntBE(start + 2, long) : bytes[start + 1];
    if (content + size > bytes.length) throw new RangeError('cut off');
    values.push(bytes.subarray(content, content + size));
    start = content + size;
  }
  return values;
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

function readBytes(file) {
  return readFile(file).catch((error) => fail(`Can't read ${file}: ${error.message}`));
}

async function read(path, file) {
  if (!address) return readFile(file, 'utf8').catch((error) => fail(`Can't read ${file}: ${error.message}`));
  const answer = await fetch(address + path).catch((error) => fail(`Can't reach ${address}: ${error.message}`));
  if (!answer.ok) fail(`${address}${path} returned ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function isTold(said) {
  return typeof (said.facts ?? said.position.id) === (said.facts ? 'object' : 'string');
}

function arePrices(parts) {
  return parts.every(({ days, closes }) => days && closes);
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
