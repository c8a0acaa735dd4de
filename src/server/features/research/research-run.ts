/** Works through the questions of a research run in parallel, within its budget, until its report is written. */
import type { Deps } from '~/server/deps';
import { pause } from '~/server/lib/wait';
import type { ChatMessage } from '~/shared/schemas/messages';
import { askForResearch } from './ask-for-research';
import { collectNote } from './collect-note';
import { budgetUsedUp, nothingFound, noWeb } from './research.errors';
import { framedNotes, gapsOf, requestWords, reviewPrompt } from './research-prompts';
import {
  changeState,
  clearProgress,
  type Research,
  type ResearchStep,
  readReport,
  readResearch,
  storeNote,
  storeReview,
} from './research-store';
import type { Researcher } from './researcher';
import { type WebAccess, webAccessOf } from './web-access';
import { prepareReport } from './write-report';

const stepsAtOnce = 3;
/** How often to check whether the report is finished. */
const pollMs = 500;

interface Run {
  deps: Deps;
  researcher: Researcher;
  id: string;
  /** Aborts everything: the process stops, or the user has stopped the research. */
  signal: AbortSignal;
  /** Also aborts when the time of the budget is used up. */
  collecting: AbortSignal;
}

/** Continues the research where the last run ended. */
export async function runSteps(run: Run): Promise<void> {
  const access = await webAccessOf(run.deps, run.researcher.chosen);
  if (!access) throw noWeb();
  await clearProgress(run.deps.db, run.id);
  const research = await read(run);
  if (research.messageId === null) {
    await withinTimeBudget(run, async () => {
      await collectAll(run, access);
      await reviewNotes(run);
      await collectAll(run, access);
    });
  }
  await writeReport(run);
}

/** When the time is used up, the report is written from the notes so far. */
async function withinTimeBudget({ signal, collecting }: Run, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal.aborted || !collecting.aborted) throw error;
  }
}

async function read({ deps, id }: Run): Promise<Research> {
  const research = await readResearch(deps.db, id);
  if (!research) throw new Error('The research was deleted');
  return research;
}

/**
 * Answers every question that has no note yet. If one fails, the others end before this throws: they would otherwise
 * continue beside the next attempt of the job.
 */
async function collectAll(whole: Run, access: WebAccess): Promise<void> {
  const failed = new AbortController();
  const run = { ...whole, collecting: AbortSignal.any([whole.collecting, failed.signal]) };
  const { steps, budget, used } = await read(run);
  const waiting = steps.filter(({ state, kind }) => state === 'waiting' && kind !== 'review');
  let pagesLeft = budget.pages - used.pages;
  let running = 0;
  const runStep = async (step: ResearchStep): Promise<void> => {
    const share = Math.ceil(pagesLeft / (waiting.length + 1));
    pagesLeft -= share;
    const research = await read(run);
    let pages = 0;
    if (fitsCost(research, running)) {
      running += 1;
      pages = await collect(run, access, { research, step, pages: share });
      running -= 1;
    }
    // A separate statement, because other questions change `pagesLeft` during the wait.
    pagesLeft += share - pages;
  };
  const next = async (): Promise<void> => {
    while (pagesLeft > 0 && !failed.signal.aborted) {
      const step = waiting.shift();
      if (!step) return;
      await runStep(step);
    }
  };
  // With a cost limit, the first question runs alone, to find out what a question costs.
  const first = budget.usd !== null && pagesLeft > 0 && !steps.some(isAnswered) ? waiting.shift() : undefined;
  if (first) await runStep(first);
  await Promise.allSettled(
    Array.from({ length: stepsAtOnce }, () => next().catch((error: unknown) => failed.abort(error))),
  );
  // The first error, because an aborted controller keeps its reason.
  failed.signal.throwIfAborted();
}

/** Returns how many pages were read. */
async function collect(
  { deps, researcher, collecting: signal }: Run,
  access: WebAccess,
  work: { research: Research; step: ResearchStep; pages: number },
): Promise<number> {
  const note = await collectNote(access, { deps, chosen: researcher.chosen, ...work, signal });
  await storeNote(deps.db, { id: work.step.id, ...note });
  return note.pages;
}

const isAnswered = ({ state, kind }: ResearchStep) => state !== 'waiting' && kind !== 'review';

/**
 * Whether a question may start while others are running, assuming the average cost of finished questions for each of
 * them, for this one, and for the report.
 */
