import { expect, it } from 'vitest';
import type { Activity } from '~/shared/schemas/messages';
import { withActivity } from './answer-progress';

const step = (
  label: string,
  state: Activity['state'] = 'running',
  kind: Activity['kind'] = 'web_search',
): Activity => ({
  kind,
  label,
  state,
});

it('an activity replaces its placeholder label once details are known', () => {
  const before = [step('Searching the web'), step('Using a tool', 'done', 'tool')];
  const opened = step('Reading a.example', 'running', 'web_page');
  expect(withActivity(before, opened, 'Searching the web')).toEqual([opened, before[1]]);
});

it('a known activity is not listed twice, and ended activities stay', () => {
  const again = step("Searching 'a'");
  const before = [step("Searching 'a'", 'done'), step('Searching the web', 'done'), step('Searching the web')];
  expect(withActivity(before.slice(0, 2), again, 'Searching the web')).toEqual([again, before[1]]);
  expect(withActivity([step("Searching 'a'", 'done'), step('Searching the web')], again, 'Searching the web')).toEqual([
    again,
  ]);
});
