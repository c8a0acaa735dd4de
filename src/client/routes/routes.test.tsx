import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { annualReport, reports, wholeDocument } from '~/client/testing/collections';
import { config } from '~/client/testing/config';
import { banks, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { renderPage } from '~/client/testing/render-page';
import { ada } from '~/client/testing/users';
import { appWords } from '~/client/words/app';
import { authWords } from '~/client/words/auth';
import { collectionsWords } from '~/client/words/collections';
import { groupWords } from '~/client/words/groups';
import { knowledgeWords } from '~/client/words/knowledge';
import { notFoundWords } from '~/client/words/not-found';
import { uiWords } from '~/client/words/ui';

const title = document.title;
beforeEach(() => {
  fakeSocket();
  // Routes scroll the page, which happy-dom does not support.
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(() => {
  document.title = title;
  vi.restoreAllMocks();
});

const empty = { items: [], nextCursor: null };
function page(path: string, user: typeof ada | null, answers: FakeResponses = {}) {
  const requests = fakeServer({
    'auth.user': () => user,
    'auth.config': () => config,
    'conversations.list': () => empty,
    'projects.list': () => empty,
    'collections.list': () => empty,
    'models.list': () => [],
    ...answers,
  });
  const app = renderPage(path);
  const address = () => app.router.state.location.href;
  const paths = () => requests.map((request) => request.path);
  return { requests, address, paths, ...app };
}

it.each(['/qchat', '/collections', '/settings?tab=usage', '/qinvest?open=name', '/admin-setup', '/knowledge'])(
  '%s sends a visitor to the sign-in screen, which returns there, without loading data',
  async (path) => {
    const { address, paths } = page(path, null);
    await waitFor(() => expect(address()).toBe(`/auth?redirect=${encodeURIComponent(path)}`));
    expect(new Set(paths())).toEqual(new Set(['auth.user', 'auth.config']));
  },
);

it.each([
  ['/auth', '/qchat'],
  ['/auth?redirect=%2Fcollections', '/collections'],
  ['/auth?redirect=%2F%2Fevil.example%2F', '/qchat'],
  ['/auth?redirect=https%3A%2F%2Fevil.example%2F', '/qchat'],
])('%s redirects a signed-in user to %s', async (path, target) => {
  const { address } = page(path, ada);
  await waitFor(() => expect(address()).toBe(target));
});

it('the sign-in screen renders once the sign-in methods are loaded', async () => {
  page('/auth', null, { 'auth.config': () => ({ ...config, hasPasswordSignIn: false }) });
  await waitFor(() => expect(document.title).toContain(authWords.signInTitle));
  expect(screen.queryByRole('tab', { name: authWords.signIn })).toBeNull();
});

it('an unreachable server does not sign users out, and is retried', async () => {
  let isDown = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { user, address } = page('/knowledge', ada, {
    'auth.user': () => {
      if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
      return { ...ada, isAdmin: true };
    },
    'collections.overview': () => ({
      documents: 0,
      articles: 0,
      bytes: 0,
      updatedAt: null,
      recent: [],
      mirrorFailures: [],
    }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: appWords.sessionFailed })).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  expect(address()).toBe('/knowledge');
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByRole('heading', { level: 1, name: knowledgeWords.title })).toBeDefined();
});

it('the overview of all collections is for administrators, and is not loaded for others', async () => {
  const { paths } = page('/knowledge', ada);
  await waitFor(() => expect(document.title).toContain(knowledgeWords.title));
  await screen.findByRole('main');
  expect(screen.queryByRole('heading', { name: knowledgeWords.title })).toBeNull();
  expect(paths()).not.toContain('collections.overview');
});

it('an unknown path has its own page, for visitors too', async () => {
  page('/no-such-page', null);
  expect(await screen.findByRole('heading', { level: 1, name: notFoundWords.title })).toBeDefined();
  await waitFor(() => expect(document.title).toContain(notFoundWords.title));
});

it('an open conversation is loaded in one request with the lists beside it', async () => {
  const { requests } = page(`/qchat?c=${rates.id}`, ada, {
    'conversations.get': () => rates,
    'messages.list': () => empty,
  });
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'messages.list',
      input: expect.objectContaining({ conversationId: rates.id }),
    }),
  );
  await waitFor(() => expect(document.title).toContain('Rates'));
});

it('Back leads past a deleted conversation to the one that was opened before it', async () => {
  const socket = fakeSocket();
  const notFound = { code: 'NOT_FOUND', httpStatus: 404, appCode: 'not_found' };
  let isDeleted = false;
  const isRates = (input: unknown) => (input as { conversationId: string }).conversationId === rates.id;
  const { router, address } = page(`/qchat?c=${banks.id}`, ada, {
    'conversations.get': (input) => (isRates(input) ? rates : banks),
    'messages.list': (input) => {
      if (isDeleted && isRates(input)) throw new ServerError('Conversation not found', notFound);
      return empty;
    },
  });
  const opened = ({ id: conversationId }: typeof rates) =>
    waitFor(() => expect(socket.subscriptions()).toContainEqual({ path: 'messages.watch', input: { conversationId } }));
  await opened(banks);
  await router.navigate({ to: '/qchat', search: { c: rates.id } });
  await opened(rates);
  await router.navigate({ to: '/qchat' });
  isDeleted = true;
  router.history.back();
  await opened(rates);
  socket.reject('messages.watch', 'Conversation not found', notFound);
  await waitFor(() => expect(address()).toBe('/qchat'));
  router.history.back();
  await opened(banks);
  expect(address()).toBe(`/qchat?c=${banks.id}`);
});

