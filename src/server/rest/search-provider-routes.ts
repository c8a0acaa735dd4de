import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('Administration');

export const searchProviderRoutes = [
  get('/admin/search', 'webSearch.settings'),
  put('/admin/search', 'webSearch.saveDefaults', {
    message: 'Search settings saved',
    body: { language: 'de', region: 'DE', order: ['brave', 'searxng'] },
  }),
  put('/admin/search/providers', 'webSearch.saveProvider', {
    message: 'Search provider saved',
    body: { name: 'searxng', baseUrl: 'http://localhost:8080' },
  }),
  remove('/admin/search/providers', 'webSearch.removeProvider', 'Search provider removed'),
  post('/admin/search/providers/test', 'webSearch.test', { body: { name: 'searxng', query: 'ECB deposit rate' } }),
];
