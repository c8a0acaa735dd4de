// Checks a ledger without asking anybody to be believed. Needs Node 18 or newer, and nothing else.
//
//   node verify.mjs ledger.csv                    a file that was downloaded
//   node verify.mjs https://the.address           fetches the ledger, and the splits, from there
//   node verify.mjs ledger.csv 3f9d…              also looks for a head that was noted earlier
//
// Each entry's hash must be the SHA-256 of its text, each text must hold the hash of the entry before, and the numbers
// must have no gap. That shows an entry that was changed, left out or put in. It cannot show a ledger that was written
// anew from its beginning: for that, note the head that this prints, and look for it in a year.
//
// Then it reckons what has ended: gains, their mean and the hit rate. With a file, splits since a purchase are unknown,
// so positions held across one are reckoned rightly only with an address.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const [source, notedHead] = process.argv.slice(2);
if (!source) fail('Usage: node verify.mjs <ledger.csv or address> [a head noted earlier]');
const isAddress = /^https?:\/\//.test(source);
const address = isAddress ? source.replace(/\/+$/, '') : null;

const text = isAddress ? await download('/api/track-record/ledger.csv') : await readFile(source, 'utf8');
const [header, ...rows] = parseCsv(text);
if (header?.join() !== 'seq,at,kind,body,previousHash,hash') fail('This is not a ledger: its first line is another.');
const entries = rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index]])));

let previous = '0'.repeat(64);
for (const [index, entry] of entries.entries()) {
  const { seq, body, hash } = entry;
  if (Number(seq) !== index + 1) broken(`entry ${index + 1} is missing, or out of its place: here stands ${seq}`);
  if (createHash('sha256').update(body, 'utf8').digest('hex') !== hash)
    broken(`entry ${seq} was changed: its text does not give its hash`);
  if (entry.previousHash !== previous) broken(`entry ${seq} says that entry ${seq - 1} had another hash`);
  entry.said = parseBody(body) ?? broken(`entry ${seq} was changed: its text cannot be read`);
  const { said } = entry;
  if (said.seq !== Number(seq) || said.kind !== entry.kind || said.at !== entry.at || said.previousHash !== previous)
    broken(`entry ${seq} was changed: its columns say something else than its text`);
  previous = hash;
}
console.log(`The chain is whole: ${entries.length} entries.`);
if (entries.length > 0) console.log(`Head: ${previous} (entry ${entries.length}, ${entries.at(-1).at})`);
if (notedHead) {
  const found = entries.find(({ hash }) => hash === notedHead.trim().toLowerCase());
  if (!found) fail('BROKEN: the head that was noted earlier is not in this ledger. It was written anew.');
  console.log(`The noted head is entry ${found.seq}: everything up to there is as it was.`);
}

const positions = new Map();
for (const { said } of entries) {
  const { kind, position } = said;
  if (kind === 'deleted') Object.assign(positions.get(position.id) ?? {}, { deleted: said });
  else positions.set(position.id, { ...positions.get(position.id), ...position });
}
const splits = address ? await readSplits() : {};
const ended = [...positions.values()].flatMap((position) => {
  const end = position.closePrice
    ? { price: position.closePrice, at: position.closeDate }
    : position.deleted?.market && { price: position.deleted.market.price, at: position.deleted.market.asOf };
  return end ? [{ ...position, hundredths: gain(position, end) }] : [];
});
const deleted = [...positions.values()].filter((position) => position.deleted).length;
console.log(`Positions: ${positions.size}, of them ${ended.length} ended with a known price, ${deleted} deleted.`);
for (const { ticker, name, hundredths, deleted: isDeleted } of ended)
  console.log(`  ${ticker} ${name}: ${percent(hundredths)}${isDeleted ? ' (deleted)' : ''}`);
if (ended.length > 0) {
  const sum = ended.reduce((total, { hundredths }) => total + hundredths, 0n);
  const wins = ended.filter(({ hundredths }) => hundredths > 0n).length;
  console.log(`Mean gain of what has ended: ${percent(divide(sum, BigInt(ended.length)))}`);
  console.log(`Hit rate: ${percent(divide(BigInt(wins) * 10_000n, BigInt(ended.length)))}`);
}

/** (price × factor − entry) ÷ entry, in hundredths of a percent, exact but for one rounding. */
function gain({ ticker, entryPrice, purchaseDate }, { price, at }) {
  let [above, below] = [1n, 1n];
  for (const { day, numerator, denominator } of splits[ticker] ?? []) {
    if (day <= dayOf(purchaseDate) || day > dayOf(at)) continue;
    above *= BigInt(numerator);
    below *= BigInt(denominator);
  }
  const bought = cents(entryPrice) * below;
  return divide((cents(price) * above - bought) * 10_000n, bought);
}

/** A picked day is midnight in UTC; any other moment belongs to the day it has in New York. */
function dayOf(iso) {
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date(iso));
}

function cents(price) {
  const [whole, decimals = ''] = price.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
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

async function readSplits() {
  const all = {};
  for (let cursor = ''; cursor !== null; ) {
    const part = JSON.parse(await download(`/api/track-record/closes?cursor=${encodeURIComponent(cursor)}`));
    Object.assign(all, part.splits);
    cursor = part.nextCursor;
  }
  return all;
}

async function download(path) {
  const answer = await fetch(address + path);
  if (!answer.ok) fail(`${address}${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

function parseBody(body) {
  try {
    const said = JSON.parse(body);
    return typeof said?.position?.id === 'string' ? said : null;
  } catch {
    return null;
  }
}

/** RFC 4180: quoted cells may hold commas, line breaks and doubled quotation marks. */
function parseCsv(text) {
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
  return rows;
}

function broken(words) {
  fail(`BROKEN: ${words}.`);
}

function fail(words) {
  console.error(words);
  process.exit(1);
}