it.each(['not-an-id', '%00', '..%2F..%2Fadmin'])('the URL parameter "%s" opens no conversation', async (id) => {
  const { paths, router } = page(`/qchat?c=${id}`, ada);
  await waitFor(() => expect(paths()).toContain('conversations.list'));
  expect(router.state.location.search).toEqual({ c: undefined, m: undefined });
  expect(paths()).not.toContain('messages.list');
});

it('an invalid collection id in the URL is ignored', async () => {
  const { paths, router } = page('/collections?collection=../x&document=7', ada);
  await waitFor(() => expect(paths()).toContain('collections.list'));
  expect(router.state.location.search).toEqual({});
  expect(paths()).not.toContain('collections.get');
});

it('a collection stays where it was scrolled to when one of its documents opens and closes', async () => {
  const { user, address } = page(`/collections?collection=${reports.id}`, ada, {
    'collections.get': () => reports,
    'collections.documents': () => ({ ...empty, items: [annualReport] }),
    'collections.document': () => wholeDocument,
  });
  const row = await screen.findByRole('button', { name: annualReport.title });
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  await user.click(row);
  await waitFor(() => expect(address()).toContain(`document=${annualReport.id}`));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).not.toContain('document='));
  await user.click(await screen.findByRole('button', { name: collectionsWords.back }));
  await waitFor(() => expect(scrollTo).toHaveBeenCalled());
  expect(address()).toBe('/collections');
  expect(scrollTo).toHaveBeenCalledOnce();
});

it('a file that is dropped where no element accepts it does not replace the page', async () => {
  const { unmount } = page('/collections', ada);
  const main = await screen.findByRole('main');
  const drag = (type: string, kind: string, target: Element = main) => {
    const dataTransfer = { types: [kind], files: [], dropEffect: 'copy' };
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
    target.dispatchEvent(event);
    return { isPrevented: event.defaultPrevented, effect: dataTransfer.dropEffect };
  };
  expect(drag('dragover', 'Files')).toEqual({ isPrevented: true, effect: 'none' });
  expect(drag('drop', 'Files').isPrevented).toBe(true);
  expect(drag('dragover', 'text/plain')).toEqual({ isPrevented: false, effect: 'copy' });
  const box = main.appendChild(document.createElement('div'));
  box.addEventListener('dragover', (event) => event.preventDefault());
  expect(drag('dragover', 'Files', box)).toEqual({ isPrevented: true, effect: 'copy' });
  unmount();
  expect(drag('drop', 'Files', document.body).isPrevented).toBe(false);
});

it('unknown tabs and problems in the URL are ignored', async () => {
  const { router } = page('/auth?problem=%3Cscript%3E&step=other', null);
  await waitFor(() => expect(document.title).toContain(authWords.signInTitle));
  expect(router.state.location.search).toEqual({});
});

it.each([
  [{ to: '/settings' }, ['emailConfirmation.status', 'account.instructions', 'account.chatPreferences']],
  [{ to: '/settings', search: { tab: 'password' } }, ['identities.list']],
  [{ to: '/qinvest/back-test' }, ['backtest.listPublished', 'backtest.universe']],
] as const)('%o loads its first data before it renders', async (target, expected) => {
  const { router, paths } = page('/no-such-page', ada);
  await screen.findByRole('heading', { level: 1, name: notFoundWords.title });
  await router.preloadRoute(target);
  await waitFor(() => expect(paths()).toEqual(expect.arrayContaining([...expected])));
  expect(screen.getByRole('heading', { level: 1, name: notFoundWords.title })).toBeDefined();
});

