/** Codes of authenticator apps: TOTP (RFC 6238) with the parameters that every app has, six digits of 30 seconds. */
import { Secret, TOTP } from 'otpauth';
import { brand } from '~/shared/brand';

const stepMs = 30_000;
/** Steps before and after the present one that are accepted, because clocks differ. */
const window = 1;
const secretBytes = 20;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: brand.company, label, secret: Secret.fromBase32(secret), digits: 6, period: stepMs / 1000 });

/** What the QR code contains. */
export const keyUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The step (30 seconds since 1970) whose code this is; null for every other code. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / stepMs) + delta;
}
