/**
 * Adapts a request after errors: complete at first, then without rejected parts and shortened if too long. Also decides
 * whether and when a failed request is retried.
 */
import { cutToTokens, tokensAbout } from '~/server/lib/tokens/tokens-about';
import { usualLimitName } from './chat-body';
import { type Effort, effortsIn } from './efforts';
import { type EndpointMemory, otherLimitName, type RequestPart } from './endpoint-memory';
import type { Source } from './openai-citations';
import { type Endpoint, isOpenAiHost, type OpenAiSettings } from './openai-endpoint';
import { parseEvent, type ToolContext, type ToolRound } from './openai-wire';
import { rejectsToolsInChat } from './protocols';
import { rejectedPart } from './rejected-part';
import { givesSummaries } from './responses-body';
import { roundsAsTurns, shortenTurns } from './turns';
import type { ModelError, ModelEvent, ModelRequest } from './types';

const maxRetries = 2;
const defaultRetryMs = 300;
/** A longer Retry-After is shown to the user instead. */
const maxRetryAfterSeconds = 10;
/** Sizes that are tried for a request that is too long. */
const factors = [0.5, 0.25, 0.1, 0];
/** A tool's result is not cut to fewer tokens. */
const minTokensOfResult = 125;

const imageLeftOut = {
  always: 'Image left out: this AI model cannot see images',
  once: "Image left out: this AI model couldn't read it",
};

const toolsHaveEnded = 'The tools can no longer be called. Answer from the results below.';

/** What to do after an error: notify the user, wait, retry. */
export interface NextTry {
  inMs: number;
  said: ModelEvent[];
}

export class RequestShape {
  /** Web pages that are known, or that our tools have found so far. */
  readonly sources: Source[];
  private readonly without: Set<RequestPart>;
  private current: ModelRequest;
  private readonly wholeRounds: ToolRound[] = [];
  /** The fraction of the tools' results that is sent. */
  private resultPart = 1;
  private shortenings = 0;
  private attempt = 0;
  private failedCalls = 0;
  private mayCallAgain = true;
  /** The limit of the answer is left out of this try only. */
  private isWithoutLimit = false;

  constructor(
    private readonly whole: ModelRequest,
    private readonly settings: OpenAiSettings,
    private readonly endpoint: Endpoint,
    private readonly memory: EndpointMemory,
  ) {
    this.current = whole;
    this.sources = [...(whole.sources ?? [])];
    const { abilities = {} } = settings;
    const known: [RequestPart, boolean | undefined][] = [
      ['tools', abilities.tools],
      ['images', abilities.images],
      ['effort', abilities.reasoning],
      ['summary', abilities.reasoning],
      ['hosted_search', abilities.hostedSearch !== false && !whole.isWebOff],
    ];
    this.without = new Set(known.flatMap(([part, isAble]) => (isAble === false ? [part] : [])));
    for (const part of this.sent) if (memory.rejects(part)) this.without.add(part);
  }

  get rounds(): readonly ToolRound[] {
    const part = this.resultPart;
    return part === 1 ? this.wholeRounds : this.wholeRounds.map((round) => cutResults(round, part));
  }

  get mayCall(): boolean {
    return this.mayCallAgain && this.current.tools !== undefined && !this.without.has('tools');
  }

  get request(): ModelRequest {
    if (this.mayCall || this.rounds.length === 0) return this.current;
    return { ...this.current, turns: [...this.current.turns, ...roundsAsTurns(this.rounds)] };
  }

  get toolContext(): ToolContext {
    const { memory, without, rounds, mayCall, effort, toolInstructions } = this;
    return {
      memory,
      without,
      effort,
      toolInstructions,
      tools: mayCall ? this.current.tools : undefined,
      rounds: mayCall ? rounds : [],
    };
  }

  /** The last request has no tools, but the instructions also say how to cite their results. */
  private get toolInstructions(): string | undefined {
    const instructions = this.current.tools?.instructions;
    if (this.mayCall) return instructions;
    return this.rounds.length > 0 ? [instructions, toolsHaveEnded].filter(Boolean).join('\n') : undefined;
  }

  private get effort(): Effort | undefined {
    return this.without.has('effort') ? undefined : this.memory.effortFor(this.whole.parameters?.effort);
  }

