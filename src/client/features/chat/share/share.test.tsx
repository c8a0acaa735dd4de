import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { exportWords } from '~/client/words/export';
import { markdownWords } from '~/client/words/markdown';
import { shareWords as words } from '~/client/words/share';
import { uiWords } from '~/client/words/ui';
import type { Share } from '~/shared/schemas/shares';
import { ConversationMenu } from './conversation-menu';
import ShareDialog from './share-dialog';
import { SharedLink } from './shared-link';

const share: Share = {
  id: '0c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
  url: 'https://example.com/s/abc',
  title: 'Rates',
  conversationId: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02',
  messageId: null,
  audience: 'members',
  groups: [],
  isProtected: false,
  files: [],
  createdAt: new Date('2026-05-04T09:30:00Z'),
  expiresAt: null,
};
const noContents = { files: [], filesInProcess: 0, imagesWithheld: 0, leavesOutAnswer: false, allowsEverybody: true };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

function dialog(answers: FakeResponses = { 'shares.create': () => share }, target = {}) {
  const all = fakeServer({ 'groups.own': () => [], 'shares.contents': () => noContents, ...answers });
  const requests = () => all.filter(({ path }) => !['groups.own', 'shares.contents'].includes(path));
  const onClose = vi.fn();
  const shared = { conversationId: share.conversationId, ...target };
  return { requests, onClose, ...renderInApp(<ShareDialog target={shared} onClose={onClose} />) };
}

/** happy-dom has no clipboard permissions; the test decides whether writing succeeds. */
const clipboard = (writeText: () => Promise<void>) => {
  const spy = vi.fn(writeText);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: spy } });
  return spy;
};

it('creates a link for members by default, and shows it for copying', async () => {
  const { user, requests } = dialog();
  await user.selectOptions(field(words.expiry), words.inDays(7));
  await user.click(press(words.create));
  await waitFor(() => expect(field(words.link).value).toBe(share.url));
  expect(requests()).toEqual([
    { path: 'shares.create', input: { conversationId: share.conversationId, audience: 'members', expiresInDays: 7 } },
  ]);
});

it('can create a link for everyone without expiry and with a password', async () => {
  const { user, requests } = dialog();
  await screen.findByRole('option', { name: words.audiences.everybody });
  await user.selectOptions(field(words.audience), 'everybody');
  await user.selectOptions(field(words.expiry), words.never);
  await user.type(field(words.password), 'open sesame');
  await user.click(press(words.create));
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]?.input).toEqual({
    conversationId: share.conversationId,
    audience: 'everybody',
    password: 'open sesame',
  });
});

it('offers no link for everyone while administrators have disabled that, with an explanation', async () => {
  const { user, requests } = dialog({
    'shares.contents': () => ({ ...noContents, allowsEverybody: false }),
    'shares.create': () => share,
  });
  expect(await screen.findByText(words.everybodyOff)).toBeDefined();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).not.toContain(words.audiences.everybody);
  await user.click(press(words.create));
  await waitFor(() => expect(requests()[0]?.input).toMatchObject({ audience: 'members' }));
});

it('shows exactly what is shared', () => {
  const { unmount } = dialog();
  expect(screen.getByText(words.notes.conversation)).toBeDefined();
  unmount();
  fakeServer({ 'groups.own': () => [], 'shares.contents': () => noContents });
  renderInApp(<ShareDialog target={{ messageId: share.id }} onClose={vi.fn()} />);
  expect(screen.getByText(words.notes.answer)).toBeDefined();
});

it('shows a rejected password beside its field, and keeps the input after a failure', async () => {
  const { user } = dialog({
    'shares.create': () => {
      throw new ServerError('The password is too long', { fieldErrors: { password: 'The password is too long' } });
    },
  });
  await user.selectOptions(field(words.expiry), words.inDays(7));
  await user.type(field(words.password), 'long');
  await user.click(press(words.create));
  await waitFor(() => expect(errorOf(field(words.password))).toBe('The password is too long'));
  expect(screen.getByText(words.failed)).toBeDefined();
  expect(field(words.expiry).value).toBe('7');
});

