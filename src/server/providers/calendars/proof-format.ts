/**
 * OpenTimestamps proofs: a tree of operations from a hash to messages, and attestations about these messages. The bytes
 * come from other servers, so size and depth are limited. An .ots file is such a tree behind a header.
 */
import { createHash } from 'node:crypto';
import { sha256Bytes } from '~/server/lib/hash';
import { CalendarError } from './types';

export type Attestation =
  | { kind: 'pending'; uri: string }
  | { kind: 'bitcoin'; block: number }
  | { kind: 'other'; tag: Buffer; payload: Buffer };

export interface Proof {
  message: Buffer;
  attestations: Attestation[];
  steps: { operation: Operation; next: Proof }[];
}

interface Operation {
  tag: number;
  argument?: Buffer;
}

const header = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex');
const version = 1;
const tags = { attestation: 0x00, sha1: 0x02, ripemd160: 0x03, sha256: 0x08, append: 0xf0, prepend: 0xf1, fork: 0xff };
const attestationTags = { pending: '83dfe30d2ef90c8e', bitcoin: '0588960d73d71901' };
/** As in the reference implementation. */
const max = { depth: 256, messageBytes: 4096, payloadBytes: 8192, uriCharacters: 1000 };
const uriPattern = /^https?:\/\/[\w.:/-]+$/;

/** `hash` in hex is the message at the root. */
export function readProof(bytes: Uint8Array, hash: string | Buffer): Proof {
  const reader = new Reader(Buffer.from(bytes));
  const proof = readTree(reader, typeof hash === 'string' ? Buffer.from(hash, 'hex') : hash, max.depth);
  if (!reader.isAtEnd) throw notAProof();
  return proof;
}

function readTree(reader: Reader, message: Buffer, depth: number): Proof {
  if (depth === 0) throw notAProof();
  const proof: Proof = { message, attestations: [], steps: [] };
  let isLast = false;
  while (!isLast) {
    let tag = reader.byte();
    isLast = tag !== tags.fork;
    if (!isLast) tag = reader.byte();
    if (tag === tags.attestation) proof.attestations.push(readAttestation(reader));
    else {
      const operation = readOperation(reader, tag);
      proof.steps.push({ operation, next: readTree(reader, apply(operation, message), depth - 1) });
    }
  }
  return proof;
}

function readOperation(reader: Reader, tag: number): Operation {
  if (tag !== tags.append && tag !== tags.prepend) return { tag };
  const argument = reader.bytes(reader.number(), max.messageBytes);
  if (argument.length === 0) throw notAProof();
  return { tag, argument };
}

function apply({ tag, argument }: Operation, message: Buffer): Buffer {
  const result = resultOf(tag, message, argument);
  if (result.length > max.messageBytes) throw notAProof();
  return result;
}

function resultOf(tag: number, message: Buffer, argument: Buffer = Buffer.alloc(0)): Buffer {
  switch (tag) {
    case tags.append:
      return Buffer.concat([message, argument]);
    case tags.prepend:
      return Buffer.concat([argument, message]);
    case tags.sha256:
      return sha256Bytes(message);
    case tags.sha1:
      return createHash('sha1').update(message).digest();
    case tags.ripemd160:
      return createHash('ripemd160').update(message).digest();
    default:
      throw new CalendarError('The proof has an operation that this server does not know.');
  }
}

function readAttestation(reader: Reader): Attestation {
  const tag = reader.bytes(8);
  const payload = reader.bytes(reader.number(), max.payloadBytes);
  const name = tag.toString('hex');
  if (name !== attestationTags.pending && name !== attestationTags.bitcoin) return { kind: 'other', tag, payload };
  const inner = new Reader(payload);
  const attestation = name === attestationTags.pending ? readPending(inner) : readBitcoin(inner);
  if (!inner.isAtEnd) throw notAProof();
  return attestation;
}

function readPending(reader: Reader): Attestation {
  const uri = reader.bytes(reader.number(), max.uriCharacters).toString('latin1');
  if (!uriPattern.test(uri)) throw notAProof();
  return { kind: 'pending', uri };
}

function readBitcoin(reader: Reader): Attestation {
  const block = reader.number();
  // The limit of the database column; Bitcoin reaches it in 40,000 years.
  if (block > 0x7fff_ffff) throw notAProof();
  return { kind: 'bitcoin', block };
}

export function writeProof({ attestations, steps }: Proof): Buffer {
  const parts = [
    ...attestations.map((one) => Buffer.concat([Buffer.from([tags.attestation]), attestationBytes(one)])),
    ...steps.map(({ operation, next }) => Buffer.concat([operationBytes(operation), writeProof(next)])),
  ];
  const fork = Buffer.from([tags.fork]);
  return Buffer.concat(parts.flatMap((part, index) => (index < parts.length - 1 ? [fork, part] : [part])));
}

const operationBytes = ({ tag, argument }: Operation): Buffer =>
  Buffer.concat([Buffer.from([tag]), ...(argument ? [withLength(argument)] : [])]);

function attestationBytes(attestation: Attestation): Buffer {
  if (attestation.kind === 'other') return Buffer.concat([attestation.tag, withLength(attestation.payload)]);
  const payload =
    attestation.kind === 'pending'
      ? withLength(Buffer.from(attestation.uri, 'latin1'))
      : numberBytes(attestation.block);
  return Buffer.concat([Buffer.from(attestationTags[attestation.kind], 'hex'), withLength(payload)]);
}

const withLength = (bytes: Buffer): Buffer => Buffer.concat([numberBytes(bytes.length), bytes]);

/** Seven bits a byte, the lowest first; the highest bit means that another byte follows. */
function numberBytes(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** The format of the OpenTimestamps client: `ots verify -d <hash> file.ots`. */
export const otsFile = (hash: string, proof: Uint8Array): Buffer =>
  Buffer.concat([header, Buffer.from([version, tags.sha256]), Buffer.from(hash, 'hex'), proof]);

/** All nodes, the root first. */
export const nodesOf = (proof: Proof): Proof[] => [proof, ...proof.steps.flatMap(({ next }) => nodesOf(next))];

/**
 * The height of the first Bitcoin block that a proof names: the message there is the root of the block's Merkle tree.
 */
export function firstBlock(proof: Proof): number | null {
  const blocks = nodesOf(proof).flatMap(({ message, attestations }) =>
    attestations.flatMap((one) => (one.kind === 'bitcoin' && message.length === 32 ? [one.block] : [])),
  );
  return blocks.length > 0 ? Math.min(...blocks) : null;
}

const notAProof = () => new CalendarError('The response is not a proof of OpenTimestamps.');

class Reader {
  #at = 0;
  constructor(private readonly all: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at === this.all.length;
  }

  byte(): number {
    return this.bytes(1).readUInt8();
  }

  bytes(length: number, limit = length): Buffer {
    if (length > limit || length > this.all.length - this.#at) throw notAProof();
    this.#at += length;
    return this.all.subarray(this.#at - length, this.#at);
  }

  number(): number {
    let value = 0;
    for (let factor = 1; factor <= 128 ** 5; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw notAProof();
  }
}