  /** Whether an earlier round has text. */
  get hasText(): boolean {
    return this.wholeRounds.some(({ text }) => text.trim() !== '');
  }

  /**
   * Whether to ask again if a model ends its turn after tool calls without text: it has written nothing yet, or its
   * text may lack the results. Text before calls that only have an effect is the whole answer.
   */
  get mayOweAnswer(): boolean {
    if (!this.mayCall || this.wholeRounds.length === 0) return false;
    const effects = new Set(this.whole.tools?.list.filter(({ isSideEffect }) => isSideEffect).map(({ name }) => name));
    return !this.hasText || this.wholeRounds.some(({ calls }) => calls.some(({ name }) => !effects.has(name)));
  }

  addRound(round: ToolRound): void {
    this.wholeRounds.push(replayable(round));
    this.attempt = 0;
  }

  /** The model must answer without further tool calls. */
  endCalls(): void {
    this.mayCallAgain = false;
  }

  /** Undefined if a retry is useless. */
  after(failure: ModelError): NextTry | undefined {
    if (failure.code === 'too_long') return this.withoutLimit() ?? this.shorter();
    if (/must be passed back|missing .?reasoning_content|reasoning_content.? is missing/i.test(failure.reason ?? '')) {
      // Leaving thoughts out can't help.
      if (this.memory.wantsThoughts) return undefined;
      this.memory.wantsThoughts = true;
      return again();
    }
    if (this.mayCall && this.isAboutToolsWithReasoning(failure)) {
      // Undefined lets another protocol try the whole request.
      if (!this.memory.knows('tools_need_no_effort')) return undefined;
      this.without.add('tools');
      return again();
    }
    const rejected = rejectedPart(failure, this.sent);
    // A call that the endpoint could not parse is usually a one-off mistake of the model.
    if (rejected?.part === 'tools' && !rejected.isLasting && this.failedCalls++ === 0) return again();
    if (rejected?.part === 'effort' && this.hasOtherEffort(failure)) return again();
    if (rejected?.part === 'max_tokens' && this.hasOtherLimitName(failure)) return again();
    if (rejected) {
      const { part } = rejected;
      this.without.add(part);
      if (rejected.isPlain) this.memory.addRejected(part);
      return again(part === 'images' ? note(imageLeftOut[rejected.isPlain ? 'always' : 'once']) : []);
    }
    const inMs = this.attempt < maxRetries ? this.retryDelay(failure) : undefined;
    this.attempt += 1;
    return inMs === undefined ? undefined : { inMs, said: [] };
  }

  /** Neither error means that the model lacks tools, so it is not remembered as a rejection of tools. */
  private isAboutToolsWithReasoning({ reason = '' }: ModelError): boolean {
    if (this.endpoint.api !== 'chat') return false;
    return rejectsToolsInChat(reason) || (this.memory.knows('tools_need_no_effort') && /'none'/.test(reason));
  }

  /** Only this value is rejected: other users may want another one. */
  private hasOtherEffort({ reason = '' }: ModelError): boolean {
    const supported = effortsIn(reason);
    const rejected = this.effort;
    if (supported) this.memory.learnEfforts(supported);
    return this.effort !== rejected;
  }

  /** OpenAI's newer models behind a gateway: "Use 'max_completion_tokens' instead." */
  private hasOtherLimitName({ reason = '' }: ModelError): boolean {
    if (this.endpoint.api !== 'chat') return false;
    const usual = usualLimitName(isOpenAiHost(this.settings.baseUrl));
    const other = otherLimitName(usual);
    const isNamed = new RegExp(`\\buse\\b[^.]*\\b${other}\\b|\\b${other}\\b[^.]*\\binstead\\b`, 'i').test(reason);
    if (!isNamed || this.memory.limitName(usual) === other) return false;
    this.memory.learn(`needs_${other}`);
    return true;
  }

  /** Many endpoints add the limit to the length of the request. Without it, a request that fits need not be cut. */
  private withoutLimit(): NextTry | undefined {
    if (!this.sent.has('max_tokens')) return undefined;
    this.without.add('max_tokens');
    this.isWithoutLimit = true;
    return again();
  }

