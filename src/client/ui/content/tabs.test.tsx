import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Tabs } from './tabs';

const items = ['Models', 'Days', 'Users'].map((label) => ({ value: label, label, content: `${label} here` }));

function Usage() {
  const [value, setValue] = useState('Models');
  return <Tabs label="Usage by" items={items} value={value} onChange={setValue} />;
}
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

it('shows the panel of the selected tab alone, named by it', async () => {
  const { user } = renderInApp(<Usage />);
  expect(screen.getByRole('tablist', { name: 'Usage by' })).toBeDefined();
  expect(screen.getByRole('tabpanel', { name: 'Models' }).textContent).toBe('Models here');
  await user.click(screen.getByRole('tab', { name: 'Days' }));
  expect(screen.getByRole('tabpanel', { name: 'Days' }).textContent).toBe('Days here');
  expect(screen.queryByText('Models here')).toBeNull();
});

it.each([
  ['{ArrowRight}', 'Days'],
  ['{ArrowLeft}', 'Users'],
  ['{End}', 'Users'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Models'],
  ['{End}{Home}', 'Models'],
])('%s selects %s and moves the focus there', async (keys, label) => {
  const { user } = renderInApp(<Usage />);
  screen.getByRole('tab', { selected: true }).focus();
  await user.keyboard(keys);
  expect(selected()).toBe(label);
  expect(document.activeElement?.textContent).toBe(label);
});

it('is one stop of the Tab key', async () => {
  const { user } = renderInApp(<Usage />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Models');
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});
