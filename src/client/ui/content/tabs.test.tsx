import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Tabs } from './tabs';

const items = ['Models', 'Days', 'Users'].map((label) => ({ value: label, label, content: `${label} here` }));

function Usage() {
  const [value, setValue] = useState('Models');
  return <Tabs label="Usage by" items={items} value={value} onChange={setValue} />;
}
afterEach(() => vi.restoreAllMocks());

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

it('shows only the panel of the selected tab, labeled by it', async () => {
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
])('%s selects %s and focuses it', async (keys, label) => {
  const { user } = renderInApp(<Usage />);
  screen.getByRole('tab', { selected: true }).focus();
  await user.keyboard(keys);
  expect(selected()).toBe(label);
  expect(document.activeElement?.textContent).toBe(label);
});

it('is a single tab stop', async () => {
  const { user } = renderInApp(<Usage />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Models');
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});

it('scrolls until the selected tab is visible', async () => {
  // The tab list is 200 pixels wide, each tab 100.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('role') === 'tablist') return new DOMRect(0, 0, 200, 40);
    const place = items.findIndex(({ label }) => label === this.textContent);
    return new DOMRect(place * 100 - (this.parentElement?.scrollLeft ?? 0), 0, 100, 40);
  });
  const { user } = renderInApp(<Usage />);
  const line = screen.getByRole('tablist');
  expect(line.scrollLeft).toBe(0);
  await user.click(screen.getByRole('tab', { name: 'Users' }));
  expect(line.scrollLeft).toBe(100);
  await user.click(screen.getByRole('tab', { name: 'Days' }));
  expect(line.scrollLeft).toBe(100);
  await user.keyboard('{Home}');
  expect(line.scrollLeft).toBe(0);
});
