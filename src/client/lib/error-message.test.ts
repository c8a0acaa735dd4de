import { afterEach, describe, expect, it, vi } from 'vitest';
import { appWords } from '~/client/words/app';
import {
  errorMessage,
  fieldErrors,
  isChunkLoadError,
  isConflict,
  isGone,
  isSignedOut,
  isTransient,
  isUnknownId,
} from './error-message';

/** An error of tRPC's client, with the server's error in `data`. */
const answered = (message: string, data: object) => Object.assign(new Error(message), { data });

afterEach(() => vi.unstubAllGlobals());

describe('errorMessage', () => {
  it('shows the message of the server', () => {
    expect(errorMessage(answered('Invalid email or password', { code: 'UNAUTHORIZED' }))).toBe(
      'Invalid email or password',
    );
  });

  it('replaces the browser message if there was no response', () => {
    expect(errorMessage(new TypeError('Failed to fetch'))).toBe(appWords.unreachable);
    expect(errorMessage(Object.assign(new Error("Unexpected token '<'"), { data: undefined }))).toBe(
      appWords.unreachable,
    );
  });

  it('shows that the browser is offline', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(errorMessage(new TypeError('Failed to fetch'))).toBe(appWords.offline);
  });

  it('uses the fallback of the screen', () => {
    expect(errorMessage('odd', 'Failed to add position')).toBe('Failed to add position');
  });
});

it('returns the messages per field, if any', () => {
  expect(fieldErrors(answered('x', { fieldErrors: { email: 'Invalid email format' } }))).toEqual({
    email: 'Invalid email format',
  });
  expect(fieldErrors(new Error('x'))).toEqual({});
});

it('distinguishes a missing session from other errors', () => {
  expect(isSignedOut(answered('x', { code: 'UNAUTHORIZED' }))).toBe(true);
  expect(isSignedOut(answered('x', { code: 'FORBIDDEN' }))).toBe(false);
  expect(isSignedOut(undefined)).toBe(false);
});

it('recognizes missing resources', () => {
  expect(isGone(answered('x', { code: 'NOT_FOUND' }))).toBe(true);
  expect(isUnknownId(answered('x', { code: 'NOT_FOUND' }))).toBe(true);
  expect(isUnknownId(answered('x', { code: 'BAD_REQUEST' }))).toBe(true);
  expect(isUnknownId(answered('x', { code: 'CONFLICT' }))).toBe(false);
  expect(isGone(answered('x', { code: 'CONFLICT' }))).toBe(false);
});

it('recognizes a conflict', () => {
  expect(isConflict(answered('x', { code: 'CONFLICT' }))).toBe(true);
});

it.each([
  'Failed to fetch dynamically imported module: /assets/a.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('recognizes a failed chunk by "%s"', (message) => {
  expect(isChunkLoadError(new TypeError(message))).toBe(true);
});

describe('isTransient', () => {
  it('is true for an unreachable or unavailable server', () => {
    expect(isTransient(new TypeError('Failed to fetch'))).toBe(true);
    expect(isTransient(answered('Restarting', { httpStatus: 503 }))).toBe(true);
    expect(isTransient(answered('Too many', { httpStatus: 429 }))).toBe(true);
  });

  it('is false for permanent errors, a full disk, and aborted requests', () => {
    expect(isTransient(answered('No', { httpStatus: 415 }))).toBe(false);
    expect(isTransient(answered('Full', { httpStatus: 507 }))).toBe(false);
    expect(isTransient(new DOMException('', 'AbortError'))).toBe(false);
  });
});
