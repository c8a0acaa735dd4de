import { act, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { lazyPart, useIdlePart } from './lazy-part';

const part = { default: () => <p>The part</p> };

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render() {
    return this.state.message ? <p role="alert">{this.state.message}</p> : this.props.children;
  }
}

beforeEach(() => {
  // Silences the errors that React logs for error boundaries.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(load: () => Promise<typeof part>) {
  const Part = lazyPart(load);
  return renderInApp(
    <Boundary>
      <p>The screen</p>
      <Suspense fallback={<p>Loading</p>}>
        <Part />
      </Suspense>
    </Boundary>,
  );
}

it('shows a part once its code is loaded', async () => {
  show(async () => part);
  expect(await screen.findByText('The part')).toBeDefined();
  expect(screen.queryByText('Loading')).toBeNull();
});

it.each([
  ['has no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has one of a proxy', async () => new Response('Bad gateway', { status: 502 })],
])('waits for an unreachable server that %s, without replacing the rest of the screen', async (_name, response) => {
  vi.stubGlobal('fetch', response);
  let attempts = 0;
  show(async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  });
  expect(screen.getByText('The screen')).toBeDefined();
  expect(await screen.findByText('The part')).toBeDefined();
  expect(attempts).toBe(2);
});

it('fails if the server responds, because then it has another version of the page', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  show(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  expect((await screen.findByRole('alert')).textContent).toContain('dynamically imported module');
});

function Idle({ load }: { load: () => Promise<typeof part> }) {
  const Part = useIdlePart(load);
  return Part && <Part />;
}
const showIdle = (load: () => Promise<typeof part>) =>
  renderInApp(
    <Boundary>
      <p>The screen</p>
      <Idle load={load} />
    </Boundary>,
  );

it('loads a part of an idle page again once the server is reachable', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  let attempts = 0;
  showIdle(async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  });
  expect(await screen.findByText('The part')).toBeDefined();
  expect(attempts).toBe(2);
});

it('leaves out a part of an idle page that the server no longer has, and keeps the screen', async () => {
  const checks = vi.fn(async () => new Response('ok'));
  vi.stubGlobal('fetch', checks);
  showIdle(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await vi.waitFor(() => expect(checks).toHaveBeenCalledOnce());
  // Lets the failure arrive.
  await act(async () => {});
  expect(screen.getByText('The screen')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks for such a part again after a minute, because servers of two versions may respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async () => new Response('ok'));
  let isUpdated = false;
  showIdle(async () => {
    if (!isUpdated) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  });
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  isUpdated = true;
  expect(screen.queryByText('The part')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('The part')).toBeDefined();
});
