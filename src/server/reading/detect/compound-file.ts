/**
 * Reads the directory of a compound file, the container of .doc, .xls, .ppt, .msi and of password-protected Office
 * files: names and first bytes of its streams. Every chain is followed for a limited number of steps.
 */
import { type ByteSource, readExactly } from './byte-source';

export const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const headerLength = 512;
const miniSectorSize = 64;
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
  /** The top-level streams. Names inside a storage are included too; Word never uses its own names there. */
  streamNames: string[];
  /** The first bytes of a stream, at most one sector; empty if there is no such stream. */
  startOf(name: string): Promise<Buffer>;
}

export async function openCompoundFile(source: ByteSource): Promise<CompoundFile> {
  const header = await readExactly(source, 0, headerLength);
  if (!header.subarray(0, 8).equals(compoundSignature)) throw new Error('Not a compound file');
  const sectors = new Sectors(source, header);
  const miniCutoff = header.readUInt32LE(56);
  const entries = await readDirectory(sectors, header.readUInt32LE(48));
  return {
    streamNames: entries.filter((entry) => entry.isStream).map((entry) => entry.name),
    async startOf(name) {
      const entry = entries.find((candidate) => candidate.isStream && candidate.name === name);
      if (!entry || entry.size === 0) return Buffer.alloc(0);
      const bytes =
        entry.size < miniCutoff
          ? await startInMiniStream(sectors, entries, entry.firstSector)
          : await sectors.read(entry.firstSector);
      return bytes.subarray(0, Math.min(bytes.length, entry.size));
    },
  };
}

/** The sectors of a file, and the file allocation table (FAT) that links them. */
class Sectors {
  readonly size: number;
  private readonly perSector: number;
  private readonly known = new Map<number, Buffer>();

  constructor(
    private readonly source: ByteSource,
    private readonly header: Buffer,
  ) {
    const shift = header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new Error('Bad sector size');
    this.size = 1 << shift;
    this.perSector = this.size / 4;
  }

  async read(sector: number): Promise<Buffer> {
    const known = this.known.get(sector);
    if (known) return known;
    // The last sector of a file is sometimes truncated.
    const start = (sector + 1) * this.size;
    const length = Math.min(this.size, Math.max(1, this.source.size - start));
    const whole = Buffer.concat([await readExactly(this.source, start, length)], this.size);
    this.known.set(sector, whole);
    return whole;
  }

  async next(sector: number): Promise<number> {
    const table = await this.read(await this.fatSector(Math.floor(sector / this.perSector)));
    return table.readUInt32LE((sector % this.perSector) * 4);
  }

  private async fatSector(index: number): Promise<number> {
    const { header, perSector } = this;
    if (index < headerFatSectors) return header.readUInt32LE(76 + index * 4);
    let sector = header.readUInt32LE(68);
    let left = index - headerFatSectors;
    for (; left >= perSector - 1; left -= perSector - 1) {
      sector = (await this.read(sector)).readUInt32LE(this.size - 4);
    }
    return (await this.read(sector)).readUInt32LE(left * 4);
  }
}

async function readDirectory(sectors: Sectors, firstSector: number): Promise<StreamEntry[]> {
  const entries: StreamEntry[] = [];
  let sector = firstSector;
  for (let steps = 0; sector < endOfChain && steps < maxDirectorySectors; steps++) {
    const bytes = await sectors.read(sector);
    for (let at = 0; at < sectors.size; at += entryLength)
      entries.push(parseEntry(bytes.subarray(at, at + entryLength)));
    sector = await sectors.next(sector);
  }
  return entries;
}

/** Small streams share one stream, which belongs to the root entry. */
async function startInMiniStream(sectors: Sectors, entries: StreamEntry[], firstSector: number): Promise<Buffer> {
  const root = entries.find((entry) => entry.isRoot);
  const perMini = sectors.size / miniSectorSize;
  let at = root?.firstSector ?? endOfChain;
  const hops = Math.floor(firstSector / perMini);
  if (hops > maxMiniChain) throw new RangeError('Beyond the end of the file');
  for (let step = 0; step < hops && at < endOfChain; step++) at = await sectors.next(at);
  const start = (firstSector % perMini) * miniSectorSize;
  return (await sectors.read(at)).subarray(start, start + miniSectorSize);
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
