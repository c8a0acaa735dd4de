import { expect, it } from 'vitest';
import { openFence } from './open-fence';

it('finds the unclosed code block at the end of a text', () => {
  expect(openFence('```ts\nconst a')).toBe('```');
  expect(openFence('````md\n```ts\n```\n')).toBe('````');
  expect(openFence('```ts\na\n```\nText')).toBeNull();
  expect(openFence('```inline``` code\n\n~~~a`\nb')).toBe('~~~');
});
