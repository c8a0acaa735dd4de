import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft, withFailed, withoutSent, writeDraft } from './draft';

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    items,
  };
}

describe('a draft', () => {
  let storage: ReturnType<typeof memoryStorage>;
  beforeEach(() => {
    storage = memoryStorage();
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is kept for each conversation and for a new one', () => {
    writeDraft('a', 'About rates');
    writeDraft(undefined, 'A new thought');
    expect([readDraft('a'), readDraft(undefined), readDraft('b')]).toEqual(['About rates', 'A new thought', '']);
  });

  it('leaves nothing behind when it is empty', () => {
    writeDraft('a', 'About rates');
    writeDraft('a', '');
    expect(storage.items.size).toBe(0);
  });

  it('does not stop anybody from typing where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(() => writeDraft('a', 'Text')).not.toThrow();
    expect(readDraft('a')).toBe('');
  });
});

describe('a text that was handed over', () => {
  it('returns before what was typed meanwhile, once', () => {
    expect(withFailed('', 'Why?')).toBe('Why?');
    expect(withFailed('And how?', 'Why?')).toBe('Why?\n\nAnd how?');
    expect(withFailed('Why?\n\nAnd how?', 'Why?')).toBe('Why?\n\nAnd how?');
  });

  it('leaves the box when the server has it', () => {
    expect(withoutSent('Why?\n\nAnd how?', 'Why?')).toBe('And how?');
    expect(withoutSent('And how?', 'Why?')).toBe('And how?');
  });
});
