import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { savedFiles } from '~/client/testing/saved-files';
import { settingsWords as words } from '~/client/words/settings';
import { ExportData } from './export-data';

const press = (name: string) => screen.getByRole('button', { name });

/** A server that sends the export when the test decides. */
function slowExport() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const signals: (AbortSignal | null | undefined)[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
  });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    expect(address).toBe('/api/user/export');
    signals.push(init?.signal);
    // Like a browser that aborts a response.
    init?.signal?.addEventListener('abort', () => controller?.error(new DOMException('aborted', 'AbortError')));
    return new Response(body, { headers: { 'content-disposition': 'attachment; filename="insight-export.zip"' } });
  });
  return {
    signals,
    send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    finish: () => controller?.close(),
    fail: () => controller?.error(new TypeError('network error')),
  };
}

it('shows the progress, and saves the file under the name that the server returned', async () => {
  const files = savedFiles();
  const server = slowExport();
  const { user } = renderInApp(<ExportData />);
  await user.click(press(words.exportData));
  expect(await screen.findByRole('button', { name: words.exporting })).toBeDefined();
  server.send(2048);
  expect(await screen.findByRole('button', { name: words.exportingSoFar('2 KB') })).toBeDefined();
  server.send(2048);
  server.finish();
  expect(await screen.findByText(words.exportedMore('insight-export.zip'))).toBeDefined();
  expect(files.map(({ name }) => name)).toEqual(['insight-export.zip']);
  expect([files[0]?.blob.type, files[0]?.blob.size]).toEqual(['application/zip', 4096]);
  expect(screen.queryByRole('button', { name: words.cancel })).toBeNull();
});

it('is requested once, and stops on Cancel without an error', async () => {
  const files = savedFiles();
  const server = slowExport();
  const { user } = renderInApp(<ExportData />);
  await user.click(press(words.exportData));
  await user.click(await screen.findByRole('button', { name: words.exporting }));
  await user.click(press(words.cancel));
  expect(await screen.findByRole('button', { name: words.exportData })).toBeDefined();
  expect(server.signals.map((signal) => signal?.aborted)).toEqual([true]);
  expect(screen.queryByText(words.exportFailed)).toBeNull();
  expect(files).toEqual([]);
});

it('is aborted when the page is left', async () => {
  savedFiles();
  const server = slowExport();
  const { user, unmount } = renderInApp(<ExportData />);
  await user.click(press(words.exportData));
  await waitFor(() => expect(server.signals).toHaveLength(1));
  unmount();
  expect(server.signals[0]?.aborted).toBe(true);
});

it('shows why the server rejected the request, and saves nothing', async () => {
  const files = savedFiles();
  const message = 'One export an hour. Try again later.';
  vi.stubGlobal('fetch', async () => Response.json({ message }, { status: 429 }));
  const { user } = renderInApp(<ExportData />);
  await user.click(press(words.exportData));
  expect(await screen.findByText(message)).toBeDefined();
  expect(files).toEqual([]);
  expect(press(words.exportData).getAttribute('aria-busy')).toBeNull();
});

it('shows that the download was interrupted, and saves no partial file', async () => {
  const files = savedFiles();
  const server = slowExport();
  const { user } = renderInApp(<ExportData />);
  await user.click(press(words.exportData));
  await screen.findByRole('button', { name: words.exporting });
  server.send(2048);
  server.fail();
  expect(await screen.findByText(words.exportBroke)).toBeDefined();
  expect(files).toEqual([]);
});
