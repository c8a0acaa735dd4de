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

it('an activity takes the place of the label that it had until more was known', () => {
  const before = [step('Searching the web'), step('Using a tool', 'done', 'tool')];
  const opened = step('Reading a.example', 'running', 'web_page');
  expect(withActivity(before, opened, 'Searching the web')).toEqual([opened, before[1]]);
});

it('one that is there already is not listed twice, and what has ended stays', () => {
  const again = step("Searching 'a'");
  const before = [step("Searching 'a'", 'done'), step('Searching the web', 'done'), step('Searching the web')];
  expect(withActivity(before.slice(0, 2), again, 'Searching the web')).toEqual([again, before[1]]);
  expect(withActivity([step("Searching 'a'", 'done'), step('Searching the web')], again, 'Searching the web')).toEqual([
    again,
  ]);
});
