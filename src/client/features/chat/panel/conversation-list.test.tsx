import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { banks, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { conversationActionsWords as actions } from '~/client/words/conversation-actions';
import { conversationsWords as words } from '~/client/words/conversations';
import { projectListWords } from '~/client/words/project-list';
import { uiWords } from '~/client/words/ui';
import { ConversationList } from './conversation-list';
import { listInput } from './list-input';
import { useConversationActions } from './use-conversation-actions';
import type { TickedConversations } from './use-selected-conversations';

afterEach(() => void vi.restoreAllMocks());

const press = (name: string) => screen.getByRole('button', { name });

function list(answers: FakeResponses = {}, options: { ticked?: TickedConversations; selectedId?: string } = {}) {
  const requests = fakeServer({
    'conversations.list': () => ({ items: [rates, banks], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    ...answers,
  });
  const on = {
    onTick: vi.fn(),
    onOpen: vi.fn(),
    onSave: vi.fn(),
    onUpdate: vi.fn(),
    onDelete: vi.fn(),
    onMove: vi.fn(),
  };
  const { ticked, selectedId } = options;
  const element = <ConversationList input={listInput.current} selectedId={selectedId} ticked={ticked} {...on} />;
  return { requests, on, ...renderInApp(element) };
}

it('opens a conversation and marks the open one', async () => {
  const { user, on } = list({}, { selectedId: rates.id });
  const row = await screen.findByRole('button', { name: /^Rates/ });
  expect(row.getAttribute('aria-current')).toBe('true');
  // The whole title, which may be cut off.
  expect(within(row).getByTitle(rates.title)).toBeDefined();
  await user.click(press('Banks May 4'));
  expect(on.onOpen).toHaveBeenCalledExactlyOnceWith(banks.id);
});

it('marks unfinished and unread answers, except in the open conversation', async () => {
  list({ 'conversations.activity': () => ({ running: [banks.id], unread: [rates.id] }) }, { selectedId: rates.id });
  expect(await screen.findByRole('img', { name: words.running })).toBeDefined();
  expect(screen.queryByRole('img', { name: words.unread })).toBeNull();
});

it('renames in place, and keeps the old title with Escape', async () => {
  const { user, on } = list();
  await user.click(await screen.findByRole('button', { name: words.rename('Rates') }));
  const title = await screen.findByLabelText<HTMLInputElement>(actions.titleField);
  await user.type(title, 'x{Escape}');
  expect(on.onSave).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: words.rename('Rates') }));
  const again = await screen.findByLabelText<HTMLInputElement>(actions.titleField);
  expect(again.value).toBe('Rates');
  await user.clear(again);
  await user.type(again, ' Interest rates {Enter}');
  expect(on.onSave).toHaveBeenCalledExactlyOnceWith(rates.id, 'Interest rates');
});

it('returns the focus to the row after a rename, unless it has moved on', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const { user } = list();
  const rename = async () => {
    await user.click(await screen.findByRole('button', { name: words.rename('Rates') }));
    await user.type(await screen.findByLabelText(actions.titleField), '{Escape}');
    return screen.getByRole('button', { name: /^Rates/ });
  };
  const nextFrame = () => act(() => frames.splice(0).forEach((frame) => void frame(0)));
  const row = await rename();
  nextFrame();
  expect(document.activeElement).toBe(row);
  await rename();
  press(words.more('Rates')).focus();
  nextFrame();
  expect(document.activeElement).toBe(press(words.more('Rates')));
});

it('keeps a title that is being edited when another one is opened', async () => {
  const { user, on } = list();
  await user.click(await screen.findByRole('button', { name: words.rename('Rates') }));
  await user.type(await screen.findByLabelText(actions.titleField), ' of interest');
  await user.click(screen.getByRole('button', { name: words.rename('Banks') }));
  await waitFor(() => expect(screen.getAllByLabelText(actions.titleField)).toHaveLength(2));
  await user.type(screen.getByDisplayValue('Banks'), ' of Europe{Enter}');
  expect(on.onSave).toHaveBeenCalledExactlyOnceWith(banks.id, 'Banks of Europe');
  await user.type(await screen.findByDisplayValue(/of interest/), '{Enter}');
  expect(on.onSave).toHaveBeenLastCalledWith(rates.id, expect.stringContaining('of interest'));
});