  private shorter(): NextTry | undefined {
    if (this.isWithoutLimit) this.without.delete('max_tokens');
    this.isWithoutLimit = false;
    const factor = factors[this.shortenings];
    if (factor === undefined) return undefined;
    const isFirst = this.shortenings === 0;
    this.shortenings += 1;
    const { hostedCollections } = this.whole;
    const cut = this.whole.shorten?.(factor) ?? shortenTurns(this.whole, factor);
    const shorter = { ...cut, ...(hostedCollections && { hostedCollections }) };
    const before = sizeOf(this.current, this.rounds);
    const hadTools = this.mayCall;
    this.resultPart = factor;
    // Without tools their schemas are left out as well.
    if (factor === 0 && this.rounds.length > 0) this.endCalls();
    const isSmaller = sizeOf(shorter, this.rounds) < before || (hadTools && !this.mayCall);
    if (!isSmaller) return this.shorter();
    this.current = shorter;
    return again(isFirst ? note('Older messages and parts of files left out to fit this AI model') : []);
  }

  /** Milliseconds until the next attempt; undefined if a retry is useless. */
  private retryDelay({ code, retryAfterSeconds = 0 }: ModelError): number | undefined {
    if (code !== 'rate_limited' && code !== 'unavailable' && code !== 'cut_off') return undefined;
    if (retryAfterSeconds > maxRetryAfterSeconds) return undefined;
    const { retryDelayMs = defaultRetryMs } = this.settings;
    return Math.max(retryDelayMs * 2 ** this.attempt * (0.75 + Math.random() / 2), retryAfterSeconds * 1000);
  }

  /** The parts of the next request. */
  private get sent(): ReadonlySet<RequestPart> {
    const { parameters = {}, turns, hostedCollections = [] } = this.current;
    const isChat = this.endpoint.api === 'chat';
    const all: [RequestPart, boolean][] = [
      ['system', true],
      ['streaming', true],
      ['stream_options', isChat && !this.without.has('streaming')],
      ['tools', this.mayCall],
      ['images', turns.some(({ images }) => images?.length)],
      ['hosted_search', this.endpoint.tools.length > 0],
      ['hosted_collections', hostedCollections.length > 0],
      ['temperature', parameters.temperature !== undefined],
      ['effort', this.effort !== undefined],
      ['max_tokens', parameters.maxOutputTokens !== undefined],
      ['summary', !isChat && givesSummaries(this.settings)],
      ['vendor_state', this.rounds.length > 0],
    ].map(([part, isSent]) => [part as RequestPart, Boolean(isSent)]);
    return new Set(all.flatMap(([part, isSent]) => (isSent && !this.without.has(part) ? [part] : [])));
  }
}

const again = (said: ModelEvent[] = []): NextTry => ({ inMs: 0, said });

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);

const sizeOf = ({ turns }: ModelRequest, rounds: readonly ToolRound[]) =>
  lengthOf(turns.map(({ content }) => content)) + lengthOf(rounds.flatMap(({ results }) => results));

/**
 * A round as endpoints accept it: vLLM and llama.cpp reject a request with a call whose input is not an object, and
 * Claude one with a text of white space. The result of such a call already says what was wrong with its input.
 */
function replayable(round: ToolRound): ToolRound {
  const { text, calls, vendorState } = round;
  const items = vendorState.items?.map((item) =>
    item.type === 'function_call' ? { ...item, arguments: objectText(String(item.arguments ?? '')) } : item,
  );
  return {
    ...round,
    text: text.trim() === '' ? '' : text,
    calls: calls.map((call) => ({ ...call, input: objectText(call.input) })),
    vendorState: { ...vendorState, ...(items && { items }) },
  };
}

function objectText(input: string): string {
  const parsed = parseEvent(input);
  return parsed && !Array.isArray(parsed) ? input : '{}';
}

function cutResults(round: ToolRound, part: number): ToolRound {
  const cut = (text: string) => cutToTokens(text, Math.max(minTokensOfResult, tokensAbout(text) * part));
  return { ...round, results: round.results.map(cut) };
}

function note(label: string): ModelEvent[] {
  return (['running', 'done'] as const).map((state) => ({
    type: 'activity',
    activity: { kind: 'tool', label, state },
  }));
}
