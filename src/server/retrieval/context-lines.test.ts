import { expect, it } from 'vitest';
import { contextOf } from './context-lines';

it('passages of a page have its first lines as context', () => {
  const title = '3M Company\nConsolidated Statement of Cash Flows\n(Millions)\n2018 2017';
  const contexts = contextOf([
    { page: 60, text: `${title}\nNet income 5,363` },
    { page: 60, text: 'Purchases of property (1,577)' },
    { page: 61, text: 'Notes' },
  ]);
  expect(contexts.map((context) => context.trim())).toEqual([title, title, 'Notes']);
});

it('passages under marked headings have these as context, until the next heading of the same level', () => {
  const contexts = contextOf([
    { page: null, text: '# Report\nBegins.' },
    { page: null, text: '## Risks\nMany.' },
    { page: null, text: 'More of them.\n## Outlook' },
    { page: null, text: 'Good.' },
  ]);
  expect(contexts).toEqual(['', 'Report', 'Report\nRisks', 'Report\nOutlook']);
});