it('is not created twice', async () => {
  const { user, requests, onClose } = dialog({ 'shares.create': () => new Promise(() => {}) });
  await user.click(press(words.create));
  await user.click(await screen.findByRole('button', { name: words.creating }));
  await user.click(press(uiWords.cancel));
  expect(requests()).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('copies the new link, or shows it for copying by hand', async () => {
  fakeServer({});
  const onClose = vi.fn();
  const { user } = renderInApp(<SharedLink url={share.url} onClose={onClose} />);
  const refused = clipboard(() => Promise.reject(new Error('denied')));
  await user.click(press(words.copy));
  expect(await screen.findByText(markdownWords.couldNotCopy)).toBeDefined();
  expect(refused).toHaveBeenCalledExactlyOnceWith(share.url);
  expect(onClose).not.toHaveBeenCalled();
  clipboard(() => Promise.resolve());
  await user.click(press(words.copy));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.getByText(words.copied)).toBeDefined();
});

it('exports a conversation in the chosen format, and shows the reason for a failure', async () => {
  const fetched: string[] = [];
  const { user } = renderInApp(<ConversationMenu conversationId="abc" />);
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return Response.json(
      { message: 'The conversation is too long for Word and PDF.', code: 'too_large' },
      { status: 413 },
    );
  });
  await user.click(press(exportWords.conversationMenu));
  await user.click(screen.getByRole('menuitem', { name: exportWords.as.pdf }));
  expect(await screen.findByText(exportWords.failed)).toBeDefined();
  expect(screen.getByText('The conversation is too long for Word and PDF.')).toBeDefined();
  expect(fetched).toEqual(['/api/conversations/abc/export?format=pdf']);
});

it('requires at least one group for a link for groups, and sends those that are chosen', async () => {
  const research = { id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'Research' };
  const { user, requests } = dialog({ 'groups.own': () => [research], 'shares.create': () => share });
  await screen.findByRole('option', { name: words.audiences.groups });
  await user.selectOptions(field(words.audience), 'groups');
  await user.click(press(words.create));
  expect(await screen.findByText(words.chooseGroup)).toBeTruthy();
  expect(requests()).toHaveLength(0);
  await user.click(screen.getByRole('checkbox', { name: 'Research' }));
  await user.click(press(words.create));
  await waitFor(() => expect(requests()[0]?.input).toMatchObject({ audience: 'groups', groupIds: [research.id] }));
});

it('lists the files of the messages, and includes only the chosen ones', async () => {
  const plan = { id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'plan.pdf', type: 'application/pdf', size: 2048 };
  const other = { ...plan, id: '8c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'notes.txt' };
  const contents = { ...noContents, files: [plan, other], filesInProcess: 1, imagesWithheld: 2 };
  const { user, requests } = dialog({ 'shares.contents': () => contents, 'shares.create': () => share });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'plan.pdf (2 KB)' });
  expect(box.checked).toBe(false);
  expect(screen.getByText(words.inProcess(1))).toBeDefined();
  expect(screen.getByText(words.withheld(2))).toBeDefined();
  await user.click(box);
  await user.click(press(words.create));
  await waitFor(() => expect(requests()[0]?.input).toMatchObject({ fileIds: [plan.id] }));
});

it('offers a file as soon as it is processed, and keeps what was chosen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  try {
    const plan = { id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'plan.pdf', type: 'application/pdf', size: 2048 };
    let contents = { ...noContents, files: [plan], filesInProcess: 1 };
    const { user } = dialog({ 'shares.contents': () => contents });
    await user.click(await screen.findByRole('checkbox', { name: 'plan.pdf (2 KB)' }));
    const late = { ...plan, id: '8c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'late.pdf' };
    contents = { ...contents, files: [plan, late], filesInProcess: 0 };
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'late.pdf (2 KB)' })).checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'plan.pdf (2 KB)' }).checked).toBe(true);
    expect(screen.queryByText(words.inProcess(1))).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it("shows that an unfinished answer is left out, and when its files can't be loaded", async () => {
  const { unmount } = dialog({ 'shares.contents': () => ({ ...noContents, leavesOutAnswer: true }) });
  expect(await screen.findByText(words.leavesOutAnswer)).toBeDefined();
  unmount();
  dialog({
    'shares.contents': () => {
      throw new ServerError('No connection');
    },
  });
  expect(await screen.findByText(words.filesFailed)).toBeDefined();
});
