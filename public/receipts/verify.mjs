// Verifies the receipt of an answer. Needs only Node 20 or newer, and no network.
//
//   node verify.mjs receipt.html           or receipt.json
//   node verify.mjs receipt.html 3f9d…     also compares the hash that you saved when you received it
//
// The receipt's hash must be the SHA-256 of its content, each page's hash that of its text, and each passage that is
// called a quotation must stand in its page word for word. This shows a receipt that was changed. It can't show whether
// the site has published the page: for that, open the address. Of a page, the data is checked that it contains; its
// visible text is only as good as the page.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const given = process.argv.slice(2);
const saved = given.find((word) => /^[0-9a-f]{64}$/i.test(word));
const [file, ...rest] = given.filter((word) => word !== saved);
if (!file || rest.length > 0) fail('Usage: node verify.mjs <receipt.html or receipt.json> [saved hash: 64 digits]');

const receipt = await read(file);
const { hash, ...content } = receipt;
if (receipt.format !== 'answer-receipt' || receipt.version !== 1) fail('This is not a receipt of version 1.');
if (sha256(JSON.stringify(content)) !== hash)
  fail("BROKEN: the receipt was changed. Its content doesn't match its hash.");
console.log(`Receipt verified: ${hash}`);
if (saved && saved.toLowerCase() !== hash) fail('BROKEN: the saved hash is that of another receipt.');

const pages = new Map();
for (const page of receipt.pages) {
  if (sha256(page.text) !== page.contentHash) fail(`BROKEN: the text of ${page.url} doesn't match its hash.`);
  pages.set(page.snapshotId, page);
}
console.log(`Pages verified: ${pages.size}, each with the text as it was read.`);

const counts = new Map();
for (const { url, source, check } of receipt.citations) {
  const verdict = check?.verdict ?? 'not checked';
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict !== 'quote' || !check.snapshotId) continue;
  const page = pages.get(check.snapshotId);
  if (!page) fail(`BROKEN: the page of a verified quote is missing: ${url ?? source}`);
  if (!check.passage || !plain(page.text).includes(plain(check.passage)))
    fail(`BROKEN: a verified quote is not in ${page.url}: ${check.passage}`);
}
for (const [verdict, count] of counts) console.log(`Citations, ${verdict}: ${count}`);

/** Line breaks within a passage depend on how the page was set. */
function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

async function read(name) {
  try {
    const text = await readFile(name, 'utf8');
    const [, data] = /<script type="application\/json" id="receipt">(.*?)<\/script>/s.exec(text) ?? [];
    return JSON.parse(data ?? text);
  } catch (error) {
    return fail(`Couldn't read ${name}: ${error.message}`);
  }
}

function fail(words) {
  console.error(words);
  process.exit(1);
}
