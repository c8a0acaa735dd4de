import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
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
  act(() => result.current.hide());
  expect(result.current.text).toBe('');
  act(() => result.current.change('Second'));
  act(() => result.current.restore('First'));
  expect(result.current.text).toBe('First\n\nSecond');
});

it('keeps a text in storage until the server has it', () => {
  const first = openDraft('one');
  act(() => first.result.current.change('First'));
  act(() => first.result.current.hide());
  expect(openDraft('one').result.current.text).toBe('First');
  act(() => first.result.current.forget('First'));
  expect(openDraft('one').result.current.text).toBe('');
});
