/** Requests and responses of RFC 3161. The library is loaded with the first one. */

import { randomBytes } from 'node:crypto';
import { sha256Bytes } from '~/server/lib/hash';
import { type Timestamp, TimestampError } from './types';

const sha256Id = '2.16.840.1.101.3.4.2.1';
const granted = [0, 1];

export interface TimestampRequest {
  /** TimeStampReq in DER. */
  body: Uint8Array<ArrayBuffer>;
  nonce: Uint8Array<ArrayBuffer>;
  text: Uint8Array<ArrayBuffer>;
}

export async function createRequest(words: string): Promise<TimestampRequest> {
  const [pkijs, asn1js] = await load();
  const text = Uint8Array.from(Buffer.from(words, 'utf8'));
  // A positive number without leading zeros, because authorities return it byte by byte.
  const nonce = Uint8Array.from(randomBytes(8));
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: sha256Id, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: Uint8Array.from(sha256Bytes(text)).buffer }),
    }),
    nonce: new asn1js.Integer({ valueHex: nonce.buffer }),
    certReq: true,
  });
  return { body: new Uint8Array(request.toSchema().toBER()), nonce, text };
}

/** Checks that a response is a signed timestamp of the requested hash. It can't check whether the signer is trusted. */
export async function readResponse(
  { nonce, text }: TimestampRequest,
  response: Uint8Array<ArrayBuffer>,
): Promise<Timestamp> {
  const [pkijs] = await load();
  const { status, timeStampToken } = parsed(() => pkijs.TimeStampResp.fromBER(response));
  if (!granted.includes(status.status) || !timeStampToken)
    throw new TimestampError(`The authority rejected the request (status ${status.status}).`);
  const [signed, info] = parsed(() => {
    const data = new pkijs.SignedData({ schema: timeStampToken.content });
    const content = data.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0);
    return [data, pkijs.TSTInfo.fromBER(content)] as const;
  });
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isSameHash = sha256Bytes(text).equals(Buffer.from(hashedMessage.valueBlock.valueHexView));
  if (hashAlgorithm.algorithmId !== sha256Id || !isSameHash)
    throw new TimestampError('The timestamp is for another hash.');
  if (!info.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(Buffer.from(nonce)))
    throw new TimestampError('The timestamp belongs to another request.');
  const isSigned = await signed
    .verify({ signer: 0, data: text.buffer, trustedCerts: [], checkChain: false })
    .catch(() => false);
  if (!isSigned) throw new TimestampError("The timestamp's signature is invalid.");
  return { response, time: info.genTime };
}

function parsed<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    throw new TimestampError('The response is not a timestamp.');
  }
}

const load = () => Promise.all([import('pkijs'), import('asn1js')]);
