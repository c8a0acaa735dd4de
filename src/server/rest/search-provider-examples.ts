export const provider = {
  name: 'brave',
  origin: 'stored',
  baseUrl: null,
  engineId: null,
  hasKey: true,
  isEnabled: true,
  isLocked: false,
};
export const settings = { isOff: false, language: 'de', region: 'DE', providers: [provider] };
export const newProvider = { name: 'searxng', baseUrl: 'http://localhost:8080' };
export const newDefaults = { language: 'de', region: 'DE', order: ['brave', 'searxng'] };
export const test = {
  ok: true,
  text: '',
  milliseconds: 310,
  results: [{ title: 'Key ECB interest rates', url: 'https://www.ecb.europa.eu/stats/rates' }],
};
