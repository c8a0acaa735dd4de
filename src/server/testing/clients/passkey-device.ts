/** A software authenticator: creates passkeys and signs with them, like a phone or a security key. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '~/shared/schemas/passkeys';

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** Errors that a test can make it simulate. */
export interface Faults {
  origin?: string;
  rpId?: string;
  /** Without a PIN or a fingerprint. */
  isUnverified?: boolean;
  challenge?: string;
  counter?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const url64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');
const flags = { userPresent: 1, userVerified: 4, hasCredential: 64 };

export function openPasskeyDevice(origin: string) {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin: faults.origin ?? origin }));

  function authenticatorData(rpId: string, faults: Faults, credential = Buffer.alloc(0)) {
    counter = faults.counter ?? counter + 1;
    const flag = flags.userPresent + (faults.isUnverified ? 0 : flags.userVerified);
    const head = Buffer.alloc(5);
    head.writeUInt8(credential.length > 0 ? flag + flags.hasCredential : flag);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(faults.rpId ?? rpId), head, credential]);
  }

  return {
    credentialId: url64(id),
    /** Another account's handle, for tests that claim it. */
    claim(handle: string) {
      userHandle = url64(handle);
    },
    create(options: object, faults: Faults = {}): PasskeyRegistration {
      const { challenge, rp, user } = options as Options;
      userHandle = user?.id ?? '';
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const data = authenticatorData(rp?.id ?? '', faults, credential);
      return {
        ...{ id: url64(id), rawId: url64(id), type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: url64(clientData('webauthn.create', challenge, faults)),
          attestationObject: url64(attestationObject(data)),
          transports: ['internal'],
        },
      };
    },
    sign(options: object, faults: Faults = {}): PasskeyAssertion {
      const { challenge, rpId } = options as Options;
      const client = clientData('webauthn.get', challenge, faults);
      const data = authenticatorData(rpId ?? '', faults);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...{ id: url64(id), rawId: url64(id), type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: url64(client),
          authenticatorData: url64(data),
          signature: url64(signature),
          userHandle,
        },
      };
    },
  };
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** CBOR of { fmt: 'none', attStmt: {}, authData }. */
function attestationObject(data: Buffer): Buffer {
  const length = Buffer.from([0x59, data.length >> 8, data.length & 255]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
    ...[cborText('authData'), length, data],
  ]);
}

/** CBOR of a COSE key: elliptic curve, ES256, P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...[Buffer.from([0x21]), bytes(x), Buffer.from([0x22]), bytes(y)],
  ]);
}
