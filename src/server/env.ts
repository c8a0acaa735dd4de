/**
 * The only reader of process.env. Parses every setting once, at start, and reports all invalid settings together, each
 * with a fix.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { backupSettings } from '~/server/lib/backup-settings';
import { encryptionSettings, neededForEncryption } from '~/server/lib/encryption-settings';
import { type ModelSettings, modelSettings, neededForModel } from '~/server/lib/model-settings';
import { neededForOidc, type OidcProviderSettings, oidcProviders, oidcSettings } from '~/server/lib/oidc-settings';
import { neededForPrices, priceSettings } from '~/server/lib/price-settings';
import { readingSettings } from '~/server/lib/reading-settings';
import { retentionSettings } from '~/server/lib/retention-settings';
import { addSettings, withSettingFiles } from '~/server/lib/setting-files';
import {
  flag,
  isDomain,
  isHeader,
  isHostAndPort,
  isOriginAndPath,
  isProxy,
  list,
  optional,
  optionalNumber,
  parseJson,
  text,
  url,
  wholeNumber,
} from '~/server/lib/setting-values';
import { timestampSettings } from '~/server/lib/timestamp-settings';
import { tracingSettings } from '~/server/lib/tracing/settings';
import { type XaiMirrorSettings, xaiMirrorSettings } from '~/server/lib/xai-settings';
import { limits } from '~/shared/limits';
import { type SearchProviderName, searchProviders } from '~/shared/search-providers';
import { secondFactorRules } from '~/shared/second-factor-rules';
import { signUpModes } from '~/shared/sign-up-modes';

const email = optional(z.email('use one email address, like founder@example.com'));

const searchSettings: Record<SearchProviderName, string> = {
  searxng: 'SEARXNG_URL',
  brave: 'BRAVE_API_KEY',
  tavily: 'TAVILY_API_KEY',
  exa: 'EXA_API_KEY',
  kagi: 'KAGI_API_KEY',
  google: 'GOOGLE_SEARCH_API_KEY',
  serper: 'SERPER_API_KEY',
};

/** Larger than any installation: in megabytes, a petabyte. */
const maxQuota = 1_000_000_000;

