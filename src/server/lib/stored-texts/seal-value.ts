/**
 * Encrypts a text for storage: AES-256-GCM with a key of its row, which is derived from a data key. Row, field and
 * position are authenticated, so a text that is changed, or moved to another row or field, cannot be decrypted.
 *
 * It starts and ends with a Unicode noncharacter that no stored text contains. So plaintexts and encrypted texts can
 * share a column, and SQL can join several encrypted pieces like plaintexts.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** A data key, which the database stores encrypted with the secret of the installation. */
export interface TextKey {
  /** A UUID, stored in each value. */
  id: string;
  key: Buffer;
}

/** The place of a value in the database. */
export interface FieldLocation {
  /** The id of the row. */
  row: string;
  field: string;
}

const begin = '\uFDD0';
const end = '\uFDD1';
const version = '1.';
const [idBytes, atBytes, nonceBytes, tagBytes] = [16, 4, 12, 16];
const headBytes = idBytes + atBytes;

/** Deriving a key per row, instead of relying on the nonce alone, allows one data key to encrypt any number of rows. */
const keyOf = (key: Buffer, row: string) =>
  createHmac('sha256', key).update(`qinsight: stored text of ${row}`).digest();

/** `at`: offset of the text in the whole one (JavaScript string length). */
export function sealValue({ id, key }: TextKey, { row, field }: FieldLocation, text: string, at = 0): string {
  const head = Buffer.alloc(headBytes);
  head.write(id.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(at, idBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, row), nonce).setAAD(aadOf(head, field));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${begin}${version}${Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]).toString('base64url')}${end}`;
}

const aadOf = (head: Buffer, field: string) => Buffer.concat([head, Buffer.from(field)]);

/** Removes the marks, so that external text cannot look like an encrypted one. */
export const withoutMarks = (text: string): string =>
  text.includes(begin) || text.includes(end) ? text.replaceAll(begin, '\uFFFD').replaceAll(end, '\uFFFD') : text;

/** Texts of earlier versions may contain the character, but hardly the version mark after it. */
export const isSealed = (stored: string): boolean => stored.includes(begin + version);

/** Whether no part is plaintext, as at the start of an answer that began before encryption was switched on. */
export const isWhollySealed = (stored: string): boolean => stored.startsWith(begin + version);

interface Piece {
  keyId: string;
  at: number;
  bytes: Buffer;
}

/** The pieces of a stored value, and the plaintext before them. Null if it is damaged. */
export function readPieces(stored: string): { before: string; pieces: Piece[] } | null {
  const [before = '', ...parts] = stored.split(begin);
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (!part.startsWith(version) || !part.endsWith(end)) return null;
    const encoded = part.slice(version.length, -end.length);
    const bytes = Buffer.from(encoded, 'base64url');
    // The last character has unused bits, and other characters are skipped.
    if (bytes.length < headBytes + nonceBytes + tagBytes || bytes.toString('base64url') !== encoded) return null;
    const keyId = bytes.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    pieces.push({ keyId, at: bytes.readUInt32BE(idBytes), bytes });
  }
  return { before, pieces };
}

/** Null if it was encrypted with another key or for another place, or was changed. */
export function openPiece(key: Buffer, { row, field }: FieldLocation, { bytes }: Piece): string | null {
  const tagAt = headBytes + nonceBytes;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, row), bytes.subarray(headBytes, tagAt), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(aadOf(bytes.subarray(0, headBytes), field)).setAuthTag(bytes.subarray(tagAt, tagAt + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagAt + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
