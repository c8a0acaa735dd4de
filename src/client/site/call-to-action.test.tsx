import { waitFor } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signUpPage } from '~/client/lib/sign-up-page';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { CallToAction } from './call-to-action';
import { activateButton } from './main-button';
import { type SiteSession, siteSession } from './session-store';

describe('the session on a public page', () => {
  it.each<[string, () => typeof ada | null, SiteSession]>([
    ['a user', () => ada, { state: 'in', userId: ada.id, email: ada.email }],
    ['a visitor', () => null, { state: 'out' }],
  ])('%s', async (_, user, session) => {
    fakeServer({ 'auth.user': user });
    expect(await siteSession.load()).toEqual(session);
    expect(siteSession.get()).toEqual(session);
  });

  it.each([
    ['the server cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server is overloaded', async () => new Response('busy', { status: 503 })],
    ['something else answers', async () => new Response('<html></html>', { status: 200 })],
  ])('is unknown if %s', async (_, fetch) => {
    vi.stubGlobal('fetch', fetch);
    expect(await siteSession.load()).toEqual({ state: 'unknown' });
  });

  it('is unknown if the server returns an error', async () => {
    fakeServer({
      'auth.user': () => {
        throw new ServerError('Too many requests');
      },
    });
    expect(await siteSession.load()).toEqual({ state: 'unknown' });
  });

  it('notifies subscribers until they unsubscribe', async () => {
    fakeServer({ 'auth.user': () => null });
    const listener = vi.fn();
    const stop = siteSession.subscribe(listener);
    await siteSession.load();
    expect(listener).toHaveBeenCalledOnce();
    stop();
    await siteSession.load();
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('the main button', () => {
  let button: HTMLButtonElement;
  const assign = vi.spyOn(window.location, 'assign');
  afterAll(() => void assign.mockRestore());
  beforeEach(() => {
    assign.mockReset();
    const { container } = renderInApp(<CallToAction />);
    const found = container.querySelector<HTMLButtonElement>('[data-main-button]');
    if (!found) throw new Error('There is no main button');
    button = found;
  });
  const shownLabel = () =>
    [...button.querySelectorAll<HTMLElement>('[data-label]')]
      .filter(({ hidden }) => !hidden)
      .map(({ dataset }) => dataset.label);

  it('is disabled at first', () => {
    expect(button.disabled).toBe(true);
    expect(shownLabel()).toEqual(['loading']);
  });

  it.each<[SiteSession, string, string]>([
    [{ state: 'in', userId: ada.id, email: ada.email }, 'open', '/qchat'],
    [{ state: 'out' }, 'start', signUpPage],
    [{ state: 'unknown' }, 'start', signUpPage],
  ])('for %o, shows "%s" and leads to %s', async (session, label, page) => {
    activateButton(button, session);
    expect(button.disabled).toBe(false);
    expect(shownLabel()).toEqual([label]);
    button.click();
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(page));
  });

  it('is disabled again while the session is loading', () => {
    activateButton(button, { state: 'out' });
    activateButton(button, { state: 'loading' });
    expect(button.disabled).toBe(true);
    expect(shownLabel()).toEqual(['loading']);
  });
});
