import { afterEach, expect, it } from 'vitest';
import { section, speak } from './words';

const words = section('greetings', { hello: 'Hello', named: (name: string) => `Hello ${name}` });

afterEach(() => speak());

it('speaks English by itself', () => {
  expect(words.hello).toBe('Hello');
  expect(words.named('Ada')).toBe('Hello Ada');
});

it('speaks the language it is given, also where the words were asked for before', () => {
  speak({ greetings: { hello: 'Hallo', named: (name: string) => `Hallo ${name}` } });
  expect(words.hello).toBe('Hallo');
  expect(words.named('Ada')).toBe('Hallo Ada');
});

it('falls back to English for a word the language lacks', () => {
  speak({ greetings: { hello: 'Hallo' } });
  expect(words.named('Ada')).toBe('Hello Ada');
});
