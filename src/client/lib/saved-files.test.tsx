import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text';
import { DownloadFailed, downloadFile, fileNameOf } from './download-file';
import { publishedOn } from './published-on';
import { saveText } from './save-text';

/** The files that the page passed to the browser to save. */
let saved: { name: string; href: string }[];
const revoke = vi.fn();

beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  revoke.mockClear();
});

const respond = (body: string, init: ResponseInit) => vi.stubGlobal('fetch', async () => new Response(body, init));
const named = (disposition: string) => new Response('', { headers: { 'content-disposition': disposition } });

it('saves a file by the name in the response', async () => {
  respond('%PDF', { headers: { 'content-disposition': 'attachment; filename="rates.pdf"' } });
  expect(await downloadFile('/api/export')).toBe('rates.pdf');
  expect(saved).toEqual([{ name: 'rates.pdf', href: 'blob:file' }]);
});

it('saves a file without a name by the name of the caller', async () => {
  respond('x', {});
  expect(await downloadFile('/api/export', 'data.zip')).toBe('data.zip');
  expect(saved[0]?.name).toBe('data.zip');
});

it('shows the message of an error response instead of saving it', async () => {
  respond(JSON.stringify({ message: 'The conversation is too long.' }), { status: 413 });
  const refusal = await downloadFile('/api/export').catch((cause: unknown) => cause);
  expect(refusal).toBeInstanceOf(DownloadFailed);
  expect((refusal as Error).message).toBe('The conversation is too long.');
  expect(saved).toEqual([]);
});

it('shows the status of an error response without JSON', async () => {
  respond('<html>', { status: 502, statusText: 'Bad Gateway' });
  await expect(downloadFile('/api/export')).rejects.toThrow('Bad Gateway');
});

it.each([
  ['attachment; filename="plain.pdf"', 'plain.pdf'],
  [`attachment; filename="_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`, 'Größe.pdf'],
  [`attachment; filename*=UTF-8''a%20b.txt; filename="x"`, 'a b.txt'],
  ['inline', undefined],
])('reads the name in %s', (disposition, name) => {
  expect(fileNameOf(named(disposition))).toBe(name);
});

it('revokes the URL of a saved text only after the browser has read it', () => {
  vi.useFakeTimers();
  saveText({ fileName: 'rates.csv', mediaType: 'text/csv', text: 'a;b' });
  expect(saved).toEqual([{ name: 'rates.csv', href: 'blob:file' }]);
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:file');
});

it('copies text with the Clipboard API', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copyText('Rates rose.');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Rates rose.');
});

it('copies formatted text together with its plain form', async () => {
  const write = vi.fn(async (_items: { kinds: Record<string, Blob> }[]) => {});
  vi.stubGlobal('navigator', { clipboard: { write } });
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly kinds: Record<string, Blob>) {}
    },
  );
  await copyText('Rates rose.', '<b>Rates rose.</b>');
  const kinds = write.mock.calls[0]?.[0]?.[0]?.kinds ?? {};
  expect(await kinds['text/plain']?.text()).toBe('Rates rose.');
  expect(await kinds['text/html']?.text()).toBe('<b>Rates rose.</b>');
});

it('copies from a text field without the Clipboard API, and restores the focus', async () => {
  vi.stubGlobal('navigator', {});
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  let copied = '';
  const execCommand = vi.fn(() => {
    copied = document.querySelector('textarea')?.value ?? '';
    return true;
  });
  Object.defineProperty(document, 'execCommand', { configurable: true, value: execCommand });
  try {
    await copyText('Rates rose.');
    expect(copied).toBe('Rates rose.');
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement).toBe(button);
    execCommand.mockReturnValue(false);
    await expect(copyText('Rates rose.')).rejects.toThrow('refused');
  } finally {
    Reflect.deleteProperty(document, 'execCommand');
  }
});

it.each([
  ['2026-11-20', 'Nov 20, 2026'],
  ['2026-11-20T23:59:00-11:00', 'Nov 20, 2026'],
  ['last week', 'last week'],
  [undefined, undefined],
])('shows that a page was published on %s', (publishedAt, shown) => {
  expect(publishedOn(publishedAt)).toBe(shown);
});
