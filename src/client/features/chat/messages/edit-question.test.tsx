import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { forgetAccount } from '~/client/lib/account-storage';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { question } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { versionWords as words } from '~/client/words/versions';
import { limits } from '~/shared/limits';
import type { ChatMessage } from '~/shared/schemas/messages';
import { unknownAbilities } from '~/shared/schemas/models';
import type { EditedQuestion } from '../thread/thread-actions';
import { EditQuestion } from './edit-question';
import { Question } from './question';
import { Regenerate } from './regenerate';
import { Versions } from './versions';

const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: words.editing });

function edit(onSend = vi.fn(async (_: EditedQuestion) => {})) {
  const onCancel = vi.fn();
  fakeServer({ 'auth.user': () => null });
  const message = { ...question, content: 'Why?' };
  const app = renderInApp(<EditQuestion message={message} isFocused onSend={onSend} onCancel={onCancel} />);
  return { onSend, onCancel, ...app };
}

it('starts with the existing text and the caret at its end, and sends nothing unchanged or empty', async () => {
  const { user, onSend } = edit();
  expect(document.activeElement).toBe(box());
  expect(box().selectionStart).toBe(4);
  expect(press(words.send).disabled).toBe(true);
  await user.keyboard('{Enter}');
  await user.clear(box());
  await user.type(box(), '  {Enter}');
  expect(onSend).not.toHaveBeenCalled();
});

it('sends the new text with Enter, and adds a line with Shift+Enter', async () => {
  const { user, onSend } = edit();
  await user.type(box(), ' Now{Shift>}{Enter}{/Shift}please{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
  expect(onSend.mock.calls[0]?.[0].content).toBe('Why? Now\nplease');
});

it("does not send with the Enter that ends an input method's composition", async () => {
  const { user, onSend } = edit();
  await user.type(box(), '日本');
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
});

it('leaves the question unchanged with Escape and with Cancel', async () => {
  const { user, onCancel, onSend } = edit();
  await user.type(box(), ' Now{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
  await user.click(press(words.cancel));
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(onSend).not.toHaveBeenCalled();
});

it('shows that a text is too long, and does not send it', async () => {
  const { user, onSend } = edit();
  await user.clear(box());
  await user.paste('a'.repeat(limits.messageCharacters + 1));
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('2001/2000')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  await user.keyboard('{Backspace}{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
});

it('is sent only once while the request is pending', async () => {
  const { user, onSend } = edit(vi.fn(() => new Promise<void>(() => {})));
  await user.type(box(), ' Now{Enter}{Enter}');
  await user.click(press(words.send));
  expect(onSend).toHaveBeenCalledOnce();
});

it('keeps a text that could not be sent, and resends it as the same message', async () => {
  const { user, onSend } = edit(
    vi.fn(async () => {
      throw new ServerError('The service is busy', { httpStatus: 503 });
    }),
  );
  await user.type(box(), ' Now{Enter}');
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(box().value).toBe('Why? Now');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(2));
  await user.type(box(), '!{Enter}');
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(3));
  const ids = onSend.mock.calls.map(([sent]) => (sent as EditedQuestion).clientRequestId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

it('returns the focus to the button of a question that was not changed', async () => {
  fakeServer({});
  const versions = { edit: vi.fn(async () => {}), show: vi.fn() };
  const actions = { retry: () => {}, openSource: () => {}, versions } as never;
  const { user } = renderInApp(<Question message={question} actions={actions} />);
  await user.click(await screen.findByRole('button', { name: words.edit }));
  await screen.findByRole('textbox', { name: words.editing });
  await user.keyboard(' Now{Escape}');
  expect(screen.getByText(question.content)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(press(words.edit)));
  await user.click(press(words.edit));
  await user.type(await screen.findByRole('textbox', { name: words.editing }), ' Now{Enter}');
  expect(versions.edit).toHaveBeenCalledExactlyOnceWith(
    question.id,
    expect.objectContaining({ content: `${question.content} Now` }),
  );
});

describe('an unsent new text', () => {
  function open(message = question, versions: ChatMessage[] = []) {
    fakeServer({ 'auth.user': () => null, 'messages.versions': () => ({ items: [message, ...versions] }) });
    return show(message);
  }
  function show(message = question) {
    const versions = { edit: vi.fn(async () => {}), show: vi.fn() };
    const actions = { retry: () => {}, openSource: () => {}, versions } as never;
    return renderInApp(<Question message={message} actions={actions} />);
  }
  /** Types a new text, and leaves the page. */
  async function leave() {
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: words.edit }));
    await user.type(await screen.findByRole('textbox', { name: words.editing }), ' Now');
    unmount();
  }
  const isClosed = async () => {
    expect(await screen.findByRole('button', { name: words.edit })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: words.editing })).toBeNull();
  };

  it('is shown again after a reload, without taking the focus', async () => {
    await leave();
    const { user, unmount } = open();
    const restored = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: words.editing });
    expect(restored.value).toBe(`${question.content} Now`);
    expect(document.activeElement).toBe(document.body);
    unmount();
    const other = open({ ...question, id: 'other' });
    await isClosed();
    other.unmount();
    open();
    await user.type(await screen.findByRole('textbox', { name: words.editing }), '!{Enter}');
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  });

  it('is shown again if its versions cannot be loaded', async () => {
    await leave();
    fakeServer({ 'auth.user': () => null });
    show();
    expect(await screen.findByRole('textbox', { name: words.editing })).toBeDefined();
  });

  it('is forgotten if it was sent, and only the response was lost', async () => {
    await leave();
    open(question, [{ ...question, id: 'sent', content: `${question.content} Now` }]);
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
    await isClosed();
  });

  it('is forgotten when editing is canceled', async () => {
    await leave();
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: words.cancel }));
    await isClosed();
    unmount();
    open();
    await isClosed();
  });

  it('is deleted when its account signs out', async () => {
    await leave();
    forgetAccount('');
    open();
    await isClosed();
  });

  it('is not kept if it is empty or the same as before', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: words.edit }));
    const opened = await screen.findByRole('textbox', { name: words.editing });
    await user.type(opened, '!{Backspace}');
    expect(Object.keys(localStorage)).toEqual([]);
    await user.clear(opened);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

