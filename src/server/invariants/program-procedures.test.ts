/**
 * Procedures that the browser does not call over tRPC. They exist for REST: see docs/decisions/0007-rest.md.
 * Another one without a use in the browser needs a reason here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { appRouter } from '~/server/router';

const download = 'a download, which the browser requests as a file over REST';
const singleRead = 'one item of a list, for programs that change it or wait for it';

const reasons: Record<string, string> = {
  'account.startExport': download,
  'conversations.startExport': download,
  'messages.startExport': download,
  'usage.export': download,
  'waitlist.export': download,
  'backtest.getPublished': singleRead,
  'feedback.get': singleRead,
  'imports.get': singleRead,
  'prompts.get': singleRead,
  'messages.receipt': 'the receipt as JSON, which public/receipts/verify.mjs checks',
  'trackRecord.figures': 'the figures by period, which pages calculate themselves from the ledger',
  'usage.page': 'usage as a list with a cursor; pages show its sums',
  'waitlist.signup': 'called over REST by the public page, which loads no tRPC',
};

it('the browser calls every other procedure', () => {
  const sources = readdirSync('src/client', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(path.join('src/client', file), 'utf8'))
    .join('\n');
  const isCalled = (procedure: string) =>
    new RegExp(`\\b${procedure.replace('.', String.raw`\s*\.\s*`)}\\b`).test(sources);
  const uncalled = Object.keys(appRouter._def.procedures).filter((procedure) => !isCalled(procedure));
  expect(uncalled.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
