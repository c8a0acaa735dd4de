import { screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { promptWords as words } from '~/client/words/prompts';
import type { Prompt } from '~/shared/schemas/prompts';
import { MessageBox } from '../composer/message-box';
import { PromptMenu } from './prompt-menu';

const time = new Date('2026-05-04T09:30:00Z');
const prompt = (title: string, text: string, scope: Prompt['scope'] = 'personal'): Prompt => ({
  id: `id of ${title}`,
  scope,
  title,
  text,
  mayEdit: true,
  createdAt: time,
  updatedAt: time,
});
const all = [
  prompt('Board paper', 'Write a board paper.'),
  prompt('Compare', 'Compare {{company=Tesla}} and {{other no. 2}}.'),
  prompt('Risks', 'List the risks.', 'organization'),
];

afterEach(() => vi.unstubAllGlobals());

function Box({ onSubmit }: { onSubmit: (text: string) => void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  return (
    <>
      {text[0] === '/' && <PromptMenu text={text} box={box} onChange={setText} />}
      <MessageBox
        box={box}
        text={text}
        isInvalid={false}
        describedBy="none"
        onChange={setText}
        onSubmit={() => onSubmit(text)}
      />
    </>
  );
}

function setUp(answers: FakeResponses = {}) {
  const requests = fakeServer({
    'prompts.list'(input) {
      const { search = '' } = input as { search?: string };
      return { items: all.filter(({ title }) => title.toLowerCase().includes(search)), nextCursor: null };
    },
    ...answers,
  });
  const onSubmit = vi.fn();
  const app = renderInApp(<Box onSubmit={onSubmit} />);
  return { requests, onSubmit, box: screen.getByRole<HTMLTextAreaElement>('textbox'), ...app };
}
const options = () => screen.findAllByRole('option');
const activeOption = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';

it('opens with a slash, moves with the arrow keys and inserts with Enter, without sending', async () => {
  const { user, box, onSubmit } = setUp();
  await user.type(box, '/');
  expect(await options()).toHaveLength(3);
  expect(activeOption(box)).toContain('Board paper');
  await user.keyboard('{ArrowUp}');
  expect(activeOption(box)).toContain('Risks');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  expect(box.value).toBe('Write a board paper.');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box.getAttribute('aria-controls')).toBeNull();
});

it('filters while the user types, and inserts with a click', async () => {
  const { user, box, requests } = setUp();
  await user.type(box, '/ris');
  await waitFor(async () => expect(await options()).toHaveLength(1));
  await waitFor(() => expect(requests.at(-1)?.input).toMatchObject({ search: 'ris' }));
  expect(screen.getByRole('option').textContent).toContain(words.organization);
  await user.click(screen.getByRole('option'));
  expect(box.value).toBe('List the risks.');
});

/** Chooses a prompt with variables, which asks for their values. */
async function openCompare() {
  const menu = setUp();
  await menu.user.type(menu.box, '/compare');
  await waitFor(async () => expect(await options()).toHaveLength(1));
  await menu.user.keyboard('{Enter}');
  return { ...menu, dialog: within(await screen.findByRole('dialog', { name: 'Compare' })) };
}

it('asks for the values of variables, then fills the text box', async () => {
  const { user, box, onSubmit, dialog } = await openCompare();
  expect(dialog.getByLabelText<HTMLInputElement>('company').value).toBe('Tesla');
  await user.type(dialog.getByLabelText('other no. 2'), 'BYD');
  await user.click(dialog.getByRole('button', { name: words.fill }));
  await waitFor(() => expect(box.value).toBe('Compare Tesla and BYD.'));
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(onSubmit).not.toHaveBeenCalled();
});

it('keeps the lines of a value, and inserts the prompt with Enter', async () => {
  const { user, box, onSubmit, dialog } = await openCompare();
  await user.clear(dialog.getByLabelText('company'));
  await user.paste('a\nb');
  await user.type(dialog.getByLabelText('other no. 2'), 'c{Shift>}{Enter}{/Shift}d{Enter}');
  await waitFor(() => expect(box.value).toBe('Compare a\nb and c\nd.'));
  expect(onSubmit).not.toHaveBeenCalled();
});

it('closes with Escape, and a message may start with a slash', async () => {
  const { user, box, onSubmit } = setUp();
  await user.type(box, '/');
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.type(box, 'x{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('/x');
});

it('allows sending a path, and a name that matches no prompt', async () => {
  const { user, box, onSubmit } = setUp();
  await user.type(box, '/etc/hosts{Enter}');
  expect(onSubmit).toHaveBeenLastCalledWith('/etc/hosts');
  await user.clear(box);
  await user.type(box, '/nothing');
  await waitFor(() => expect(screen.queryByText(words.manage)).toBeNull());
  await waitFor(async () => {
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith('/nothing');
  });
});

it('shows that there are no prompts, or that they could not be loaded', async () => {
  const { user, box, unmount } = setUp({ 'prompts.list': () => ({ items: [], nextCursor: null }) });
  await user.type(box, '/');
  expect(await screen.findByText(words.none)).toBeDefined();
  expect(screen.getByRole('link', { name: words.manage }).getAttribute('href')).toContain('tab=prompts');
  unmount();
  const failing = setUp({
    'prompts.list'() {
      throw new ServerError('Busy');
    },
  });
  await failing.user.type(failing.box, '/');
  expect(await screen.findByText(words.loadFailed)).toBeDefined();
});

describe('on a phone', () => {
  const narrow = (pointer: 'coarse' | 'fine') =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes(pointer),
      addEventListener() {},
      removeEventListener() {},
    }));
  const sheet = () => screen.findByRole('dialog', { name: words.menu });

  it('is a sheet: no field takes the focus, and a tap chooses', async () => {
    narrow('coarse');
    const { user, box } = setUp();
    await user.type(box, '/');
    const opened = await sheet();
    expect(opened.closest('[popover]')).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opened));
    expect(box.getAttribute('aria-controls')).toBeNull();
    await user.click(await screen.findByRole('option', { name: /Board paper/ }));
    expect(box.value).toBe('Write a board paper.');
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes with Escape and with a tap outside, which return the focus', async () => {
    narrow('coarse');
    const { user, box } = setUp();
    await user.type(box, '/');
    await waitFor(async () => expect(document.activeElement).toBe(await sheet()));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(box);
    await user.clear(box);
    await user.type(box, '/');
    const scrim = (await sheet()).closest<HTMLElement>('[popover]');
    if (!scrim) throw new Error('the sheet is not in the top layer');
    await user.click(scrim);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe('/');
  });

  it('with a hardware keyboard, further typing filters the list, and Enter chooses', async () => {
    narrow('fine');
    const { user, box, onSubmit } = setUp();
    await user.type(box, '/');
    const field = await screen.findByRole('combobox', { name: words.search });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('b/oard');
    await waitFor(async () => expect(await options()).toHaveLength(1));
    expect(activeOption(field)).toContain('Board paper');
    await user.keyboard('x');
    expect(await screen.findByText(words.noneFound)).toBeDefined();
    await user.keyboard('{Backspace}');
    await options();
    await user.keyboard('{Enter}');
    expect(box.value).toBe('Write a board paper.');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('stays closed for a draft that starts with a slash', () => {
    narrow('coarse');
    fakeServer({ 'prompts.list': () => ({ items: all, nextCursor: null }) });
    renderInApp(<PromptMenu text="/" box={{ current: document.createElement('textarea') }} onChange={() => {}} />);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