const schema = z.object({
  NODE_ENV: optional(z.enum(['production', 'development', 'test'], 'use production, development or test')),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: optional(z.string().trim()).transform((host) => host ?? '127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://insight.example.com').refine(
    (value) => value === undefined || isOriginAndPath(value),
    'use a URL like https://insight.example.com or https://tools.example.com/insight, its path of letters, digits, -, _ and .',
  ),
  DATA_DIR: optional(z.string().trim()).transform((folder) => path.resolve(folder ?? './data')),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgresql://user:password@localhost:5432/qinsight'),
  DATABASE_POOL_SIZE: wholeNumber(1, 100, 10),
  DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 600, 12),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://localhost:6379'),
  ...encryptionSettings,
  S3_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.com'),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag,
  AI_BASE_URL: url(['http:', 'https:'], 'https://api.x.ai/v1'),
  AI_API_KEY: text,
  AI_MODEL: text,
  AI_API: optional(z.enum(['auto', 'responses', 'chat'], 'use auto, responses or chat')).transform((v) => v ?? 'auto'),
  AI_HEADERS: optional(z.string()).transform((value, context): Record<string, string> => {
    const parsed = z.record(z.string(), z.string()).safeParse(value === undefined ? {} : parseJson(value));
    if (parsed.success && Object.entries(parsed.data).every(isHeader)) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: 'use a JSON object of header names and values, like {"X-Team": "research"}',
    });
    return z.NEVER;
  }),
  AI_PROXY_URL: url(['http:', 'https:'], 'http://proxy.example.com:3128'),
  AI_EMBEDDING_MODEL: text,
  AI_RERANK_MODEL: text,
  AI_FIRST_BYTE_TIMEOUT_SECONDS: wholeNumber(1, 3600, 300),
  AI_IDLE_TIMEOUT_SECONDS: wholeNumber(1, 3600, 120),
  XAI_API_KEY: text,
  OPENAI_API_KEY: text,
  XAI_BASE_URL: url(['http:', 'https:'], 'https://api.x.ai/v1'),
  XAI_MANAGEMENT_KEY: text,
  XAI_MANAGEMENT_URL: url(['http:', 'https:'], 'https://management-api.x.ai/v1'),
  SEARCH_PROVIDER: optional(z.string().trim().toLowerCase()).transform((value = 'auto', context) => {
    if (value === 'auto' || value === 'none') return value;
    const named = value.split(',').map((part) => searchProviders.find((name) => name === part.trim()));
    const known = named.filter((name) => name !== undefined);
    if (known.length === named.length) return known;
    context.addIssue({
      code: 'custom',
      message: `use auto, none, or names in their order: ${searchProviders.join(', ')}`,
    });
    return z.NEVER;
  }),
  SEARXNG_URL: url(['http:', 'https:'], 'http://localhost:8888'),
  BRAVE_API_KEY: text,
  TAVILY_API_KEY: text,
  EXA_API_KEY: text,
  KAGI_API_KEY: text,
  GOOGLE_SEARCH_API_KEY: text,
  GOOGLE_SEARCH_ENGINE_ID: text,
  SERPER_API_KEY: text,
  FETCH_ALLOW_PRIVATE: list(
    (value) => isHostAndPort(value.toLowerCase()),
    'use hosts with ports, like wiki.intranet.example:443, 10.0.0.5:8080',
  ).transform((values) => values.map((value) => value.toLowerCase())),
  ...priceSettings,
  ...timestampSettings,
  PUBLIC_SHARING: optional(z.enum(['on', 'off'], 'use on or off')).transform((v) => v ?? 'on'),
  SIGN_UP: optional(z.enum(signUpModes, `use ${signUpModes.join(', ')}`)).transform((v) => v ?? 'open'),
  SIGN_UP_DOMAINS: list(
    (value) => isDomain(value.toLowerCase()),
    'use domains separated by commas, like example.com, example.org',
  ).transform((values) => values.map((value) => value.toLowerCase())),
  ...oidcSettings,
  REQUIRE_SECOND_FACTOR: optional(z.enum(secondFactorRules, `use ${secondFactorRules.join(', ')}`)).transform(
    (v) => v ?? 'nobody',
  ),
  SETUP_ADMIN_EMAIL: email,
  SETUP_TOKEN: text,
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'),
  MAIL_FROM: text,
  CONTACT_EMAIL: email,
  COMPANION_URL: url(['http:', 'https:'], 'https://companion.example.com').transform((v) => v?.replace(/\/+$/, '')),
  SCHEDULING_URL: url(['http:', 'https:'], 'https://calendar.example.com/call').transform(
    (v) => v ?? 'https://example.com/schedule-a-call',
  ),
  TRUST_PROXY: optional(z.string().trim()).transform((value, context) => {
    if (value === undefined || value === 'false') return false;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    if (value.split(',').every((part) => isProxy(part.trim()))) return value;
    // `true` would let callers choose their own IP address, and with it their own rate limit.
    context.addIssue({
      code: 'custom',
      message: 'use the number of proxies in front (1) or their addresses (10.0.0.0/8)',
    });
    return z.NEVER;
  }),
  WEB_CONCURRENCY: wholeNumber(1, 64, 1),
  MAX_CONNECTIONS: optionalNumber(10, 1_000_000),
  LOG_LEVEL: optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'use fatal, error, warn, info, debug, trace or silent',
    ),
  ).transform((v) => v ?? 'info'),
  METRICS_PORT: optionalNumber(0, 65_535),
  METRICS_TOKEN: optional(z.string().trim().min(16, 'use at least 16 characters, as openssl rand -hex 16 prints')),
  ...tracingSettings,
  GEOIP_DATABASE: text,
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 20, 1),
  SHUTDOWN_ANSWERS_SECONDS: wholeNumber(0, 600, 25),
  PASSWORD_MIN_LENGTH: wholeNumber(limits.passwordMinLength, limits.passwordMaxLength, limits.passwordMinLength),
  MAX_CONCURRENT_ANSWERS: wholeNumber(1, 100, 2),
  ...readingSettings,
  KNOWLEDGE_FILE_MB: wholeNumber(
    limits.attachmentBytes / 1024 ** 2,
    limits.largestFileMegabytes,
    limits.attachmentBytes / 1024 ** 2,
  ),
  QUOTA_USER_STORAGE_MB: wholeNumber(0, maxQuota, 5120),
  QUOTA_USER_FILES: wholeNumber(0, maxQuota, 10_000),
  QUOTA_USER_CONVERSATIONS: wholeNumber(0, maxQuota, 50_000),
  QUOTA_USER_MESSAGES: wholeNumber(0, maxQuota, 200_000),
  QUOTA_TOTAL_STORAGE_MB: wholeNumber(0, maxQuota, 0),
  ...retentionSettings,
  ...backupSettings,
});

