import { z } from 'zod';
import { confirmedPassword } from './auth';
import { id, time } from './output';
import { secondFactorProof } from './second-factor';
import { uuid } from './text';

const providerId = z.string().max(40);

/** A provider as shown on the sign-in page and in the settings. */
const signInProvider = z.strictObject({
  id: providerId.describe('Part of the URL that starts a sign-in: /auth/oidc/{id}/start'),
  name: z.string().describe("For example 'Google'"),
});

const identity = z.strictObject({
  id,
  issuer: z.string(),
  name: z.string().describe('Name of the provider; its URL if it is no longer configured'),
  email: z.string().nullable().describe('Email at the provider, at the last sign-in'),
  connectedAt: time,
  lastUsedAt: time.nullable(),
  isRemovable: z.boolean().describe('False if it is the only way to sign in to the account'),
});

/** The ways in which a user can sign in. */
export const signInMethods = z
  .strictObject({
    hasPassword: z.boolean().describe('Also false if password sign-in is switched off and a provider is connected'),
    hasPasskey: z.boolean(),
    hasApp: z.boolean().describe('Whether an authenticator app is set up'),
    hasSecondFactor: z.boolean().describe('Whether an authenticator app or a passkey is set up'),
    isPasskeyConfirmed: z.boolean().describe('Whether a passkey has confirmed sensitive actions a moment ago'),
    isConfirmed: z.boolean().describe('Whether sensitive actions are confirmed by a recent sign-in at the provider'),
    confirmedForMs: z
      .number()
      .optional()
      .describe('Milliseconds until the first of these confirmations ends; absent without one'),
    identities: z.array(identity),
    available: z.array(signInProvider).describe('Providers that can be connected'),
    confirmWith: z.array(signInProvider).describe('Connected providers that can confirm a sensitive action'),
  })
  .meta({ id: 'SignInMethods' });
export type SignInMethods = z.infer<typeof signInMethods>;

export const connectIdentityInput = secondFactorProof.extend({ providerId });
export const connectIdentityOutput = z.strictObject({
  url: z.string().describe('URL at the provider to open in the same browser'),
});
/** Accounts without a password sign in at their provider instead. */
export const disconnectIdentityInput = z.object({ password: confirmedPassword.optional(), id: uuid });
