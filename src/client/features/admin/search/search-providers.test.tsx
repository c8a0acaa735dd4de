import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { searchProviderWords as words } from '~/client/words/search-providers';
import { uiWords } from '~/client/words/ui';
import type { SearchProviderRow, SearchSettingsView } from '~/shared/schemas/web-search';
import SearchProviders from './search-providers';

const brave: SearchProviderRow = {
  name: 'brave',
  origin: 'stored',
  baseUrl: null,
  engineId: null,
  hasKey: true,
  isEnabled: true,
  isLocked: false,
};
const kagi: SearchProviderRow = { ...brave, name: 'kagi' };
const exa: SearchProviderRow = { ...brave, name: 'exa' };
const settings: SearchSettingsView = { isOff: false, language: 'en', region: null, providers: [brave, kagi] };
const done = () => ({ message: 'Search settings saved' });
const fails = () => {
  throw new ServerError('The service is busy');
};

function page(shown: Partial<SearchSettingsView>, answers: FakeResponses = {}) {
  const requests = fakeServer({ 'webSearch.settings': () => ({ ...settings, ...shown }), ...answers });
  const inputsOf = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { inputsOf, ...renderInApp(<SearchProviders />) };
}
const button = (name: string) => screen.findByRole('button', { name });
const dialog = () => screen.findByRole('dialog');
const rows = () => screen.getAllByRole('listitem');

it('shows that there is no provider, and the consequences', async () => {
  page({ providers: [] });
  expect(await screen.findByText(words.none)).toBeDefined();
  expect(screen.getByText(words.noneNote)).toBeDefined();
  expect(screen.queryByText(words.off)).toBeNull();
});

it("shows that the server's settings turn web search off", async () => {
  page({ isOff: true });
  expect(await screen.findByText(words.off)).toBeDefined();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = page({}, { 'webSearch.settings': () => (isDown ? fails() : settings) });
  expect(await screen.findByText(words.failed)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(await button(uiWords.retry));
  expect(await screen.findByText(words.names.brave)).toBeDefined();
});

it('shows the badges of a provider', async () => {
  page({
    providers: [
      { ...brave, origin: 'settings' },
      { ...kagi, isEnabled: false, isLocked: true },
      { ...exa, name: 'google', engineId: 'abc', hasKey: false },
    ],
  });
  await screen.findByText(words.names.brave);
  const [first, second, third] = rows();
  expect(first?.textContent).toContain(words.fromSettings);
  expect(first?.textContent).toContain(words.withKey);
  expect(second?.textContent).toContain(words.disabled);
  expect(second?.textContent).toContain(words.locked);
  expect(third?.textContent).toContain(words.engine('abc'));
  expect(third?.textContent).not.toContain(words.withKey);
});

it("offers no actions for a provider from the server's settings", async () => {
  page({ providers: [{ ...brave, origin: 'settings' }] });
  expect(await button(words.testNamed(words.names.brave))).toBeDefined();
  expect(screen.queryByRole('button', { name: words.editNamed(words.names.brave) })).toBeNull();
  expect(screen.queryByRole('button', { name: words.removeNamed(words.names.brave) })).toBeNull();
});

it('moves a provider before the one above it', async () => {
  const { user, inputsOf } = page({ providers: [brave, kagi, exa] }, { 'webSearch.saveDefaults': done });
  await screen.findByText(words.names.brave);
  expect(screen.queryByRole('button', { name: words.moveUp(words.names.brave) })).toBeNull();
  await user.click(await button(words.moveUp(words.names.exa)));
  expect(await screen.findByText(words.moved)).toBeDefined();
  expect(inputsOf('webSearch.saveDefaults')).toEqual([{ order: ['brave', 'exa', 'kagi'] }]);
});

it('shows what another administrator changed since the page was last open', async () => {
  const stored = { ...settings };
  const { user, rerender } = page({}, { 'webSearch.settings': () => ({ ...stored }) });
  await screen.findByText(words.names.kagi);
  rerender(<p>Another page</p>);
  Object.assign(stored, { region: 'CH', providers: [brave] });
  rerender(<SearchProviders />);
  await waitFor(() => expect(screen.queryByText(words.names.kagi)).toBeNull());
  const region = screen.getByLabelText<HTMLInputElement>(words.region);
  await waitFor(() => expect(region.value).toBe('CH'));
  const save = await button(words.saveDefaults);
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.clear(region);
  expect(save.getAttribute('aria-disabled')).not.toBe('true');
});

it.each([
  ['removed', 'webSearch.removeProvider', words.removeFailed],
  ['tested', 'webSearch.test', words.testFailed],
] as const)('no longer shows a provider that is gone when it is %s', async (_, path, failed) => {
  const stored = { ...settings };
  const gone = () => {
    throw new ServerError('Search provider not found', { code: 'NOT_FOUND', httpStatus: 404 });
  };
  const { user } = page({}, { 'webSearch.settings': () => ({ ...stored }), [path]: gone });
  const kagiName = words.names.kagi;
  const label = path === 'webSearch.test' ? words.testNamed(kagiName) : words.removeNamed(kagiName);
  const action = await button(label);
  stored.providers = [brave];
  await user.click(action);
  if (path === 'webSearch.removeProvider')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.remove }));
  expect(await screen.findByText(failed)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: label })).toBeNull());
});

