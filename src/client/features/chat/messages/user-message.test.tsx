import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { UserMessage } from './user-message';

it.each([
  ['a bubble with its text', 'Read it', 'Read it'],
  ['no empty bubble if its text is blank, as a message of files may be', ' \n', undefined],
])('shows %s', (_what, content, text) => {
  renderInApp(<UserMessage content={content} attachments={[]} sentAt={new Date()} note={<p>Not sent</p>} />);
  const bubble = screen.getByText('Not sent').parentElement?.querySelector('[dir=auto]');
  expect(bubble?.textContent).toBe(text);
});