function fitsCost(research: Research, running: number): boolean {
  const { budget, used, steps } = research;
  if (budget.usd === null || used.cost === null) return true;
  const answered = steps.filter(isAnswered).length;
  if (answered === 0) return !isCostExhausted(research);
  const cost = Number(used.cost);
  return cost + (cost / answered) * (running + 2) <= Number(budget.usd);
}

const isCostExhausted = ({ budget, used }: Research) =>
  budget.usd !== null && used.cost !== null && Number(used.cost) >= Number(budget.usd);

/** Looks once for contradictions and gaps; the resulting questions become steps of their own. */
async function reviewNotes(run: Run): Promise<void> {
  const { deps, researcher, collecting } = run;
  const research = await read(run);
  const { steps } = research;
  if (steps.some(({ kind }) => kind === 'review') || !steps.some(({ state }) => state === 'done')) return;
  if (isCostExhausted(research)) return;
  const notes = framedNotes(steps, researcher.chosen.limits.contextTokens);
  const request = {
    systemPrompt: reviewPrompt(new Date()),
    turns: [{ role: 'user' as const, content: `${requestWords(research)}\n\n${notes}` }],
    isWebOff: true,
  };
  const { text } = await askForResearch(deps, researcher.chosen, research, request, collecting);
  await storeReview(deps.db, run.id, text, gapsOf(text));
}

/**
 * Written as an answer of the conversation. The request id is that of the research, so a repeated request gets the same
 * answer.
 */
async function writeReport(run: Run): Promise<void> {
  const { deps, researcher, id } = run;
  const { user, chosen } = researcher;
  const research = await read(run);
  if (!research.steps.some(({ state }) => state === 'done'))
    throw research.steps.some(({ state }) => state === 'waiting') ? budgetUsedUp() : nothingFound();
  const { sent, isRepeat } = await deps.generation.ask({
    userId: user.id,
    chosen,
    request: {
      conversationId: research.conversationId,
      clientRequestId: id,
      content: research.question,
      attachments: [],
      model: chosen.id,
    },
    title: '',
    attachments: [],
    objectIds: [],
    prepare: async () => ({ ...(await prepareReport(deps, chosen, research)), isForAdmin: user.isAdmin }),
  });
  const questionId = sent.userMessage.id;
  // Its user may have had it written again.
  const report = await readReport(deps.db, questionId);
  if (!report) throw new Error('The report was deleted');
  const messageId = report.id;
  // The report was stopped together with the research, which now continues. If the user stops it from here on, they
  // accept the partial report.
  const wasStopped = isRepeat && report.status === 'stopped';
  await changeState(deps.db, id, ['running', 'writing'], 'writing', { questionId, messageId });
  const { status } = await whenEnded(run, messageId);
  if (status === 'complete' || (status === 'stopped' && !wasStopped)) return;
  // The process that wrote it ended, or the model failed. This attempt rewrites it once; after that the next attempt
  // may.
  if (!isRepeat) throw new Error(`The report ended as ${status}`);
  const again = await deps.generation.retry({
    userId: user.id,
    messageId,
    chosen,
    sources: null,
    attachmentsOf: async () => [],
    prepare: async () => ({ ...(await prepareReport(deps, chosen, research)), isForAdmin: user.isAdmin }),
  });
  await changeState(deps.db, id, ['writing'], 'writing', { messageId: again.assistantMessage.id });
  const rewritten = await whenEnded(run, again.assistantMessage.id);
  if (rewritten.status === 'failed' || rewritten.status === 'interrupted')
    throw new Error(`The report ended as ${rewritten.status}`);
}

/** Waits for the report, whichever process writes it. */
async function whenEnded(run: Run, messageId: string): Promise<ChatMessage['metadata']> {
  for (;;) {
    const metadata = await statusOf(run, messageId);
    if (metadata.processing !== true) return metadata;
    await pause(pollMs, run.signal);
    run.signal.throwIfAborted();
  }
}

async function statusOf({ deps }: Run, id: string): Promise<ChatMessage['metadata']> {
  const row = await deps.db.message.findUnique({ where: { id }, select: { metadata: true } });
  if (!row) throw new Error('The report was deleted');
  // The column contains what the generation has stored.
  return deps.db.texts.openMetadata(id, row.metadata as ChatMessage['metadata']);
}