it('counts only stored providers when it moves a provider', async () => {
  const { user, inputsOf } = page(
    { providers: [{ ...brave, origin: 'settings' }, kagi, exa] },
    { 'webSearch.saveDefaults': done },
  );
  await screen.findByText(words.names.kagi);
  expect(screen.queryByRole('button', { name: words.moveUp(words.names.kagi) })).toBeNull();
  await user.click(await button(words.moveUp(words.names.exa)));
  await waitFor(() => expect(inputsOf('webSearch.saveDefaults')).toMatchObject([{ order: ['exa', 'kagi'] }]));
});

it.each([
  [
    { ok: true, text: '', milliseconds: 240, results: [{ title: 'ECB', url: 'https://ecb.example/' }] },
    words.found(1, '240'),
  ],
  [{ ok: true, text: '', milliseconds: 240, results: [] }, words.nothingFound],
  [{ ok: false, text: 'The key is wrong', milliseconds: 240, results: [] }, 'The key is wrong'],
])('shows the result of a test search: %s', async (result, text) => {
  const { user, inputsOf } = page({}, { 'webSearch.test': () => result });
  await user.click(await button(words.testNamed(words.names.kagi)));
  const status = await screen.findByText(text);
  expect(rows()[1]?.contains(status)).toBe(true);
  for (const { title, url } of result.results) expect(screen.getByText(`${title} – ${url}`)).toBeDefined();
  expect(inputsOf('webSearch.test')).toEqual([{ name: 'kagi' }]);
});

it('shows that a test search failed', async () => {
  const { user } = page({}, { 'webSearch.test': fails });
  await user.click(await button(words.testNamed(words.names.kagi)));
  expect(await screen.findByText(words.testFailed)).toBeDefined();
});

it('removes a provider only after a confirmation', async () => {
  const { user, inputsOf } = page({}, { 'webSearch.removeProvider': done });
  await user.click(await button(words.removeNamed(words.names.kagi)));
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain(words.removeBody(words.names.kagi));
  await user.click(within(asked).getByRole('button', { name: uiWords.cancel }));
  expect(inputsOf('webSearch.removeProvider')).toEqual([]);
  await user.click(await button(words.removeNamed(words.names.kagi)));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.remove }));
  expect(await screen.findByText(words.removed)).toBeDefined();
  expect(inputsOf('webSearch.removeProvider')).toEqual([{ name: 'kagi' }]);
});

