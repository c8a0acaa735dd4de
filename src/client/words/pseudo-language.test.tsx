/** Draws parts of the product in a language that is not English: a word that stays English is not in the catalogue. */
import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '~/client/app/theme';
import { RunningActivity } from '~/client/features/chat/messages/activities';
import { AnswerEnd } from '~/client/features/chat/messages/answer-end';
import { TypingIndicator } from '~/client/features/chat/messages/typing-indicator';
import { KnowledgePage } from '~/client/features/knowledge/knowledge-page';
import type { Language, Section } from '~/client/lib/words';
import { speak } from '~/client/lib/words';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { PasswordField } from '~/client/ui/form/password-field';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { DataTable } from '~/client/ui/table/data-table';

const english = import.meta.glob<Record<string, Section>>(['./*.ts', '!./*.test.ts'], { eager: true });

/** 'Retry' → '[Ŕéťŕý]': readable, unmistakable, and a third longer, as other languages are. */
const letters: Record<string, string> = {
  a: 'å',
  e: 'é',
  i: 'î',
  o: 'ö',
  u: 'û',
  y: 'ý',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
};

function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return `[${[...value].map((letter) => letters[letter] ?? letter).join('')}…]`;
  if (typeof value === 'function') return (...args: unknown[]) => `[${value(...args)}…]`;
  if (Array.isArray(value)) return value.map(pseudo);
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, word]) => [key, pseudo(word)]));
  }
  return value;
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

beforeAll(() => {
  const language: Language = {};
  for (const [file, exported] of Object.entries(english)) {
    const name = camel(/\.\/(.*)\.ts$/.exec(file)?.[1] ?? '');
    for (const words of Object.values(exported)) {
      if (words && typeof words === 'object') language[name] = pseudo({ ...words }) as Section;
    }
  }
  speak(language);
});
afterAll(() => speak());

/** What a person would see or hear of it. */
function texts(part: ReactNode): string[] {
  const html = renderToStaticMarkup(<ChakraProvider value={system}>{part}</ChakraProvider>)
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll('&quot;', '"');
  const shown = [...html.matchAll(/>([^<]+)</g), ...html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)];
  return shown.map(([, text = '']) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
}

const table = {
  caption: '[table]',
  columns: [{ key: 'name', header: '[Name]', cell: () => '[row]', sortable: true }],
  rowKey: () => 'row',
  loadingText: '[Loading]',
  emptyText: '[None]',
};

const parts: Record<string, ReactNode> = {
  'an error': <ErrorState onRetry={() => {}} />,
  'a question before deleting': (
    <ConfirmDialog
      isOpen
      pending
      title="[t]"
      body="[b]"
      confirmLabel="[Delete]"
      onConfirm={() => {}}
      onClose={() => {}}
    />
  ),
  'a password': <PasswordField label="[Password]" />,
  'waiting for a page': <PageSpinner />,
  'a table with more to come': (
    <DataTable {...table} rows={[1]} more={{ hasMore: true, isLoading: false, isError: false, load: () => {} }} />
  ),
  'an activity': <RunningActivity activities={[{ kind: 'web_search', label: '', state: 'running' }]} />,
  thinking: <TypingIndicator />,
  'a failed answer': <AnswerEnd metadata={{ status: 'failed' }} onRetry={() => {}} isRetrying={false} />,
  'a stopped answer': <AnswerEnd metadata={{ status: 'stopped' }} onRetry={undefined} isRetrying={false} />,
  'the knowledge base': <KnowledgePage />,
};

it.each(Object.entries(parts))('%s speaks another language', (_name, part) => {
  const said = texts(part);
  expect(said).not.toEqual([]);
  expect(said.filter((text) => !/\[.*\]/.test(text))).toEqual([]);
});
