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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const tooManyValues = () => new AppError('validation', 'The request contains too many values.');
