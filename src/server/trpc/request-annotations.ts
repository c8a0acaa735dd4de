/**
 * Checks the annotations of a request before superjson applies them. An annotation makes superjson call a constructor
 * with a value of the caller's choice: `typed-array` with {"length": 1e9} allocates gigabytes. Requests need no more
 * than the types below, and each only for the values that superjson itself writes for them.
 */
import { AppError } from '~/server/lib/errors';

const maxAnnotations = 100;
const maxPathCharacters = 500;
const maxPathKeys = 32;

/** Annotation → whether a value may carry it. */
const accepted = new Map<unknown, (value: unknown) => boolean>([
  ['undefined', (value) => value === null],
  ['Date', (value) => typeof value === 'string' && value.length <= 30],
  ['number', (value) => value === 'NaN' || value === 'Infinity' || value === '-Infinity' || value === '-0'],
]);

/** Throws unless `meta` is what superjson writes for a request's `json`. */
export function checkAnnotations({ json, meta }: { json?: unknown; meta?: unknown }): void {
  if (meta === undefined) return;
  if (typeof meta !== 'object' || meta === null) throw unsupportedType();
  const { values, referentialEqualities, v } = meta as Record<string, unknown>;
  if (referentialEqualities !== undefined) throw unsupportedType();
  if (values === undefined) return;
  // Before version 1, paths were escaped differently.
  if (v !== 1) throw unsupportedType();
  for (const [path, annotation] of annotationsOf(values)) {
    if (!Array.isArray(annotation) || annotation.length !== 1) throw unsupportedType();
    if (!accepted.get(annotation[0])?.(valueAt(json, path))) throw unsupportedType();
  }
}

/**
 * superjson writes one annotation for the whole value, or one for each path. It nests them only in types not accepted.
 */
function annotationsOf(values: unknown): [path: string | null, annotation: unknown][] {
  if (Array.isArray(values)) return [[null, values]];
  if (typeof values !== 'object' || values === null) throw unsupportedType();
  const annotations: [string, unknown][] = [];
  for (const path in values) {
    if (annotations.length === maxAnnotations) throw unsupportedType();
    annotations.push([path, (values as Record<string, unknown>)[path]]);
  }
  return annotations;
}

function valueAt(json: unknown, path: string | null): unknown {
  let value = json;
  for (const key of path === null ? [] : keysOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) throw unsupportedType();
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Keys are separated by dots; a backslash escapes a dot or a backslash. */
function keysOf(path: string): string[] {
  if (path.length > maxPathCharacters) throw unsupportedType();
  const keys = [''];
  for (const [part, escaped] of path.matchAll(/\\(.)|[^\\]/gs)) {
    if (part === '.') keys.push('');
    else keys.push(`${keys.pop()}${escaped ?? part}`);
  }
  if (keys.length > maxPathKeys) throw unsupportedType();
  return keys;
}

const unsupportedType = () => new AppError('validation', 'The request contains a data type that is not accepted.');
