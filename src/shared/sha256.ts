/**
 * SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Browsers offer their own only to pages that came over HTTPS or
 * from this machine, and only as a promise; a reader who checks a ledger on the office network must be able to as well.
 */
const roundConstants = firstPrimes(64).map((prime) => fractionBits(Math.cbrt(prime)));
const startValues = firstPrimes(8).map((prime) => fractionBits(Math.sqrt(prime)));

export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const hash = Uint32Array.from(startValues);
  const words = new Uint32Array(64);
  for (let start = 0; start < bytes.length; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + i * 4);
    mixBlock(hash, words);
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** A one, zeros, and the length in bits: up to a multiple of 64 bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (message.length * 8) >>> 0);
  return bytes;
}

function mixBlock(hash: Uint32Array, words: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const [a, b] = [words[i - 15] as number, words[i - 2] as number];
    const small = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const large = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] as number) + small + (words[i - 7] as number) + large;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const sumOfE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sumOfE + choice + (roundConstants[i] as number) + (words[i] as number)) | 0;
    const sumOfA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + sumOfA + majority) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] as number) + value;
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The standard takes its constants from the first 32 bits after the point of roots of primes. */
function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) >>> 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}
