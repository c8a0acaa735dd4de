/**
 * The settings of OpenID Connect providers. The OIDC_ settings describe one; OIDC_PROVIDERS lists others, as JSON with
 * the same fields.
 */
import { z } from 'zod';
import { optional, parseJson, text, url } from './setting-values';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Over plain HTTP anyone in between could sign in as any user, so it is allowed only for this machine. */
const isSecure = (value: string): boolean => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || loopback.has(hostname);
};

const issuer = 'https://id.example.com';
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);

const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().trim().min(1).max(40),
  issuer: z.url({ protocol: /^https?$/ }).refine(isSecure),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scopes: z.string().default('openid email profile'),
  emailDomains: z.array(domain).default([]),
  trustsEmail: z.boolean().default(false),
  createsAccounts: z.boolean().default(true),
  groupsClaim: z.string().min(1).default('groups'),
  adminGroups: z.array(z.string().min(1)).default([]),
  syncsGroups: z.boolean().default(false),
});

export type OidcProviderSettings = z.infer<typeof provider>;

/** The id of the provider in the OIDC_ settings, which is part of its redirect URI. */
const ownId = 'sso';

const list = optional(z.string()).transform((value = '') => value.split(',').flatMap((part) => part.trim() || []));
const isOn = (byDefault: 'on' | 'off') =>
  optional(z.enum(['on', 'off'], 'use on or off')).transform((value) => (value ?? byDefault) === 'on');

export const oidcSettings = {
  PASSWORD_SIGN_IN: isOn('on'),
  OIDC_ISSUER: url(['http:', 'https:'], issuer).refine(
    (value) => value === undefined || !URL.canParse(value) || isSecure(value),
    `use a URL like ${issuer}; http is for this machine only`,
  ),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: optional(z.string().trim().max(40, 'use at most 40 characters')),
  OIDC_SCOPES: text,
  OIDC_EMAIL_DOMAINS: list.refine(
    (domains) => domains.every((one) => domain.safeParse(one).success),
    'use domains separated by commas, like example.com, example.org',
  ),
  OIDC_TRUST_EMAIL: isOn('off'),
  OIDC_SECOND_FACTOR: optional(z.enum(['ask', 'trust'], 'use ask or trust')).transform((v) => v ?? 'ask'),
  OIDC_NEW_ACCOUNTS: isOn('on'),
  OIDC_GROUPS_CLAIM: text,
  OIDC_ADMIN_GROUPS: list,
  OIDC_SYNC_GROUPS: isOn('off'),
  OIDC_PROVIDERS: optional(z.string()).transform((value, context) => {
    const parsed = z.array(provider).safeParse(value === undefined ? [] : parseJson(value));
    const ids = new Set(parsed.data?.map(({ id }) => id));
    if (parsed.success && ids.size === parsed.data.length && !ids.has(ownId)) return parsed.data;
    const example = '[{"id": "google", "name": "Google", "issuer": "https://accounts.google.com", "clientId": "…"}]';
    context.addIssue({
      code: 'custom',
      message: `use a JSON list with an id of its own per provider, like ${example}`,
    });
    return z.NEVER;
  }),
};

/** Settings that depend on others: the name, whether it is required, and the fix. */
export const neededForOidc = (
  source: Record<string, string | undefined>,
): [name: string, isWanted: boolean, fix: string][] => {
  const has = (name: string) => (source[name] ?? '').trim() !== '';
  const hasProvider = has('OIDC_ISSUER') || has('OIDC_PROVIDERS');
  const isOnlyWay = source.PASSWORD_SIGN_IN?.trim() === 'off' && !hasProvider;
  return [
    ['OIDC_ISSUER', isOnlyWay, 'required with PASSWORD_SIGN_IN=off: there is no other way to sign in'],
    ['OIDC_CLIENT_ID', has('OIDC_ISSUER'), 'required with OIDC_ISSUER'],
    ['OIDC_ISSUER', has('OIDC_CLIENT_ID'), `required with OIDC_CLIENT_ID, for example ${issuer}`],
    ['PUBLIC_URL', hasProvider, 'required with OpenID Connect: the provider returns users to it'],
  ];
};

type Settings = z.infer<z.ZodObject<typeof oidcSettings>>;

/** All configured providers, in the order of their buttons. */
export function oidcProviders(env: Settings): OidcProviderSettings[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = env;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return env.OIDC_PROVIDERS;
  const own = provider.parse({
    id: ownId,
    name: env.OIDC_NAME ?? 'Single Sign-On',
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    scopes: env.OIDC_SCOPES,
    emailDomains: env.OIDC_EMAIL_DOMAINS,
    trustsEmail: env.OIDC_TRUST_EMAIL,
    createsAccounts: env.OIDC_NEW_ACCOUNTS,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    adminGroups: env.OIDC_ADMIN_GROUPS,
    syncsGroups: env.OIDC_SYNC_GROUPS,
  });
  return [own, ...env.OIDC_PROVIDERS];
}
