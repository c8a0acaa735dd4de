import { describe, expect, it } from 'vitest';
import { stateWords, summaryOf } from './file-state-words';
import { fromKeptFile, isInProgress, type PendingFile, toAttachment, toKeptFiles } from './pending-file';
import { textFileName } from './text-file';

const kept = { id: 'a', objectPath: '/objects/a', name: 'A.pdf', type: 'application/pdf', size: 12, at: 5 };
const file = (over: Partial<PendingFile>): PendingFile => ({
  key: 'k',
  name: 'A.pdf',
  type: 'application/pdf',
  size: 12,
  state: 'uploading',
  progress: 0.429,
  ...over,
});

describe('a pending file', () => {
  it('is stored only once it is on the server, and is unchanged when it is restored', () => {
    expect(toKeptFiles(file({}))).toEqual([]);
    expect(toKeptFiles(fromKeptFile(kept))).toEqual([kept]);
    expect(toAttachment(fromKeptFile(kept))).toEqual({
      name: 'A.pdf',
      type: 'application/pdf',
      size: 12,
      url: '/objects/a',
    });
  });

  it.each([
    ['Quarterly report: Q3/2026\nmore', 'Quarterly report Q3 2026.txt'],
    ['   \n ', 'Text.txt'],
    ['../../etc/passwd', 'etc passwd.txt'],
    [`${'long '.repeat(30)}`, 'long long long long long long long long.txt'],
    ['x'.repeat(90), `${'x'.repeat(40)}.txt`],
  ])('made of the text %j is named %j', (text, name) => expect(textFileName(text)).toBe(name));

  it('shows its image if browsers can display it', () => {
    expect(fromKeptFile({ ...kept, type: 'image/png' }).previewUrl).toBe('/objects/a');
    expect(fromKeptFile({ ...kept, type: 'image/svg+xml' }).previewUrl).toBeUndefined();
  });

  it('shows its state', () => {
    expect(stateWords(file({}))).toBe('Uploading 42%');
    expect(stateWords(file({ state: 'offline' }))).toBe('Waiting for the connection');
    expect(stateWords(file({ state: 'failed', error: 'This file type is not allowed' }))).toBe(
      'This file type is not allowed',
    );
    expect(isInProgress(file({ state: 'paused' }))).toBe(true);
    expect(isInProgress(file({ state: 'failed' }))).toBe(false);
  });

  it('is included in the summary', () => {
    const files = [file({}), file({ state: 'ready' }), file({ state: 'failed', error: 'No room', name: 'x\u202efdp' })];
    expect(summaryOf(files)).toBe('1 uploading, 1 attached, xfdp: No room');
    expect(summaryOf([])).toBe('');
  });
});
