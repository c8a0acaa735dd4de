/**
 * Looks into a compound file, the container of .doc, .xls, .ppt, .msi and of Office files with a password: which
 * streams are in it and how they begin. Every chain is followed a bounded number of steps.
 */
import { type ByteSource, readExactly } from './byte-source';

export const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const headerLength = 512;
const entryLength = 128;
const headerFatSectors = 109;
const maxDirectorySectors = 2048;
const maxMiniChain = 4096;
const endOfChain = 0xfffffffa;

interface StreamEntry {
  name: string;
  isStream: boolean;
  isRoot: boolean;
  firstSector: number;
  size: number;
}

export interface CompoundFile {
  /** The streams at the top. A name inside a storage is not told apart; Word never writes its own there. */
  streamNames: string[];
  /** The first bytes of a stream, at most one sector; empty where there is no such stream. */
  startOf(name: string): Promise<Buffer>;
}

export async function openCompoundFile(source: ByteSource): Promise<CompoundFile> {
  const header = await readExactly(source, 0, headerLength);
  if (!header.subarray(0, 8).equals(compoundSignature)) throw new Error('Not a compound file');
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new Error('Bad sector size');
  const sectorSize = 1 << shift;
  const miniSectorSize = 64;
  const miniCutoff = header.readUInt32LE(56);
  const perSector = sectorSize / 4;
  const sectors = new Map<number, Buffer>();

  const readSector = async (sector: number): Promise<Buffer> => {
    const known = sectors.get(sector);
    if (known) return known;
    // The last sector of a file is sometimes cut short.
    const start = (sector + 1) * sectorSize;
    const bytes = await readExactly(source, start, Math.min(sectorSize, Math.max(1, source.size - start)));
    const whole = Buffer.concat([bytes], sectorSize);
    sectors.set(sector, whole);
    return whole;
  };

  const fatSector = async (index: number): Promise<number> => {
    if (index < headerFatSectors) return header.readUInt32LE(76 + index * 4);
    let sector = header.readUInt32LE(68);
    let left = index - headerFatSectors;
    for (; left >= perSector - 1; left -= perSector - 1) {
      sector = (await readSector(sector)).readUInt32LE(sectorSize - 4);
    }
    return (await readSector(sector)).readUInt32LE(left * 4);
  };

  const nextSector = async (sector: number): Promise<number> => {
    const table = await readSector(await fatSector(Math.floor(sector / perSector)));
    return table.readUInt32LE((sector % perSector) * 4);
  };

  const entries: StreamEntry[] = [];
  let sector = header.readUInt32LE(48);
  for (let steps = 0; sector < endOfChain && steps < maxDirectorySectors; steps++) {
    const bytes = await readSector(sector);
    for (let at = 0; at < sectorSize; at += entryLength) entries.push(parseEntry(bytes.subarray(at, at + entryLength)));
    sector = await nextSector(sector);
  }

  const startInMiniStream = async (firstSector: number): Promise<Buffer> => {
    const root = entries.find((entry) => entry.isRoot);
    const perMini = sectorSize / miniSectorSize;
    let at = root?.firstSector ?? endOfChain;
    const hops = Math.floor(firstSector / perMini);
    if (hops > maxMiniChain) throw new RangeError('Beyond the end of the file');
    for (let step = 0; step < hops && at < endOfChain; step++) at = await nextSector(at);
    const start = (firstSector % perMini) * miniSectorSize;
    return (await readSector(at)).subarray(start, start + miniSectorSize);
  };

  return {
    streamNames: entries.filter((entry) => entry.isStream).map((entry) => entry.name),
    async startOf(name) {
      const entry = entries.find((candidate) => candidate.isStream && candidate.name === name);
      if (!entry || entry.size === 0) return Buffer.alloc(0);
      const bytes =
        entry.size < miniCutoff ? await startInMiniStream(entry.firstSector) : await readSector(entry.firstSector);
      return bytes.subarray(0, Math.min(bytes.length, entry.size));
    },
  };
}

function parseEntry(bytes: Buffer): StreamEntry {
  const nameLength = Math.min(64, Math.max(0, bytes.readUInt16LE(64) - 2));
  const type = bytes.readUInt8(66);
  return {
    name: bytes.toString('utf16le', 0, nameLength),
    isStream: type === 2,
    isRoot: type === 5,
    firstSector: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}
