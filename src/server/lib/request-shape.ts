/** Limits the JSON of a request before any validation, because each value costs a check and possibly an error. */
import { AppError } from './errors';

const maxValues = 10_000;
const maxDepth = 32;

/** Throws if a request has more values, or deeper ones, than any form or program of ours sends. */
export function checkShape(json: unknown): void {
  let level: object[] = isObject(json) ? [json] : [];
  let count = 1;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) throw tooManyValues();
    const next: object[] = [];
    for (const parent of level) {
      const children: unknown[] = Array.isArray(parent) ? parent : Object.values(parent);
      count += children.length;
      if (count > maxValues) throw tooManyValues();
      for (const child of children) if (isObject(child)) next.push(child);
    }
    level = next;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = { array: 0x5b, object: 0x7b };

/**
 * For large bodies: rejects JSON with more values before it is parsed, because their objects take many times the memory
 * of their text. Each comma and each opening bracket outside of strings belongs to a value of its own. `checkShape`
 * counts the rest exactly. The text must be UTF-8.
 */
export function checkUnparsed(json: Uint8Array): void {
  let [commas, containers] = [0, 0];
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString) {
      if (byte === backslash) at++;
    } else if (byte === comma) commas++;
    else if (byte === opening.array || byte === opening.object) containers++;
    if (commas >= maxValues || containers > maxValues) throw tooManyValues();
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const tooManyValues = () => new AppError('validation', 'The request contains too many values.');
