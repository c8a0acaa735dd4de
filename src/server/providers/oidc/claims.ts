/** Reads the claims of a verified ID token. Every one but `iss` and `sub` may be missing or of another type. */
import { z } from 'zod';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { limits } from '~/shared/limits';
import { storableText } from '~/shared/schemas/text';
import type { VerifiedIdentity } from './types';

type Claims = Record<string, unknown> & { iss: string; sub: string };

const name = storableText.trim().min(1).max(limits.nameCharacters);
const email = storableText.trim().max(limits.emailCharacters).pipe(z.email().toLowerCase());
const groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

const orNull = <T>(schema: z.ZodType<T>, value: unknown): T | null => schema.safeParse(value).data ?? null;

/** Without a claim about it, an address is verified only if the settings trust the provider's addresses. */
const isVerified = (claim: unknown, { trustsEmail }: OidcProviderSettings): boolean =>
  claim === undefined ? trustsEmail : claim === true || claim === 'true';

export function identityOf(claims: Claims, settings: OidcProviderSettings): VerifiedIdentity {
  const address = orNull(email, claims.email);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    sid: orNull(z.string().min(1), claims.sid),
    email: address,
    isEmailVerified: address !== null && isVerified(claims.email_verified, settings),
    firstName: orNull(name, claims.given_name) ?? orNull(name, claims.name),
    lastName: orNull(name, claims.family_name),
    groups: orNull(groups, claims[settings.groupsClaim]) ?? [],
  };
}
