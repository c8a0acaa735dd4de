import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAccount } from '~/client/lib/account-storage';
import { storedFilesKey, writeStoredFiles } from '../files/stored-files';
import { openDraft, readDraft, storeDraft, withoutSent, withUnsentText, writeDraft } from './draft';

/** Like browsers' storage: its keys are own properties, its methods are not. */
const memoryStorage = (): Storage => {
  const items: Record<string, string> = {};
  return Object.setPrototypeOf(items, {
    getItem: (name: string) => (Object.hasOwn(items, name) ? items[name] : null),
    setItem: (name: string, value: string) => void Object.assign(items, { [name]: value }),
    removeItem: (name: string) => void Reflect.deleteProperty(items, name),
  });
};

const at = (userId: string, conversationId?: string) => ({ userId, conversationId });

describe('a draft', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = memoryStorage();
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is stored for each conversation and for a new one', () => {
    writeDraft(at('alice', 'a'), 'About rates');
    writeDraft(at('alice'), 'A new thought');
    expect(readDraft(at('alice', 'a'))).toBe('About rates');
    expect(readDraft(at('alice'))).toBe('A new thought');
    expect(readDraft(at('alice', 'b'))).toBe('');
  });

  it('is hidden from other accounts, and restored when the same account returns after its session expired', () => {
    writeDraft(at('alice'), 'offer is 42 million');
    expect(readDraft(at('bob'))).toBe('');
    expect(readDraft(at('alice'))).toBe('offer is 42 million');
  });

  it('is deleted with its files when its account signs out; other accounts and the theme are kept', () => {
    for (const userId of ['alice', 'bob']) writeDraft(at(userId), `of ${userId}`);
    storeDraft(at('alice', 'a'), { text: '', sending: { content: 'offer is 42 million' } });
    writeStoredFiles(storedFilesKey('alice', 'a'), [
      { id: '1', objectPath: '/objects/1', name: 'a', type: 'a', size: 1, at: 1 },
    ]);
    storage.setItem('theme', 'dark');
    storage.setItem('draft:new', 'of an earlier version');
    forgetAccount('alice');
    expect(Object.keys(storage).sort()).toEqual(['draft:bob:new', 'theme']);
  });

  it('of an earlier version is adopted by the owner of its conversation; that of a new chat is dropped', () => {
    storage.setItem('draft:a', 'About rates');
    storage.setItem('draft:new', 'offer is 42 million');
    expect(readDraft(at('alice', 'a'))).toBe('About rates');
    expect(readDraft(at('alice'))).toBe('');
    expect(readDraft(at('bob', 'a'))).toBe('');
    expect(Object.keys(storage)).toEqual(['draft:alice:a']);
  });

  it('leaves nothing in storage when it is empty', () => {
    writeDraft(at('alice', 'a'), 'About rates');
    writeDraft(at('alice', 'a'), '');
    expect(Object.keys(storage)).toEqual([]);
  });

  it('lasts until a reload where storage is forbidden, or until the account signs out', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(readDraft(at('alice', 'a'))).toBe('');
    writeDraft(at('alice', 'a'), 'Text');
    expect(readDraft(at('alice', 'a'))).toBe('Text');
    storeDraft(at('alice', 'a'), { text: '', sending: { content: 'Sent' } });
    expect(openDraft(at('alice', 'a'))).toMatchObject({ text: 'Sent' });
    forgetAccount('alice');
    expect(openDraft(at('alice', 'a'))).toEqual({ text: '' });
  });
});

describe('a text that is being sent', () => {
  it('is returned once, before the text typed since then', () => {
    expect(withUnsentText('', 'Why?')).toBe('Why?');
    expect(withUnsentText('And how?', 'Why?')).toBe('Why?\n\nAnd how?');
    expect(withUnsentText('Why?\n\nAnd how?', 'Why?')).toBe('Why?\n\nAnd how?');
  });

  it('is ignored if another version stored it in another form', () => {
    const storage = memoryStorage();
    vi.stubGlobal('localStorage', storage);
    writeDraft(at('alice'), 'Text');
    for (const stored of ['{"content":1}', 'null', '[', '"text"']) {
      storage.setItem('sending:alice:new', stored);
      expect(openDraft(at('alice'))).toEqual({ text: 'Text' });
    }
    vi.unstubAllGlobals();
  });

  it('is removed from the box when the server has it', () => {
    expect(withoutSent('Why?\n\nAnd how?', 'Why?')).toBe('And how?');
    expect(withoutSent('And how?', 'Why?')).toBe('And how?');
    expect(withoutSent('Why?', 'Why?')).toBe('');
    expect(withoutSent('Why? And how?', 'Why?')).toBe('Why? And how?');
  });
});
