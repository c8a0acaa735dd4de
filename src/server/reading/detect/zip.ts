/**
 * The directory of a zip and single entries of it, read without trusting what they say about their size. Only what a
 * Word file needs: no zip64, no several disks, no encryption.
 */
import { inflateRawSync } from 'node:zlib';
import { type ByteSource, readExactly } from './byte-source';

export interface ZipEntry {
  name: string;
  method: number;
  compressedSize: number;
  /** As the directory claims. */
  size: number;
  offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const maxDirectoryBytes = 1024 * 1024;

export class BadZip extends Error {
  override readonly name = 'BadZip';
}

export async function readZipDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const end = await findEnd(source);
  const entryCount = end.readUInt16LE(10);
  const length = end.readUInt32LE(12);
  const offset = end.readUInt32LE(16);
  const isSplit = end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== entryCount;
  if (isSplit || entryCount === 0xffff || offset === 0xffffffff)
    throw new BadZip('A kind of zip that Word never writes');
  if (length > maxDirectoryBytes) throw new BadZip('The directory is too large');
  return parseDirectory(await readExactly(source, offset, length), entryCount);
}

/** The last record of the file; behind it stands nothing but its own comment. */
async function findEnd(source: ByteSource): Promise<Buffer> {
  const length = Math.min(source.size, endLength + 0xffff);
  const tail = await readExactly(source, source.size - length, length);
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    if (at + endLength + tail.readUInt16LE(at + 20) === tail.length) return tail.subarray(at);
  }
  throw new BadZip('No directory');
}

function parseDirectory(bytes: Buffer, entryCount: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let index = 0; index < entryCount; index++) {
    if (at + entryLength > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw new BadZip('Bad directory');
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw new BadZip('Encrypted');
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + entryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + entryLength, at + entryLength + nameLength);
    // Two entries of one name are read differently by different programs.
    if (names.has(name)) throw new BadZip('Two entries with one name');
    names.add(name);
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

/** Fails for an entry that holds more than it claims, before it fills the memory. */
export async function readZipEntry(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.size > maxBytes) throw new BadZip('The entry is too large');
  const local = await readExactly(source, entry.offset, localLength);
  if (local.readUInt32LE(0) !== localSignature) throw new BadZip('Bad entry');
  const start = entry.offset + localLength + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = await readExactly(source, start, entry.compressedSize);
  const bytes = unpack(entry, packed);
  if (bytes.length !== entry.size) throw new BadZip('The entry is not as large as it says');
  return bytes;
}

function unpack(entry: ZipEntry, packed: Buffer): Buffer {
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw new BadZip('An unknown way of packing');
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
}
