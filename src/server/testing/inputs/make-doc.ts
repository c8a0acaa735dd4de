/** A minimal .doc in the Word 97 format: a compound file with a text stream and its piece table. */
const sector = 512;
const freeSector = 0xffffffff;
const endOfChain = 0xfffffffe;
const fatMark = 0xfffffffd;
const listMark = 0xfffffffc;
const headerFatSectors = 109;
const textOffset = 1536;
/** Smaller streams would be stored in the mini stream. */
const minStream = 4096;

export interface DocOptions {
  /** Bits of the header's flags beside the one that names the table stream: 0x0100 is "encrypted". */
  flags?: number;
  /** The name of the text stream. */
  streamName?: string;
  signature?: number;
  /** The table stream's chain of sectors loops back to its start. */
  isEndless?: boolean;
}

export function makeDoc(text: string, options: DocOptions = {}): Buffer {
  const { flags = 0, streamName = 'WordDocument', signature = 0xa5ec, isEndless = false } = options;
  const body = Buffer.from(`${text.replace(/\n/g, '\r')}\r`, 'utf16le');
  const characters = body.length / 2;
  const main = Buffer.alloc(Math.max(minStream, textOffset + body.length));
  main.writeUInt16LE(signature, 0);
  main.writeUInt16LE(0x00c1, 2);
  main.writeUInt16LE(0x0200 | flags, 0x0a);
  main.writeUInt32LE(textOffset, 0x18);
  main.writeUInt32LE(characters, 0x4c);
  main.writeUInt32LE(0, 0x1a2);
  body.copy(main, textOffset);
  const table = Buffer.alloc(minStream);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(2 * 4 + 8, 1);
  table.writeUInt32LE(characters, 9);
  table.writeUInt32LE(textOffset, 15);
  table.writeUInt32LE(8 + 8, 0x1a6);
  return compoundFile(
    [
      { name: streamName, data: main },
      { name: '1Table', data: table },
    ],
    isEndless,
  );
}

/**
 * At most three streams: they and the root fill the only directory sector, which follows them as in Word's files.
 * The header has room for the numbers of 109 sectors of the allocation table. The rest are listed at the end.
 */
export function compoundFile(streams: readonly { name: string; data: Buffer }[], isEndless = false): Buffer {
  const lengths = streams.map(({ data }) => Math.ceil(data.length / sector));
  const used = 2 + lengths.reduce((total, length) => total + length, 0);
  const fatCount = Math.ceil((used + 1) / 127);
  const fat = Array.from({ length: fatCount * 128 }, () => freeSector);
  fat.fill(fatMark, 0, fatCount);
  const starts: number[] = [];
  let at = fatCount;
  for (const length of lengths) {
    starts.push(at);
    for (let index = 0; index < length; index++) fat[at + index] = index + 1 < length ? at + index + 1 : endOfChain;
    at += length;
  }
  if (isEndless) fat[at - 1] = starts.at(-1) ?? 0;
  const directoryAt = at;
  fat[directoryAt] = endOfChain;
  const hasList = fatCount > headerFatSectors;
  if (hasList) fat[directoryAt + 1] = listMark;

  const header = Buffer.alloc(sector);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(fatCount, 44);
  header.writeUInt32LE(directoryAt, 48);
  header.writeUInt32LE(minStream, 56);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(hasList ? directoryAt + 1 : endOfChain, 68);
  header.writeUInt32LE(hasList ? 1 : 0, 72);
  const fatSector = (index: number) => (index < fatCount ? index : freeSector);
  for (let index = 0; index < headerFatSectors; index++) header.writeUInt32LE(fatSector(index), 76 + index * 4);
  const list = Buffer.alloc(hasList ? sector : 0);
  for (let index = 0; index < list.length / 4 - 1; index++) {
    list.writeUInt32LE(fatSector(headerFatSectors + index), index * 4);
  }
  if (hasList) list.writeUInt32LE(endOfChain, sector - 4);

  const table = Buffer.alloc(fatCount * sector);
  fat.forEach((value, index) => {
    table.writeUInt32LE(value, index * 4);
  });
  const directory = Buffer.alloc(sector);
  entry('Root Entry', 5, endOfChain, 0, { child: 1 }).copy(directory, 0);
  streams.forEach(({ name, data }, index) => {
    const right = index + 2 <= streams.length ? index + 2 : freeSector;
    entry(name, 2, starts[index] ?? endOfChain, data.length, { right }).copy(directory, (index + 1) * 128);
  });
  const bodies = streams.map(({ data }, index) => Buffer.concat([data], (lengths[index] ?? 0) * sector));
  return Buffer.concat([header, table, ...bodies, directory, list]);
}

function entry(
  name: string,
  type: number,
  start: number,
  size: number,
  links: { child?: number; right?: number },
): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67);
  bytes.writeUInt32LE(freeSector, 68);
  bytes.writeUInt32LE(links.right ?? freeSector, 72);
  bytes.writeUInt32LE(links.child ?? freeSector, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}
