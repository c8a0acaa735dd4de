/** Answers one question of a plan: searches, reads pages, and returns a note with the pages that support it. */
import type { Deps } from '~/server/deps';
import { savePageForResearch } from '~/server/features/citations/pages/save-page';
import { frameWeb } from '~/server/features/web/page-frame';
import { readPage } from '~/server/features/web/read-page';
import { WebSession } from '~/server/features/web/web-session';
import { webTools } from '~/server/features/web/web-tools';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { startInBytes } from '~/server/lib/tokens/cut-bytes';
import type { ReadPage } from '~/server/providers/pages/types';
import { SearchError } from '~/server/providers/search/types';
import { askForResearch } from './ask-for-research';
import { readEarlier } from './research-background';
import { notePrompt, requestWords } from './research-prompts';
import { type PageSource, type Research, type ResearchStep, storeProgress } from './research-store';
import type { WebAccess } from './web-access';

const maxSearches = 8;
const maxPagesRead = 4;
/** Of all pages together, per token of the model's context window. */
const bytesPerToken = 1.2;

interface Work {
  deps: Deps;
  chosen: ChosenModel;
  research: Research;
  step: ResearchStep;
  /** Limit of pages for this step. */
  pages: number;
  signal: AbortSignal;
}

export type Note = Pick<ResearchStep, 'note' | 'pages' | 'sources'> & { state: 'done' | 'failed' };

export function collectNote(access: WebAccess, work: Work): Promise<Note> {
  if (access === 'tools') return collectWithTools(work);
  return access === 'hosted' ? collectHosted(work) : collectPrefetched(work);
}

async function collectWithTools({ deps, chosen, research, step, pages, signal }: Work): Promise<Note> {
  const session = new WebSession(chosen.limits.contextTokens, { searches: maxSearches, pages });
  session.saveWith(savePageForResearch(deps, research.id));
  session.guard.allowIn(research.question);
  session.guard.addSecret(research.question);
  const earlier = await readEarlier(deps, chosen, research);
  for (const question of earlier?.questions ?? []) session.guard.allowIn(question);
  session.guard.addSecret(earlier?.framed ?? '');
  const request = {
    systemPrompt: notePrompt(new Date()),
    turns: [{ role: 'user' as const, content: requestWords(research, step.question) }],
    tools: webTools(deps, session),
    isWebOff: true,
  };
  const onActivity = (doing: string) => storeProgress(deps.db, step.id, doing, session.pages.length);
  const { text } = await askForResearch(deps, chosen, research, request, signal, onActivity);
  return noteOf(text, session.pages.map(sourceOf));
}

/** The provider decides what it reads. The budget limits the pages cited by the note, which are read for its checks. */
async function collectHosted({ deps, chosen, research, step, pages, signal }: Work): Promise<Note> {
  const request = {
    systemPrompt: `${notePrompt(new Date())}\nDraw on at most ${pages} ${pages === 1 ? 'page' : 'pages'}.`,
    turns: [{ role: 'user' as const, content: requestWords(research, step.question) }],
  };
  const onActivity = (doing: string) => storeProgress(deps.db, step.id, doing, 0);
  const { text, citations } = await askForResearch(deps, chosen, research, request, signal, onActivity);
  const found = citations.flatMap(({ url, title, source }) => (url ? [{ url, title: title ?? source }] : []));
  return noteOf(text, [...new Map(found.map((source) => [source.url, source])).values()].slice(0, pages));
}

async function collectPrefetched(work: Work): Promise<Note> {
  const { deps, chosen, research, step, signal } = work;
  await storeProgress(deps.db, step.id, `Searching '${step.question}'`, 0);
  const read = await readFor(work);
  if (read.length === 0) return noteOf('', []);
  await storeProgress(deps.db, step.id, 'Writing a note', read.length);
  const bytesPerPage = (chosen.limits.contextTokens * bytesPerToken) / read.length;
  const texts = read.map(({ url, text }) => frameWeb(`The page ${url}:`, startInBytes(text, bytesPerPage)));
  const request = {
    systemPrompt: notePrompt(new Date()),
    turns: [{ role: 'user' as const, content: [requestWords(research, step.question), ...texts].join('\n\n') }],
    isWebOff: true,
  };
  const { text } = await askForResearch(deps, chosen, research, request, signal);
  return noteOf(text, read.map(sourceOf));
}

/** The readable ones of the first pages in the search results. */
async function readFor({ deps, research, step, pages, signal }: Work): Promise<ReadPage[]> {
  const count = Math.min(pages, maxPagesRead);
  const hits = await deps.search.search({ query: step.question, count }, signal).catch((error: unknown) => {
    // Without search results this question stays open, and the others continue.
    if (error instanceof SearchError) return [];
    throw error;
  });
  const keep = savePageForResearch(deps, research.id);
  const readings = await Promise.all(
    hits.slice(0, count).map(async ({ url }) => {
      const reading = await readPage(deps, url, signal);
      if (reading.state === 'unreadable') return [];
      await keep(url, reading);
      return [reading];
    }),
  );
  return readings.flat();
}

const sourceOf = ({ url, title }: ReadPage): PageSource => ({ url, title });

/** A note without a supporting page is not evidence. */
const noteOf = (text: string, sources: PageSource[]): Note => ({
  note: text,
  sources,
  pages: sources.length,
  state: text !== '' && sources.length > 0 ? 'done' : 'failed',
});
