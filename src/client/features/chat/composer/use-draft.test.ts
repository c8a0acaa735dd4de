import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { forgetAccount } from '~/client/lib/account-storage';
import { fakeServer } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { useDraft } from './use-draft';

function openDraft(conversationId: string) {
  fakeServer({ 'auth.user': () => null });
  return renderHookInApp(() => useDraft(conversationId), undefined);
}

it('restores a draft after a reload', () => {
  const first = openDraft('one');
  act(() => first.result.current.change('Unsent'));
  first.unmount();
  expect(openDraft('one').result.current.text).toBe('Unsent');
  expect(openDraft('two').result.current.text).toBe('');
});

it('clears the box on sending, and on failure restores the text before the text typed since', () => {
  const { result } = openDraft('one');
  act(() => result.current.change('First'));
  act(() => result.current.hide('First'));
  expect(result.current.text).toBe('');
  act(() => result.current.change('Second'));
  act(() => {
    result.current.restore('First');
  });
  expect(result.current.text).toBe('First\n\nSecond');
});

it('keeps a text in storage until the server has it', () => {
  const first = openDraft('one');
  act(() => first.result.current.change('First'));
  act(() => first.result.current.hide('First'));
  expect(openDraft('one').result.current.text).toBe('First');
  act(() => first.result.current.forget('First'));
  expect(openDraft('one').result.current.text).toBe('');
});

it('keeps text that starts like the one that is being sent', () => {
  const { result } = openDraft('one');
  act(() => result.current.change('Yes'));
  act(() => result.current.hide('Yes'));
  act(() => result.current.change("Yesterday's"));
  act(() => result.current.forget('Yes'));
  expect(result.current.text).toBe("Yesterday's");
  expect(openDraft('one').result.current.text).toBe("Yesterday's");
});

it('restores a text that starts like the one typed since', () => {
  const { result } = openDraft('one');
  act(() => result.current.hide('Yes'));
  act(() => result.current.change('Yesterday'));
  act(() => {
    result.current.restore('Yes');
  });
  expect(result.current.text).toBe('Yes\n\nYesterday');
});

it('keeps both a text that is being sent and the text typed since, also after a reload', () => {
  const first = openDraft('one');
  act(() => first.result.current.hide('First'));
  act(() => first.result.current.change('Second'));
  first.unmount();
  expect(openDraft('one').result.current.text).toBe('First\n\nSecond');
});

it('removes a sent text from the box that replaced the one it was sent from', () => {
  const first = openDraft('one');
  act(() => first.result.current.hide('First'));
  first.unmount();
  const second = openDraft('one');
  const other = openDraft('two');
  act(() => second.result.current.change('First\n\nSecond'));
  act(() => other.result.current.change('First'));
  act(() => first.result.current.forget('First'));
  expect(second.result.current.text).toBe('Second');
  expect(other.result.current.text).toBe('First');
});

it('keeps what another box stored when the box that sent a text is gone', () => {
  const first = openDraft('one');
  act(() => first.result.current.hide('First'));
  act(() => first.result.current.change('Old'));
  first.unmount();
  const second = openDraft('one');
  act(() => second.result.current.change('New'));
  second.unmount();
  act(() => first.result.current.forget('First'));
  expect(openDraft('one').result.current.text).toBe('New');
});

it('restores nothing after its account has signed out', () => {
  const { result, unmount } = openDraft('one');
  act(() => result.current.hide('First'));
  unmount();
  forgetAccount('');
  act(() => {
    result.current.restore('First');
  });
  expect(Object.keys(localStorage)).toEqual([]);
});

it('a message without text changes no draft', () => {
  const { result } = openDraft('one');
  act(() => result.current.hide(''));
  act(() => result.current.change('Second'));
  act(() => {
    result.current.restore('');
  });
  expect(result.current.text).toBe('Second');
  act(() => result.current.forget(''));
  expect(result.current.text).toBe('Second');
});