it('asks before it deletes a conversation', async () => {
  const { user, on } = list();
  await user.click(await screen.findByRole('button', { name: words.deleteOne('Banks') }));
  expect(on.onDelete).toHaveBeenCalledExactlyOnceWith(banks);
});

it('has checkboxes instead of actions in selection mode', async () => {
  const { user, on } = list({}, { ticked: new Map([[rates.id, rates]]) });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: actions.selectOne('Rates') });
  expect(box.checked).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: actions.selectOne('Banks') }));
  expect(on.onTick).toHaveBeenCalledExactlyOnceWith(banks);
  expect(screen.queryByRole('button', { name: words.deleteOne('Rates') })).toBeNull();
});

it('shows that there are no conversations yet', async () => {
  list({ 'conversations.list': () => ({ items: [], nextCursor: null }) });
  expect(await screen.findByText(projectListWords.noneYet.title)).toBeDefined();
});

it('shows why the list failed to load, and reloads it', async () => {
  let isDown = true;
  const { user } = list({
    'conversations.list': () => {
      if (isDown) throw new ServerError('Not allowed');
      return { items: [rates], nextCursor: null };
    },
  });
  expect(await screen.findByText('Not allowed')).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByRole('button', { name: /^Rates/ })).toBeDefined();
});

it('loads the next page automatically when its end is in view, and no page twice', async () => {
  const { requests } = list({
    'conversations.list': (input) =>
      (input as { cursor?: string }).cursor
        ? { items: [banks], nextCursor: null }
        : { items: [rates], nextCursor: 'next' },
  });
  expect(await screen.findByRole('button', { name: /^Banks/ })).toBeDefined();
  await waitFor(() => expect(requests.filter(({ path }) => path === 'conversations.list')).toHaveLength(2));
});

/** 10,000 conversations, a minute apart. The newest is number 0. */
const many = Array.from({ length: 10_000 }, (_, number) => ({
  ...rates,
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  title: `Row ${number}.`,
  updatedAt: new Date(rates.updatedAt.getTime() - number * 60_000),
}));
const conversation = (number: number) => many[number] ?? rates;

/** A page as the server would send it. */
function pageOf(input: unknown) {
  const { cursor, through, limit = 50 } = input as { cursor?: string; through?: string; limit?: number };
  const end = through ? Number(through.slice(-12)) + 1 : Number(cursor ?? 0) + limit;
  return { items: many.slice(Math.max(0, end - limit), end), nextCursor: end < many.length ? String(end) : null };
}

/** Opens the list with a selected conversation, in a panel that scrolls although happy-dom has no layout. */
function openAt(selected: number, answers: FakeResponses = {}) {
  const { requests, container } = list(
    { 'conversations.list': pageOf, 'conversations.get': () => conversation(selected), ...answers },
    { selectedId: conversation(selected).id },
  );
  const box = () => container.querySelector('nav > div, div > div') as HTMLElement;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this === box().firstElementChild ? -box().scrollTop : 0);
  });
  const scroll = (rows: number) => {
    box().scrollTop += rows * 36;
    act(() => void [box(), window].map((target) => target.dispatchEvent(new Event('scroll'))));
  };
  const requested = () =>
    requests
      .filter(({ path }) => path === 'conversations.list')
      .map(({ input }) => input as { through?: string; cursor?: string });
  return { scroll, requested };
}
const row = (number: number) => screen.findByTitle(`Row ${number}.`);
const isShown = (number: number) => screen.queryByTitle(`Row ${number}.`) !== null;
const missing = () => screen.findByText(actions.showMissing);

