import { afterEach, expect, it, vi } from 'vitest';
import { accountKey, forgetAccount, forgetConversation } from './account-storage';
import { draftKey, draftQuestion } from './chat-draft';

afterEach(() => void vi.restoreAllMocks());

const keys = () => Object.keys(localStorage).sort();

it('signing out removes all data of the account, and none of other accounts', () => {
  for (const kind of ['draft', 'files', 'model', 'queue', 'sending', 'upload'] as const) {
    localStorage.setItem(accountKey(kind, 'ada', 'new'), 'x');
    localStorage.setItem(accountKey(kind, 'bob', 'new'), 'x');
  }
  localStorage.setItem('theme', 'dark');
  forgetAccount('ada');
  expect(keys()).toEqual([
    'draft:bob:new',
    'files:bob:new',
    'model:bob:new',
    'queue:bob:new',
    'sending:bob:new',
    'theme',
    'upload:bob:new',
  ]);
});

it('distinguishes accounts whose ids have the same prefix', () => {
  localStorage.setItem(accountKey('draft', 'ada2', 'new'), 'x');
  forgetAccount('ada');
  expect(keys()).toEqual(['draft:ada2:new']);
});

it('signing out removes drafts of earlier versions, whose keys have no account', () => {
  localStorage.setItem('draft:new', 'secret');
  forgetAccount('ada');
  expect(keys()).toEqual([]);
});

it('deleting a conversation removes its drafts, files and queued messages', () => {
  for (const kind of ['draft', 'files', 'queue', 'sending'] as const)
    localStorage.setItem(accountKey(kind, 'ada', 'c1'), 'x');
  localStorage.setItem(accountKey('draft', 'ada', 'c1:m1'), 'x');
  localStorage.setItem(accountKey('draft', 'ada', 'c12'), 'x');
  localStorage.setItem(accountKey('draft', 'bob', 'c1'), 'x');
  forgetConversation('ada', 'c1');
  expect(keys()).toEqual(['draft:ada:c12', 'draft:bob:c1']);
});

it('inserts a question once, before the existing draft of a new chat', () => {
  const key = draftKey({ userId: 'ada', conversationId: undefined });
  draftQuestion('ada', 'Why did Tesla fall?');
  expect(localStorage.getItem(key)).toBe('Why did Tesla fall?');
  localStorage.setItem(key, 'My own text');
  draftQuestion('ada', 'Why did Tesla fall?');
  draftQuestion('ada', 'Why did Tesla fall?');
  expect(localStorage.getItem(key)).toBe('Why did Tesla fall?\n\nMy own text');
});

it('a question replaces a blank draft', () => {
  localStorage.setItem(draftKey({ userId: 'ada', conversationId: undefined }), '  \n');
  draftQuestion('ada', 'Why?');
  expect(localStorage.getItem(draftKey({ userId: 'ada', conversationId: undefined }))).toBe('Why?');
});

it('works if storage is not available', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError');
    },
    removeItem() {
      throw new DOMException('denied', 'SecurityError');
    },
    clear() {},
    'draft:ada:new': 'x',
  });
  expect(() => forgetAccount('ada')).not.toThrow();
  expect(() => draftQuestion('ada', 'Why?')).not.toThrow();
  vi.unstubAllGlobals();
});
