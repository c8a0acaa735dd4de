/** Writes small databases in MaxMind's .mmdb format: https://maxmind.github.io/MaxMind-DB. */

type Value = string | number | { [key: string]: Value };

/** `entries` are IPv4 networks, such as `81.2.69.0/24`, and their data. */
export function makeMmdb(kind: string, entries: Record<string, Value>): Buffer {
  // Each node has a branch for 0 and one for 1: another node, an entry, or nothing.
  type Branch = number | { entry: number } | null;
  const nodes: [Branch, Branch][] = [[null, null]];
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, value] of Object.entries(entries)) {
    const bits = bitsOf(network);
    let at = 0;
    for (const [index, bit] of bits.entries()) {
      const node = nodes[at] as [Branch, Branch];
      if (index === bits.length - 1) node[bit] = { entry: size };
      else if (typeof node[bit] !== 'number') node[bit] = nodes.push([null, null]) - 1;
      at = typeof node[bit] === 'number' ? node[bit] : 0;
    }
    data.push(encode(value));
    size += data.at(-1)?.length ?? 0;
  }
  const recordOf = (branch: Branch) => {
    if (branch === null) return nodes.length;
    return typeof branch === 'number' ? branch : nodes.length + separator.length + branch.entry;
  };
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((branches, index) => {
    branches.forEach((branch, side) => {
      tree.writeUIntBE(recordOf(branch), index * 6 + side * 3, 3);
    });
  });
  const metadata = {
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: kind,
    build_epoch: Date.UTC(2026, 10, 1) / 1000,
    binary_format_major_version: 2,
  };
  return Buffer.concat([tree, separator, ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), encode(metadata)]);
}

const separator = Buffer.alloc(16);

/** In a database of IPv6 addresses, IPv4 addresses are below `::/96`. */
function bitsOf(network: string): (0 | 1)[] {
  const [address = '', length] = network.split('/');
  const bits = address.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')]);
  return [...Array<'0'>(96).fill('0'), ...bits.slice(0, Number(length))].map((bit) => (bit === '1' ? 1 : 0));
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'object')
    return Buffer.concat([head(7, Object.keys(value).length), ...Object.entries(value).flat().map(encode)]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([head(6, 4), bytes]);
}

/** Type and size of a value; sizes from 29 take a second byte. */
const head = (type: number, size: number) =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29]);
