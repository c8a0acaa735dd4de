import { z } from 'zod';
import { confirmedPassword } from './auth';
import { time } from './output';

/** A code of the authenticator app, or a recovery code; typed with or without its spaces and hyphens. */
export const secondFactorCode = z
  .string('Code is required')
  .trim()
  .min(1, 'Code is required')
  .max(40, 'This code is too long')
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase());

export const secondFactorSignInInput = z.object({ code: secondFactorCode });
export const confirmAuthenticatorInput = z.object({ code: secondFactorCode });

/** `password` is absent for an account without one, which confirms with its provider. */
export const beginAuthenticatorInput = z.object({ password: confirmedPassword.optional() });
/** `code` is absent after a confirmation with a passkey. */
export const secondFactorProof = z.object({
  password: confirmedPassword.optional(),
  code: secondFactorCode.optional(),
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** What can finish a sign-in, besides a recovery code. */
export const pendingSignIn = z.strictObject({ hasApp: z.boolean(), hasPasskey: z.boolean() });

/** What the settings show. */
export const secondFactorStatus = z.strictObject({
  /** With an authenticator app or a passkey. */
  isOn: z.boolean(),
  /** When the authenticator app was set up; null without one. */
  since: time.nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether this account must have a second factor. */
  isRequired: z.boolean(),
});

/** Shown while the app is set up: `uri` is what the QR code contains, `secret` the same for typing. */
export const newAuthenticator = z.strictObject({ secret: z.string(), uri: z.string() });

/** The only time the codes are shown. */
export const newRecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
