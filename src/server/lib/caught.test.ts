import { expect, it } from 'vitest';
import { codeOf, messageOf } from './caught';

const withCode = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

it.each([
  ['an error of a system call', withCode, 'ENOSPC', 'no space left'],
  ['an error without a code', new Error('broken'), undefined, 'broken'],
  ['an object of another library', { code: '57014', message: 'canceled' }, '57014', 'canceled'],
  ['a code that is a number', { code: 7 }, undefined, '[object Object]'],
  ['a text', 'gone', undefined, 'gone'],
  ['null', null, undefined, 'null'],
  ['undefined', undefined, undefined, 'undefined'],
])('reads the code and the message of %s', (_what, caught, code, message) => {
  expect([codeOf(caught), messageOf(caught)]).toEqual([code, message]);
});
