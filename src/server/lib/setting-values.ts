/** Types of setting values. Each rejects an invalid value with the fix. */
import { isIP } from 'node:net';
import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyToUndefined, schema.optional());

export const text = optional(z.string().trim());
export const flag = optional(z.enum(['true', 'false', '1', '0'], 'use true or false')).transform(
  (value) => value === 'true' || value === '1',
);
function numberBetween(min: number, max: number) {
  const words = `use a whole number from ${min} to ${max}`;
  return z.coerce.number(words).int(words).min(min, words).max(max, words);
}

export const optionalNumber = (min: number, max: number) => optional(numberBetween(min, max));

export const wholeNumber = (min: number, max: number, standard: number) =>
  z.preprocess(emptyToUndefined, numberBetween(min, max).default(standard));

export const url = (protocols: string[], example: string) =>
  optional(
    z
      .string()
      .trim()
      .refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `use a URL like ${example}`,
      ),
  );

interface ListOptions {
  max?: number;
  /** The value used if the setting is empty. */
  standard?: string;
  /** Whether the single value `none` means an empty list. */
  hasNone?: boolean;
}

/** Values separated by commas. */
export const list = (isValid: (value: string) => boolean, fix: string, options: ListOptions = {}) => {
  const { max = 1000, standard = '', hasNone = false } = options;
  return optional(z.string().trim())
    .transform((value = standard) => (hasNone && value === 'none' ? '' : value))
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .refine((values) => values.length <= max && values.every(isValid), fix);
};

/** An origin, optionally with a path that needs no escaping in URLs, cookies, HTML or CSS. */
export function isOriginAndPath(value: string): boolean {
  // A value that is not a URL has its own message.
  if (!URL.canParse(value)) return true;
  const { pathname, search, hash, username } = new URL(value);
  return /^(\/[\w-][\w.-]*)*\/?$/.test(pathname) && `${search}${hash}${username}` === '';
}

export const isHttpUrl = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

/** An IP address, a range, or one of Express's names for ranges. */
export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}

export function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export function isHeader([name, value]: [string, string]): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);
}

/** A host with its port, normalized like in a URL: in lower case, IPv6 in brackets. */
export function isHostAndPort(text: string): boolean {
  return URL.canParse(`http://${text}/`) && /^(?:\[[\da-f:.]+\]|[a-z\d.-]+):\d{1,5}$/.test(text);
}

/** The part of an email address after the @, in lower case. */
export const isDomain = (text: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);
