import { z } from 'zod';
import { withAsciiDigits } from '~/shared/ascii-digits';
import { confirmedPassword } from './auth';
import { time } from './output';

/** A code of the authenticator app or a recovery code, with or without spaces and hyphens. */
export const secondFactorCode = z
  .string('Code is required')
  .trim()
  .min(1, 'Code is required')
  .max(40, 'This code is too long')
  .transform((code) => withAsciiDigits(code).replace(/[\s-]/g, '').toLowerCase());

export const secondFactorSignInInput = z.object({ code: secondFactorCode });
export const confirmAuthenticatorInput = z.object({ code: secondFactorCode });

/**
 * `password` is absent for accounts without one, which confirm with their provider. `code` is absent without a second
 * factor, and after a confirmation with a passkey.
 */
export const secondFactorProof = z.object({
  password: confirmedPassword.optional(),
  code: secondFactorCode.optional(),
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** The second factors that can complete the sign-in, besides a recovery code. */
export const pendingSignIn = z.strictObject({ hasApp: z.boolean(), hasPasskey: z.boolean() });

/** The second factor's state for the settings. */
export const secondFactorStatus = z.strictObject({
  /** Whether an authenticator app or a passkey is set up. */
  isOn: z.boolean(),
  /** When the authenticator app was set up; null without one. */
  since: time.nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether this account must have a second factor. */
  isRequired: z.boolean(),
});

/** Shown during setup: `uri` is the content of the QR code, `secret` the same for manual entry. */
export const newAuthenticator = z.strictObject({ secret: z.string(), uri: z.string() });

/** The codes are returned only once. */
export const newRecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
