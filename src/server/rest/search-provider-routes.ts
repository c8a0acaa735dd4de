import { rowsOf } from './route';
import * as example from './search-provider-examples';

const { get, post, put, remove } = rowsOf('Administration');

export const searchProviderRoutes = [
  get('/admin/search', 'webSearch.settings', example.settings),
  put('/admin/search', 'webSearch.saveDefaults', 'Search settings saved', { body: example.newDefaults }),
  put('/admin/search/providers', 'webSearch.saveProvider', 'Search provider saved', { body: example.newProvider }),
  remove('/admin/search/providers', 'webSearch.removeProvider', 'Search provider removed'),
  post('/admin/search/providers/test', 'webSearch.test', example.test, {
    body: { name: 'searxng', query: 'ECB deposit rate' },
  }),
];
