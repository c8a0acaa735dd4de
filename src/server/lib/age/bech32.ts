/** Bech32 (BIP 173), the encoding of age's keys: letters that are hard to confuse, with a checksum. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const checksumLength = 6;

function polymod(values: number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum;
}

const expanded = (prefix: string): number[] => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
};

/** Regroups bits, for example 8 at a time into 5 at a time. */
function regroup(values: Iterable<number>, from: number, to: number, isPadded: boolean): number[] {
  const groups: number[] = [];
  let bits = 0;
  let held = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xfff;
    bits += from;
    for (; bits >= to; bits -= to) groups.push((held >>> (bits - to)) & (2 ** to - 1));
  }
  if (isPadded && bits > 0) groups.push((held << (to - bits)) & (2 ** to - 1));
  return groups;
}

/** Returns lower case. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const values = regroup(bytes, 8, 5, true);
  const sum = polymod([...expanded(prefix), ...values, ...Array<number>(checksumLength).fill(0)]) ^ 1;
  const checksum = Array.from({ length: checksumLength }, (_, place) => (sum >>> (5 * (5 - place))) & 31);
  return `${prefix}1${[...values, ...checksum].map((value) => alphabet[value]).join('')}`;
}

/** Null if the text is malformed or has another prefix. */
export function decodeBech32(prefix: string, text: string): Buffer | null {
  const start = `${prefix}1`;
  const lower = text.toLowerCase();
  if (!lower.startsWith(start) || (text !== lower && text !== text.toUpperCase())) return null;
  const values = [...lower.slice(start.length)].map((letter) => alphabet.indexOf(letter));
  if (values.length < checksumLength || values.includes(-1)) return null;
  if (polymod([...expanded(prefix), ...values]) !== 1) return null;
  return Buffer.from(regroup(values.slice(0, -checksumLength), 5, 8, false));
}
