// What verify.mjs uses of Node.js, for a page that runs from a file on disk: without a network and without a package.

const roundConstants = primes(64).map((prime) => fractionOf(Math.cbrt(prime)));
const firstState = primes(8).map((prime) => fractionOf(Math.sqrt(prime)));

function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

/** The first 32 bits of the fraction. */
function fractionOf(number) {
  return Math.floor((number % 1) * 2 ** 32) >>> 0;
}

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** SHA-256 as FIPS 180-4 defines it, as hexadecimal digits. Browsers offer their own only asynchronously. */
function sha256Of(text) {
  const message = new TextEncoder().encode(text);
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length * 8);
  const state = [...firstState];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) addBlock(state, words, view, block);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function addBlock(state, words, view, block) {
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + roundConstants[at] + words[at]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] + word) | 0;
}

/** As much of Node's Buffer as the script uses. */
class Bytes extends Uint8Array {
  static from(value, encoding) {
    return new Bytes(encoding === 'base64' ? Array.from(atob(value), (one) => one.charCodeAt(0)) : value);
  }

  readUIntBE(offset, length) {
    return this.subarray(offset, offset + length).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  toString(encoding) {
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return String.fromCharCode(...this);
  }
}

class Ended extends Error {}

/** Runs verify.mjs with these words of a command line. `readBytes` resolves to a file's bytes by its name. */
export async function runVerifier(given, readBytes) {
  const lines = [];
  const say = (line) => lines.push(line);
  let code = 0;
  const process = {
    argv: ['node', 'verify.mjs', ...given],
    exit(status) {
      code = status;
      throw new Ended();
    },
  };
  const createHash = () => ({ update: (text) => ({ digest: () => sha256Of(text) }) });
  const readFile = async (file, encoding) => {
    const bytes = await readBytes(file);
    return encoding ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : Bytes.from(bytes);
  };
  try {
    await verifier(process, { log: say, error: say }, createHash, readFile, Bytes);
  } catch (error) {
    if (!(error instanceof Ended)) {
      code = 1;
      say(String(error));
    }
  }
  return { code, said: lines.map((line) => `${line}\n`).join('') };
}

/** The words of the command line for files by their names, as the audit pack names them. */
export function wordsFor(names, savedHash) {
  const find = (pattern) => names.find((name) => pattern.test(name));
  const ledger = find(/ledger[^/]*\.csv$/i);
  const prices = find(/prices[^/]*\.json$/i);
  const timestamps = find(/timestamps[^/]*\.json$/i);
  if (!ledger) return null;
  return [
    ledger,
    // Timestamps come third on the command line.
    ...(prices || timestamps ? [prices ?? noPrices] : []),
    ...(timestamps ? [timestamps] : []),
    ...(savedHash ? [savedHash.toLowerCase()] : []),
    ...names.filter((name) => name.endsWith('.tsr')),
  ];
}

export const noPrices = 'no prices';

/** The files of a ZIP archive that the script can use, by their names. */
export async function filesIn(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const isEnd = (at) => view.getUint32(at, true) === 0x06054b50;
  let end = zip.length - 22;
  while (end >= 0 && !isEnd(end)) end--;
  if (end < 0) throw new Error('This is not a ZIP file.');
  const files = new Map();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('This ZIP file is damaged.');
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength));
    // The signatures in the archive are those of timestamps.json.
    if (/\.(?:csv|json)$/i.test(name)) files.set(name, await fileAt(zip, view, at));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return files;
}

async function fileAt(zip, view, at) {
  const method = view.getUint16(at + 10, true);
  const [packedSize, size, start] = [20, 24, 42].map((place) => view.getUint32(at + place, true));
  const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = zip.subarray(data, data + packedSize);
  const stream = new Blob([packed]).stream();
  const bytes =
    method === 0
      ? packed
      : new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer());
  if (bytes.length !== size) throw new Error('This ZIP file is damaged.');
  return bytes;
}
