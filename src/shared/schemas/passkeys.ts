import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id, time } from './output';
import { secondFactorProof } from './second-factor';
import { storableText, uuid } from './text';

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, 'Invalid passkey');

/** The browser's data about a passkey. Unused fields are omitted. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).optional(),
  clientExtensionResults: z.object({}).default({}),
};

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof registration>;

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof assertion>;

export const passkeyName = storableText
  .trim()
  .min(1, 'Name is required')
  .max(limits.passkeyNameCharacters, `Names can have at most ${limits.passkeyNameCharacters} characters`);

export const beginPasskeyInput = secondFactorProof;
export const addPasskeyInput = z.object({ name: passkeyName, response: registration });
export const renamePasskeyInput = z.object({ id: uuid, name: passkeyName });
export const removePasskeyInput = z.object({ id: uuid, ...secondFactorProof.shape });
export const usePasskeyInput = z.object({ response: assertion });

/** Options of the WebAuthn API, which the browser validates. */
export const passkeyOptions = z.strictObject({ options: z.custom<object>((value) => typeof value === 'object') });

const passkey = z.strictObject({ id, name: z.string(), createdAt: time, lastUsedAt: time.nullable() });
export type PasskeySummary = z.infer<typeof passkey>;
export const passkeyList = z.array(passkey);

/** Recovery codes are only returned with an account's first second factor; otherwise the list is empty. */
export const addedPasskey = z.strictObject({ passkey, recoveryCodes: z.array(z.string()) });