it('reveals an old conversation among its neighbors, and loads the ones in between on demand', async () => {
  const { scroll, requested } = openAt(5000);
  await waitFor(() => expect(requested()).toHaveLength(2));
  expect(requested()[1]).toMatchObject({ projectId: 'none', through: conversation(5000).id, limit: 100 });
  await waitFor(() => {
    scroll(0);
    expect(isShown(5000) && isShown(4995)).toBe(true);
  });
  // The next ones follow, because the end of the list is near.
  await row(5003);
  expect(requested()[2]).toMatchObject({ cursor: '5001' });

  scroll(-100);
  await row(4901);
  expect(isShown(49)).toBe(true);
  expect(isShown(50)).toBe(false);
  fireEvent.click(await missing());
  await row(4802);
  expect(requested()[3]).toMatchObject({ through: conversation(4901).id });
  expect(isShown(49)).toBe(true);
  expect(await missing()).toBeDefined();
});

it('shows a conversation of the next page without a gap', async () => {
  const { scroll, requested } = openAt(120);
  await waitFor(() => expect(requested().length).toBeGreaterThan(1));
  await waitFor(() => {
    scroll(0);
    expect(isShown(120)).toBe(true);
  });
  scroll(-70);
  await row(51);
  expect(isShown(49)).toBe(true);
  expect(screen.queryByText(actions.showMissing)).toBeNull();
});

it('says why the conversations in between could not be loaded', async () => {
  let isDown = false;
  const { scroll, requested } = openAt(5000, {
    'conversations.list': (input) => {
      if (isDown) throw new ServerError('Too many requests');
      return pageOf(input);
    },
  });
  await waitFor(() => expect(requested()).toHaveLength(2));
  isDown = true;
  await waitFor(() => {
    scroll(-1);
    expect(screen.queryByText(actions.showMissing)).not.toBeNull();
  });
  fireEvent.click(await missing());
  expect(await screen.findByText('Too many requests')).toBeDefined();
});

it('does not load pages to find a conversation that belongs to another list', async () => {
  const archived = { ...banks, isArchived: true };
  const { requests } = list(
    { 'conversations.list': pageOf, 'conversations.get': () => archived },
    { selectedId: banks.id },
  );
  await row(0);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('conversations.get'));
  expect(requests.filter(({ path }) => path === 'conversations.list')).toHaveLength(1);
});

it('groups pinned conversations above the others', async () => {
  list({ 'conversations.list': () => ({ items: [rates, { ...banks, isPinned: true }], nextCursor: null }) });
  const pinned = await screen.findByRole('region', { name: words.pinned });
  expect(within(pinned).getByRole('button', { name: /^Banks/ })).toBeDefined();
  expect(within(pinned).queryByRole('button', { name: /^Rates/ })).toBeNull();
});

it('moves the focus to the next row after a deletion, and to the panel after the last one', async () => {
  fakeServer({
    'conversations.list': () => ({ items: [rates, banks], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    'projects.list': () => ({ items: [], nextCursor: null }),
    'conversations.update': () => new Promise(() => {}),
  });
  function Panel() {
    const { update } = useConversationActions({ selectedId: undefined, onSelect: () => {} });
    const on = { onTick: vi.fn(), onOpen: vi.fn(), onSave: vi.fn(), onDelete: vi.fn(), onMove: vi.fn() };
    return (
      <nav tabIndex={-1} aria-label={words.conversations}>
        <ConversationList
          input={listInput.current}
          selectedId={undefined}
          ticked={undefined}
          onUpdate={update.mutate}
          {...on}
        />
      </nav>
    );
  }
  const { user } = renderInApp(<Panel />);
  const archive = async (title: string) => {
    await user.click(await screen.findByRole('button', { name: words.more(title) }));
    await user.click(await screen.findByRole('menuitem', { name: actions.archive }));
  };
  await archive('Rates');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Banks/ })));
  await archive('Banks');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('navigation')));
});