/** Settings that need others. Checked separately from the values, so that both kinds of error are reported together. */
function incomplete(source: Record<string, string | undefined>): [name: string, fix: string][] {
  const has = (name: string) => (source[name] ?? '').trim() !== '';
  const s3 = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const hasS3 = s3.some(has);
  const isNamed = (provider: string) =>
    (source.SEARCH_PROVIDER ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .includes(provider);
  const hasDomainSignUp = source.SIGN_UP?.trim() === 'domain';
  const hasWorkers = Number(source.WEB_CONCURRENCY) > 1;
  const requirements: [name: string, isRequired: boolean, fix: string][] = [
    ['DATABASE_URL', hasWorkers, 'required with WEB_CONCURRENCY above 1; the embedded database serves one process'],
    ['METRICS_PORT', hasWorkers && has('METRICS_TOKEN'), 'required with METRICS_TOKEN and WEB_CONCURRENCY above 1'],
    ['S3_BUCKET', hasS3, 'required with the other S3_ settings; set it or remove them all'],
    ['S3_ACCESS_KEY_ID', hasS3, 'required with S3_BUCKET'],
    ['S3_SECRET_ACCESS_KEY', hasS3, 'required with S3_BUCKET'],
    ...Object.entries(searchSettings).map(([provider, name]): [string, boolean, string] => [
      name,
      isNamed(provider),
      `required with SEARCH_PROVIDER=${provider}`,
    ]),
    ...neededForEncryption(source),
    ...neededForOidc(source),
    ['SIGN_UP_DOMAINS', hasDomainSignUp, 'required with SIGN_UP=domain, for example example.com'],
    ['SMTP_URL', hasDomainSignUp, 'required with SIGN_UP=domain, which sends a link to each new address'],
    ...neededForPrices(source),
    ['GOOGLE_SEARCH_ENGINE_ID', has('GOOGLE_SEARCH_API_KEY'), 'required with GOOGLE_SEARCH_API_KEY'],
    ...neededForModel(source),
  ];
  const missing = requirements.filter(([name, isRequired]) => isRequired && !has(name));
  return [
    ...missing.map(([name, , fix]): [name: string, fix: string] => [name, fix]),
    ...conflicts(source, hasWorkers),
  ];
}

/** With a free port (0), all processes would move to another port after a restart, and only the log would show it. */
function conflicts(source: Record<string, string | undefined>, hasWorkers: boolean): [name: string, fix: string][] {
  const isFreePort = source.PORT?.trim() !== '' && Number(source.PORT) === 0;
  return hasWorkers && isFreePort ? [['PORT', 'use a fixed port, like 3000, with WEB_CONCURRENCY above 1']] : [];
}

/** Names of all settings. */
export const settingNames = Object.keys(schema.shape);

type Parsed = z.infer<typeof schema>;

export interface Env extends Parsed {
  isProduction: boolean;
  /** The URL users open, without a trailing slash. */
  publicUrl: string;
  isHttps: boolean;
  /** The path of `publicUrl`, such as /insight; empty if the installation is at the root of its host. */
  basePath: string;
  /** OpenID Connect providers, in the order of their buttons. */
  oidc: OidcProviderSettings[];
  /** The configured language model; null means the offline analyst answers. */
  model: ModelSettings | null;
  /** How collections are mirrored to xAI; null without the keys. */
  xaiMirror: XaiMirrorSettings | null;
  /** Identifies this process in leases and logs. */
  processId: string;
}

/** Thrown by parseEnv. `message` lists every invalid setting with a fix, one per line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export function parseEnv(given: Record<string, string | undefined>): Env {
  const { values: source, problems } = withSettingFiles(given, settingNames);
  const result = schema.safeParse(source);
  const wrong = (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
  const lines = [...problems, ...wrong, ...incomplete(source)].map(([name, fix]) => `  ${name}: ${fix}`);
  if (!result.success || lines.length > 0) {
    throw new SettingsError(`Invalid settings (in .env or the environment):\n${lines.join('\n')}`);
  }
  const env = result.data;
  const model = modelSettings(env);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    ...env,
    isProduction: (env.NODE_ENV ?? 'production') === 'production',
    publicUrl,
    isHttps: new URL(publicUrl).protocol === 'https:',
    basePath: new URL(publicUrl).pathname.replace(/\/+$/, ''),
    oidc: oidcProviders(env),
    model,
    xaiMirror: xaiMirrorSettings(env, model),
    processId: randomBytes(9).toString('base64url'),
  };
}

/** Reads `.env` beside package.json, if it exists. Environment variables override it. */
export function loadEnv(root: string): Env {
  const file = path.join(root, '.env');
  if (existsSync(file)) addSettings(process.env, file, settingNames);
  return parseEnv(process.env);
}

/** The environment for a child process: only the named variables, so that no secret is inherited. */
export function inherited(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