describe('data that each visit loads again', () => {
  let visit = 1;
  beforeEach(() => {
    visit = 1;
  });
  const listed = () => ({ ...reports, name: `Reports ${visit}` });
  const answers: FakeResponses = {
    'collections.overview': () => ({
      documents: visit * 1000,
      articles: 0,
      bytes: 0,
      updatedAt: null,
      recent: [],
      mirrorFailures: [],
    }),
    'collections.list': () => ({ items: [listed()], nextCursor: null }),
    'collections.get': listed,
    'collections.documents': () => ({ items: [{ ...annualReport, title: `Annual ${visit}` }], nextCursor: null }),
    'collections.mirror': () => ({
      isAvailable: false,
      isOn: false,
      mayChange: false,
      documents: 0,
      mirrored: 0,
      failed: 0,
      failures: [],
    }),
  };
  const leave = async (router: ReturnType<typeof page>['router']) => {
    await router.navigate({ to: '/$', params: { _splat: 'no-such-page' } });
    await screen.findByRole('heading', { level: 1, name: notFoundWords.title });
    visit++;
  };

  it.each([
    [{ to: '/knowledge' }, ['collections.overview'], () => [`${visit},000`]],
    [{ to: '/collections' }, ['collections.list'], () => [`Reports ${visit}`]],
    [
      { to: '/collections', search: { collection: reports.id } },
      ['collections.get', 'collections.documents'],
      () => [`Reports ${visit}`, `Annual ${visit}`],
    ],
  ] as const)('is requested by the loader of %o, once per visit', async (target, expected, texts) => {
    const { router, paths } = page('/no-such-page', { ...ada, isAdmin: true }, answers);
    await screen.findByRole('heading', { level: 1, name: notFoundWords.title });
    const counts = () => expected.map((path) => paths().filter((sent) => sent === path).length);
    const visited = async (times: number) => {
      await router.navigate(target);
      for (const text of texts()) expect(await screen.findByText(text)).toBeDefined();
      expect(counts()).toEqual(expected.map(() => times));
    };
    // Before the page renders.
    await router.preloadRoute(target);
    await waitFor(() => expect(counts()).toEqual(expected.map(() => 1)));
    // What is preloaded may have changed since.
    visit++;
    await visited(2);
    await leave(router);
    await visited(3);
  });

  it('includes all pages of a list that were open', async () => {
    const { user, router } = page('/collections', ada, {
      ...answers,
      'collections.list': (input) => {
        const isSecond = Boolean((input as { cursor?: string }).cursor);
        const item = { ...listed(), id: isSecond ? annualReport.id : reports.id };
        return { items: [{ ...item, name: `${item.name}${isSecond ? 'b' : 'a'}` }], nextCursor: isSecond ? null : '1' };
      },
    });
    await user.click(await screen.findByRole('button', { name: collectionsWords.more }));
    expect(await screen.findByText('Reports 1b')).toBeDefined();
    await leave(router);
    await router.navigate({ to: '/collections' });
    expect(await screen.findByText('Reports 2a')).toBeDefined();
    expect(screen.getByText('Reports 2b')).toBeDefined();
  });

  it('is not requested again when a document opens', async () => {
    const { user, address, paths } = page(`/collections?collection=${reports.id}`, ada, {
      ...answers,
      'collections.document': () => wholeDocument,
    });
    await user.click(await screen.findByRole('button', { name: 'Annual 1' }));
    await waitFor(() => expect(address()).toContain(`document=${annualReport.id}`));
    await waitFor(() => expect(paths()).toContain('collections.document'));
    expect(paths().filter((path) => ['collections.get', 'collections.documents'].includes(path))).toHaveLength(2);
  });
});

it('a visitor of the back-tests only loads published ones', async () => {
  const { router, paths } = page('/no-such-page', null);
  await screen.findByRole('heading', { level: 1, name: notFoundWords.title });
  await router.preloadRoute({ to: '/qinvest/back-test' });
  await waitFor(() => expect(paths()).toContain('backtest.listPublished'));
  expect(paths()).not.toContain('backtest.universe');
});

describe('the admin settings', () => {
  const group = { id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'Research', memberCount: 0, createdAt: new Date() };
  const admin = (path: string) =>
    page(
      path,
      { ...ada, isAdmin: true },
      {
        'admin.userPage': () => ({ ...empty, total: 0 }),
        'audit.list': () => empty,
        'groups.list': () => ({ ...empty, items: [group] }),
        'groups.members': () => ({ ...empty, group: { id: group.id, name: group.name } }),
        'scim.tokens': () => [],
      },
    );

  it('keep what is searched for and the open group in the URL, so that the back button leads to the list', async () => {
    const { user, address, router } = admin('/settings?tab=admin&section=groups&search=res');
    await user.type(await screen.findByDisplayValue('res'), 'earch');
    await waitFor(() => expect(address()).toBe('/settings?tab=admin&section=groups&search=research'));
    await user.click(await screen.findByRole('button', { name: groupWords.openOf('Research') }));
    const list = '/settings?tab=admin&section=groups&search=research';
    await waitFor(() => expect(address()).toBe(`${list}&group=${group.id}`));
    expect(await screen.findByRole('heading', { name: 'Research' })).toBeDefined();
    router.history.back();
    expect(await screen.findByDisplayValue('research')).toBeDefined();
    expect(address()).toBe(list);
  });

  it('open the audit log as the URL filters it', async () => {
    const { requests } = admin('/settings?tab=admin&section=audit&search=ada%40example.com&kind=sign-in');
    await waitFor(() =>
      expect(requests).toContainEqual({
        path: 'audit.list',
        input: { person: 'ada@example.com', kind: 'sign-in', direction: 'forward' },
      }),
    );
  });

  it('ignore values that are not valid', async () => {
    const { requests } = admin('/settings?tab=admin&section=none&search=7&group=../x&kind=other');
    await waitFor(() =>
      expect(requests).toContainEqual({
        path: 'admin.userPage',
        input: { sort: 'createdAt', sortDirection: 'descending', direction: 'forward' },
      }),
    );
  });
});
