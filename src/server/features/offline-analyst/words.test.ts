import { expect, it } from 'vitest';
import { blockquote } from './words';

it('a quotation joins the lines of its file', () => {
  expect(blockquote('Margins widened\nin the third  quarter.')).toBe('> Margins widened in the third quarter.\n');
});

it('a quotation shows a heading as a bold line, and keeps paragraphs separate', () => {
  expect(blockquote('## Days\n\nEmployees have\n31 days.')).toBe('> **Days**\n>\n> Employees have 31 days.\n');
  expect(blockquote('# Days\nEmployees have 31 days.')).toBe('> **Days**\n>\n> Employees have 31 days.\n');
});

it('a quotation keeps the rows of a table and the items of a list', () => {
  expect(blockquote('| a | b |\n| --- | --- |\n| 1 | 2 |')).toBe('> | a | b |\n> | --- | --- |\n> | 1 | 2 |\n');
  expect(blockquote('- one\n- two')).toBe('> - one\n> - two\n');
});
