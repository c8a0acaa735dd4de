import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { toSources } from '~/shared/answer-text/sources';
import { AnswerSourcesContext } from './answer-sources';
import { SourceChips } from './source-chips';

it('lists all sources for printing, with their titles and URLs', () => {
  const pages = Array.from({ length: 7 }, (_, index) => ({ source: 'ECB', url: `https://ecb.example/${index + 1}` }));
  const file = { source: 'report.pdf', objectId: '00000000-0000-4000-8000-000000000002', page: 3 };
  const sources = toSources([{ source: 'ECB', url: 'https://ecb.example/rates', title: 'Key rates' }, file, ...pages]);
  const { container } = renderInApp(
    <AnswerSourcesContext value={{ sources, open: () => {} }}>
      <SourceChips />
    </AnswerSourcesContext>,
  );
  const lines = [...container.querySelectorAll<HTMLElement>('[data-print-only] li')].map(({ dataset }) => dataset.line);
  expect(lines).toHaveLength(9);
  expect(lines.slice(0, 3)).toEqual([
    '[1] Key rates, ecb.example, https://ecb.example/rates',
    '[2] report.pdf, Page 3',
    '[3] ecb.example, https://ecb.example/1',
  ]);
});
