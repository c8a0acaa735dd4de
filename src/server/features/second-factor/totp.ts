/** Codes of authenticator apps: TOTP (RFC 6238) with the parameters that every app supports: six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';
import { brand } from '~/shared/brand';

const stepMs = 30_000;
/** Accepted steps before and after the current one, because clocks differ. */
const window = 1;
const secretBytes = 20;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: brand.company, label, secret: Secret.fromBase32(secret), digits: 6, period: stepMs / 1000 });

/** The content of the QR code. */
export const keyUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step (30 seconds since 1970) of a valid code; null for any other code. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / stepMs) + delta;
}