const version = (number: number) => ({
  ...question,
  id: `v${number}`,
  versions: {
    number,
    count: 3,
    previousId: number > 1 ? `v${number - 1}` : null,
    nextId: number < 3 ? `v${number + 1}` : null,
  },
});

it('switches between versions, and keeps the focus on the pressed arrow until it is disabled', async () => {
  const onShow = vi.fn();
  const { user, rerender } = renderInApp(<Versions message={version(1)} onShow={onShow} />);
  expect(screen.getByRole('group', { name: words.version }).textContent).toBe('1 / 3');
  expect(press(words.previous).disabled).toBe(true);
  await user.click(press(words.next));
  expect(onShow).toHaveBeenCalledExactlyOnceWith('v2');
  rerender(<Versions message={version(2)} onShow={onShow} />);
  expect(document.activeElement).toBe(press(words.next));
  await user.click(press(words.next));
  rerender(<Versions message={version(3)} onShow={onShow} />);
  expect(press(words.next).disabled).toBe(true);
  expect(document.activeElement).toBe(press(words.previous));
});

it('shows no arrows for the only version of a question', () => {
  const { container } = renderInApp(<Versions message={question} onShow={() => {}} />);
  expect(container.textContent).toBe('');
});

const model = (id: string) => ({
  id,
  name: `${id} model`,
  endpointId: null,
  isDefault: false,
  contextTokens: 8192,
  maxOutputTokens: null,
  canResearch: true,
  abilities: unknownAbilities,
});
function regenerate(ids: string[], isRetrying = false) {
  const requests = fakeServer({ 'models.list': () => ids.map(model) });
  const onRetry = vi.fn();
  const app = renderInApp(<Regenerate modelId="deep" isRetrying={isRetrying} onRetry={onRetry} />);
  return { requests, onRetry, ...app };
}

it('rewrites an answer at once if there is no other model', async () => {
  const { user, onRetry, requests } = regenerate(['deep']);
  await waitFor(() => expect(requests).toHaveLength(1));
  await user.click(press(words.regenerate));
  expect(onRetry).toHaveBeenCalledExactlyOnceWith();
  expect(screen.queryByRole('menu')).toBeNull();
});

it('offers the same model and all others', async () => {
  const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
  const { user, onRetry } = regenerate(['deep', ...others]);
  await waitFor(() => expect(press(words.regenerate).getAttribute('aria-haspopup')).toBe('menu'));
  await user.click(press(words.regenerate));
  expect(screen.getAllByRole('menuitem')).toHaveLength(12);
  await user.click(screen.getByRole('menuitem', { name: 'b model' }));
  expect(onRetry).toHaveBeenCalledExactlyOnceWith('b');
  await user.click(press(words.regenerate));
  await user.click(screen.getByRole('menuitem', { name: words.sameModel }));
  expect(onRetry).toHaveBeenLastCalledWith();
});

it.each([
  ['one model', ['deep']],
  ['several models', ['deep', 'fast']],
])('with %s, does not request an answer again that is already being rewritten', async (_, ids) => {
  const { user, onRetry, requests } = regenerate(ids, true);
  await waitFor(() => expect(requests).toHaveLength(1));
  if (ids.length > 1) await waitFor(() => expect(press(words.regenerate).getAttribute('aria-haspopup')).toBe('menu'));
  await user.click(press(words.regenerate));
  for (const item of screen.queryAllByRole('menuitem')) await user.click(item);
  expect(onRetry).not.toHaveBeenCalled();
});
