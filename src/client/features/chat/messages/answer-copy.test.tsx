import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { AnswerMarkdown } from '../markdown/answer-markdown';
import { copiedHtml } from './answer-copy';

it('copies the boxes of a task list as characters', () => {
  const { container } = renderInApp(
    <AnswerMarkdown content={'- [x] Read the report\n- [ ] Ask the bank'} citations={undefined} isRunning={false} />,
  );
  const copied = document.createElement('div');
  copied.innerHTML = copiedHtml(container, []);
  expect(copied.querySelector('input')).toBeNull();
  expect([...copied.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '☑ Read the report',
    '☐ Ask the bank',
  ]);
});
