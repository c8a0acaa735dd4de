import { rowsOf } from './route';
import * as example from './search-provider-examples';

const { get, post, put, remove } = rowsOf('Administration');
const unknownName = { 400: 'There is no such search provider.' };
const notStored = { 404: 'This provider is not stored.' };
const ofSettings = { 409: 'The provider comes from the settings of the server.' };

export const searchProviderRoutes = [
  get('/admin/search', 'webSearch.settings', 'Get the search providers of the live web', example.settings, {
    description: 'In the order in which they are asked. Keys are stored encrypted and never returned.',
  }),
  put(
    '/admin/search',
    'webSearch.saveDefaults',
    'Set the order of search providers, and the language and region of searches',
    { message: 'Search settings saved' },
    { body: { example: example.newDefaults } },
  ),
  put(
    '/admin/search/providers',
    'webSearch.saveProvider',
    'Add or change a search provider',
    { message: 'Search provider saved' },
    { body: { example: example.newProvider }, errors: ofSettings },
  ),
  remove(
    '/admin/search/providers',
    'webSearch.removeProvider',
    'Remove a search provider',
    { message: 'Search provider removed' },
    { filters: ['name'], errors: { ...unknownName, ...notStored, ...ofSettings } },
  ),
  post('/admin/search/providers/test', 'webSearch.test', 'Search with a provider', example.test, {
    description: 'The search is real, so the provider may charge for it.',
    body: { example: { name: 'searxng', query: 'ECB deposit rate' } },
    errors: notStored,
  }),
];
