/**
 * superjson with a fast path for nearly everything that is sent: plain objects and lists of strings, numbers and dates.
 * superjson runs each value through a dozen checks and copies it, which is the largest cost of sending a token. The
 * format is the same; all other values go through superjson.
 */
import { TRPCError } from '@trpc/server';
import superjson, { type SuperJSONResult } from 'superjson';
import { AppError } from '~/server/lib/errors';
import { checkShape } from '~/server/lib/request-shape';
import { checkAnnotations } from './request-annotations';

export const transformer = {
  serialize: (value: unknown): SuperJSONResult => serializePlain(value) ?? superjson.serialize(value),
  /** Parses requests: POST, GET, batch and socket requests all pass through here. */
  deserialize(value: SuperJSONResult): unknown {
    try {
      if (typeof value !== 'object' || value === null) throw new AppError('validation', 'Invalid request.');
      checkShape(value.json);
      checkAnnotations(value);
      return superjson.deserialize(value);
    } catch (cause) {
      const message = cause instanceof AppError ? cause.message : 'Invalid request.';
      throw new TRPCError({ code: 'BAD_REQUEST', message, cause });
    }
  },
};

/** Deeper than anything we send; also stops at cycles. */
const maxDepth = 16;

/** Null if the value is not plain. Dates stay as they are: JSON.stringify writes them as superjson does. */
export function serializePlain(value: unknown): SuperJSONResult | null {
  const dates: string[] = [];
  if (!isPlain(value, [], 0, dates)) return null;
  const json = value as SuperJSONResult['json'];
  if (dates.length === 0) return { json };
  return { json, meta: { values: Object.fromEntries(dates.map((path) => [path, ['Date']])), v: 1 } };
}

/** `trail` contains the keys from the root to this value, of which the first `depth` are valid. */
function isPlain(value: unknown, trail: string[], depth: number, dates: string[]): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      if (depth === maxDepth) return false;
      if (Array.isArray(value))
        return value.every((item, index) => isPlainAt(String(index), item, trail, depth, dates));
      if (value instanceof Date) return noteDate(value, trail, depth, dates);
      return isPlainObject(value, trail, depth, dates);
    default:
      return false;
  }
}

function isPlainAt(key: string, value: unknown, trail: string[], depth: number, dates: string[]): boolean {
  trail[depth] = key;
  return isPlain(value, trail, depth + 1, dates);
}

function isPlainObject(value: object, trail: string[], depth: number, dates: string[]): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    // superjson rejects these names; leave that to it.
    if (key === '__proto__' || key === 'constructor' || key === 'prototype' || key === 'toJSON') return false;
    if (!isPlainAt(key, (value as Record<string, unknown>)[key], trail, depth, dates)) return false;
  }
  return true;
}

function noteDate(date: Date, trail: string[], depth: number, dates: string[]): boolean {
  if (depth === 0 || Number.isNaN(date.getTime())) return false;
  const keys = trail.slice(0, depth);
  // superjson escapes such keys in paths.
  if (keys.some((key) => key === '' || key.includes('.') || key.includes('\\'))) return false;
  dates.push(keys.join('.'));
  return true;
}
