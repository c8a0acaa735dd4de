/**
 * The core of qChat: answers that are never lost. Features send, retry, stop and watch through this class; answers are
 * stored, started and published nowhere else. It identifies conversations only by id and does not decide what the model
 * is sent: features pass a function that prepares the request.
 */

import type { Database } from '~/server/db/client';
import { shuttingDown } from '~/server/lib/errors';
import type { Logger } from '~/server/lib/logger';
import type { ProcessState } from '~/server/lib/process-state';
import { withTimeLimit } from '~/server/lib/wait';
import type { Metrics } from '~/server/metrics/metrics';
import type { Bus } from '~/server/realtime/bus';
import type { AnswerSources } from '~/shared/answer-sources';
import type { Attachment, ChatMessage, SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import { AnswerHandOver, type ResumeAnswer, type StoredTurn } from './answer-hand-over';
import { requestStop, runningMetadata } from './answer-store';
import { ConversationHubs } from './conversation-hubs';
import { findQuestion } from './find-question';
import { answerNotFound, conversationGone } from './generation.errors';
import { Heartbeat } from './heartbeat';
import { toChatMessage } from './message-row';
import type { ChosenModel } from './model-catalog-types';
import type { QuestionLimits } from './new-turn';
import type { AnswerStart, PartialAnswer, PreparedAnswer, StoredQuestion } from './prepared-answer';
import { type AskedQuestion, type NewQuestion, storeQuestion } from './question-store';
import { rewritten, storeRetry } from './retry-store';
import { RunningAnswers } from './running-answers';
import { showBranch } from './show-branch';
import type { ToEvent } from './subscriber';
import type { Resumable } from './turn';
import type { UsageLedger } from './usage-ledger-types';
import { ConversationEvents, type WatchOptions } from './watch-conversation';

/** How long storing the ends of answers may take when the process stops. */
const storingMs = 5000;

export interface GenerationSettings extends QuestionLimits {
  db: Database;
  bus: Bus;
  logger: Logger;
  usage: UsageLedger;
  metrics: Metrics;
  /** Identifies this process as the owner of its answers. */
  processId: string;
  /** The state that its heartbeats report. */
  processState: ProcessState;
  /** With the embedded database, no other process can generate answers. */
  isOnlyProcess: boolean;
  /** How long another process has to take over an answer; longer in tests. */
  takeoverMs?: number;
}

/** Builds the model's request for a message; `signal` aborts if the answer is ended before that. */
export type PrepareQuestion = (question: StoredQuestion, signal: AbortSignal) => Promise<PreparedAnswer>;

/** The chosen model, and its request. */
export interface AskOptions {
  chosen: ChosenModel;
  prepare: PrepareQuestion;
  /** Called before the message is committed, so it must not read its row; null leaves the work to `prepare`. */
  prepareEarly?: ((question: StoredQuestion) => Promise<PreparedAnswer | null>) | undefined;
  /** The HTTP request that sent the message, for the log. */
  requestId?: string | undefined;
  /** Undefined if no other process can continue the answer. */
  resumable?: Resumable | undefined;
}

export interface RetryInput {
  userId: string;
  messageId: string;
  chosen: ChosenModel;
  sources: AnswerSources | null;
  /** Continues this text instead of starting over. */
  partial?: PartialAnswer | undefined;
  /** The current attachments of the message. */
  attachmentsOf(questionId: string): Promise<Attachment[]>;
  prepare: PrepareQuestion;
  /** The HTTP request that sent the message, for the log. */
  requestId?: string | undefined;
  /** Undefined if no other process can continue the answer. */
  resumable?: Resumable | undefined;
}

export class Generation {
  isDraining = false;
  /** Messages being stored whose answers have not started yet. */
  private readonly accepting = new Set<Promise<unknown>>();
  private readonly running: RunningAnswers;
  private readonly heartbeat: Heartbeat;
  private readonly hubs: ConversationHubs;
  private readonly handOver: AnswerHandOver;

  constructor(private readonly settings: GenerationSettings) {
    this.running = new RunningAnswers({ ...settings, owner: settings.processId });
    this.heartbeat = new Heartbeat({ ...settings, running: this.running, afterBeat: () => this.handOver.takeOver() });
    this.handOver = new AnswerHandOver({
      ...settings,
      running: this.running,
      isStopping: () => this.isDraining,
      start: (stored, prepare) => this.startStored(stored, prepare),
      closeExpired: () => this.heartbeat.closeExpired(),
    });
    this.hubs = new ConversationHubs({ ...settings, running: this.running });
  }

  /** Closes the answers that an earlier process left open, then starts saving checkpoints. */
  async start(): Promise<void> {
    await this.heartbeat.start();
    this.running.startSaving();
  }

  /**
   * Stores a message and starts its answer. Returns before the text, which subscribers of the conversation receive.
   * Repeating it with the same request id, even at the same moment, returns the same messages with `isRepeat`.
   *
   * The model is called as soon as nothing can reject the message, while the disk still confirms the commit. If that
   * fails, the model's request is closed, and nothing of the message was shown or stored.
   */
  ask({
    prepare,
    prepareEarly,
    chosen,
    requestId,
    resumable,
    ...question
  }: Omit<NewQuestion, 'reservation' | 'modelId'> & AskOptions): Promise<AskedQuestion> {
    return this.accept(async () => {
      const { db, processId: owner, maxConcurrentAnswers, maxConversations, maxMessages } = this.settings;
      const limits = { maxConcurrentAnswers, maxConversations, maxMessages };
      const reservation = this.settings.usage.reservationFor('answer', chosen);
      const newQuestion = { ...question, modelId: chosen.id, reservation };
      const { sent, isRepeat, committed } = await storeQuestion(db, newQuestion, { ...limits, owner });
      if (isRepeat) return { sent, isRepeat };
      const { userId, request } = question;
      const turn = { userId, attempt: 1, chosen, sources: request.sources ?? null, requestId, resumable };
      const stored = { ...turn, ...sent };
      this.startAnswer(stored, { prepare, prepareEarly, committed });
      await committed;
      if (request.replaces) this.publishSwitch(sent.conversation.id);
      this.publishStart(stored);
      // Subscribers first: building the response takes longer than sending them what has arrived.
      await new Promise((resolve) => setImmediate(resolve));
      return { sent, isRepeat };
    });
  }

  /** The messages stored by an earlier request with this id, or null. */
  findAsked(userId: string, request: SendMessageInput): Promise<SentMessage | null> {
    return findQuestion(this.settings.db, userId, request);
  }

  /** Generates an ended answer again for the same message: as another version, unless it has no text. */
  retry({ userId, messageId, chosen, sources, partial, attachmentsOf, prepare, requestId, resumable }: RetryInput) {
    return this.accept(async () => {
      const { db, processId: owner, maxConcurrentAnswers } = this.settings;
      const reservation = this.settings.usage.reservationFor('answer', chosen);
      const limits = { owner, maxConcurrentAnswers, reservation };
      const retry = { userId, messageId, modelId: chosen.id, sources, partial, ...limits };
      await this.running.assertEnded(userId, messageId);
      const { questionId, attempt, messageId: answerId, isSwitched } = await storeRetry(db, retry);
      const ids = [questionId, answerId];
      const rows = await db.texts.openMessages(await db.message.findMany({ where: { id: { in: ids } } }));
      const question = rows.find(({ id }) => id === questionId);
      const answer = rows.find(({ id }) => id === answerId);
      if (!question || !answer) throw conversationGone();
      const userMessage = { ...toChatMessage(question), attachments: await attachmentsOf(questionId) };
      const started = toChatMessage(answer);
      const begun = partial ?? rewritten(started.metadata);
      const metadata = runningMetadata(chosen.id, sources, begun);
      const assistantMessage: ChatMessage = { ...started, content: begun.text, metadata };
      if (isSwitched) this.publishSwitch(answer.conversationId);
      const turn = { userId, attempt, chosen, sources, partial: begun, requestId, resumable };
      this.startStored({ ...turn, userMessage, assistantMessage }, prepare);
      return { assistantMessage, attempt };
    });
  }

  /** Makes the branch with a message of the user the active one; below it, the newest versions are shown. */
  async show(userId: string, messageId: string): Promise<void> {
    const conversationId = await showBranch(this.settings.db, userId, messageId);
    this.publishSwitch(conversationId);
  }

  /** Stops an answer with exactly the text so far. Stopping twice, or too late, changes nothing. */
  async stop(userId: string, messageId: string): Promise<void> {
    if (await this.running.stop(userId, messageId)) return;
    const { db, bus } = this.settings;
    if (!(await requestStop(db, userId, messageId))) throw answerNotFound();
    bus.publish('answers', { type: 'stop', messageId });
  }

  /** Sets how this process continues answers that another one has handed over. */
  onTakeOver(resume: ResumeAnswer): void {
    this.handOver.onTakeOver(resume);
  }

  /** Whether the user's conversation has an answer running on this process, which saves a permission query. */
  isWritingFor(userId: string, conversationId: string): boolean {
    return this.running.isWritingFor(userId, conversationId);
  }

  /** The events of a conversation from now on. The caller must have checked that the user may read it. */
  watch<Event>(options: WatchOptions, toEvent: ToEvent<Event>) {
    return new ConversationEvents(this.hubs, options, toEvent);
  }

  /** Number of conversations with subscribers on this process. */
  get watchedConversations(): number {
    return this.hubs.size;
  }

  /** Number of answers running on this process. */
  get runningAnswers(): number {
    return this.running.size;
  }

  /** Ends the answers of a deleted conversation without storing them. */
  async dropConversation(conversationId: string): Promise<void> {
    await this.running.endMatching((turn) => turn.conversationId === conversationId, 'gone');
  }

  /** Ends the answers of a user who was locked or deleted. */
  async endAccount(userId: string): Promise<void> {
    await this.running.endMatching((turn) => turn.userId === userId, 'interrupted');
  }

  /**
   * Rejects new messages at once, lets running answers finish for `maxWaitMs`, then hands the others over. Answers that
   * no process takes over are stored as interrupted. A database outage does not delay this for long: the next process
   * closes what could not be stored.
   */
  async drain(maxWaitMs: number): Promise<void> {
    this.isDraining = true;
    this.settings.processState.isStopping = true;
    await withTimeLimit(maxWaitMs, this.idle());
    const left = this.handOver.releaseAll().then(() => this.running.interruptAll());
    await withTimeLimit(storingMs, left);
    if (this.running.size > 0)
      this.settings.logger.warn({ answers: this.running.size }, 'failed to save finished answers during shutdown');
    await this.heartbeat.stop();
    this.handOver.close();
    this.running.close();
  }

  /** Waits until every subscriber on this process has received the ends of the answers, at most `maxWaitMs`. */
  settleWatchers(maxWaitMs: number): Promise<void> {
    return this.hubs.settle(maxWaitMs);
  }

  /** Rejects messages once draining has begun; until then, draining waits for them and their answers. */
  private async accept<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDraining) throw shuttingDown();
    const accepted = work();
    this.accepting.add(accepted);
    try {
      return await accepted;
    } finally {
      this.accepting.delete(accepted);
    }
  }

  private startStored(stored: StoredTurn, prepare: PrepareQuestion): void {
    this.startAnswer(stored, { prepare });
    this.publishStart(stored);
  }

  /** Started before it is published, so that local subscribers follow the live answer and not its checkpoints. */
  private startAnswer(
    { userMessage, assistantMessage, ...turn }: StoredTurn,
    { prepare, prepareEarly, committed }: Pick<AskOptions, 'prepare' | 'prepareEarly'> & Pick<AnswerStart, 'committed'>,
  ): void {
    const { id: messageId, conversationId } = assistantMessage;
    const { id: questionId, parentId, content } = userMessage;
    const question = { conversationId, questionId, parentId, content };
    this.running.start(
      { ...turn, conversationId, messageId },
      {
        prepare: (signal) => prepare(question, signal),
        prepareEarly: prepareEarly && (() => prepareEarly(question)),
        committed,
      },
    );
  }

  private publishStart({ userMessage, assistantMessage, attempt }: StoredTurn): void {
    const started = { type: 'started' as const, userMessage, assistantMessage, attempt };
    this.settings.bus.publish(`conversation:${assistantMessage.conversationId}`, started);
  }

  private publishSwitch(conversationId: string): void {
    this.settings.bus.publish(`conversation:${conversationId}`, { type: 'switched' });
  }

  private async idle(): Promise<void> {
    while (this.accepting.size + this.running.size > 0)
      await Promise.allSettled([...this.accepting, this.running.allEnded()]);
  }
}