it('adds one of the providers that are not configured yet', async () => {
  const { user, inputsOf } = page({}, { 'webSearch.saveProvider': done });
  await user.click(await button(words.add));
  const form = within(await dialog());
  const options = within(form.getByLabelText(words.provider)).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).not.toContain(words.names.brave);
  await user.selectOptions(form.getByLabelText(words.provider), 'tavily');
  await user.type(form.getByLabelText(words.key), '  tvly-secret ');
  await user.click(form.getByRole('button', { name: words.add }));
  expect(await screen.findByText(words.saved)).toBeDefined();
  expect(inputsOf('webSearch.saveProvider')).toEqual([{ name: 'tavily', apiKey: 'tvly-secret', isEnabled: true }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the fields that the chosen provider requires', async () => {
  const { user, inputsOf } = page({});
  await user.click(await button(words.add));
  const form = within(await dialog());
  await user.selectOptions(form.getByLabelText(words.provider), 'searxng');
  expect(form.queryByLabelText(words.key)).toBeNull();
  await user.click(form.getByRole('button', { name: words.add }));
  await waitFor(() =>
    expect(errorOf(form.getByLabelText(words.address))).toBe('Enter the address of your SearXNG instance'),
  );
  await user.selectOptions(form.getByLabelText(words.provider), 'google');
  await user.click(form.getByRole('button', { name: words.add }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.engineId))).toBe('Enter your search engine id'));
  expect(inputsOf('webSearch.saveProvider')).toEqual([]);
});

it('keeps a stored key if its field is empty', async () => {
  const { user, inputsOf } = page({}, { 'webSearch.saveProvider': done });
  await user.click(await button(words.editNamed(words.names.brave)));
  const form = within(await dialog());
  expect(form.getByText(words.keyKept)).toBeDefined();
  await user.click(form.getByLabelText(words.enabled));
  await user.click(form.getByRole('button', { name: words.save }));
  await waitFor(() => expect(inputsOf('webSearch.saveProvider')).toEqual([{ name: 'brave', isEnabled: false }]));
});

it('shows a field error of the server only beside its field, and keeps the dialog open', async () => {
  const { user } = page(
    {},
    {
      'webSearch.saveProvider': () => {
        throw new ServerError('Failed', { fieldErrors: { apiKey: 'The key was rejected' } });
      },
    },
  );
  await user.click(await button(words.editNamed(words.names.brave)));
  const form = within(await dialog());
  await user.type(form.getByLabelText(words.key), 'wrong');
  await user.click(form.getByRole('button', { name: words.save }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.key))).toBe('The key was rejected'));
  expect(screen.queryByText(words.saveFailed)).toBeNull();
});

it('shows a server error that concerns no field', async () => {
  const { user } = page(
    {},
    {
      'webSearch.saveProvider': () => {
        throw new ServerError('The service is busy.');
      },
    },
  );
  await user.click(await button(words.editNamed(words.names.brave)));
  const form = within(await dialog());
  const save = form.getByRole('button', { name: words.save });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(form.getByLabelText(words.enabled));
  await user.click(save);
  expect(await screen.findByText(words.saveFailed)).toBeDefined();
  expect(screen.getByText('The service is busy.')).toBeDefined();
});

it('saves language and region, and only if they changed', async () => {
  const { user, inputsOf } = page({}, { 'webSearch.saveDefaults': done });
  const region = await screen.findByLabelText(words.region);
  await user.click(screen.getByRole('button', { name: words.saveDefaults }));
  expect(inputsOf('webSearch.saveDefaults')).toEqual([]);
  await user.type(region, 'de');
  await user.click(screen.getByRole('button', { name: words.saveDefaults }));
  expect(await screen.findByText(words.defaultsSaved)).toBeDefined();
  expect(inputsOf('webSearch.saveDefaults')).toEqual([{ language: 'en', region: 'de' }]);
});

it('rejects a language that is not two letters', async () => {
  const { user, inputsOf } = page({});
  const language = await screen.findByLabelText(words.language);
  await user.clear(language);
  await user.type(language, 'd1');
  await user.click(screen.getByRole('button', { name: words.saveDefaults }));
  await waitFor(() => expect(errorOf(language)).toBe('Use two letters, like de'));
  expect(inputsOf('webSearch.saveDefaults')).toEqual([]);
});
