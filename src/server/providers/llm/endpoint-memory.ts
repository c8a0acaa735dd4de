/**
 * What this process has learned about a model at an endpoint. It expires after an hour, because models, servers and
 * accounts change; then rejected parts are tried again.
 */

import { closestEffort, type Effort } from './efforts';

/** Optional parts of a request that some endpoints reject. */
const requestParts = [
  'tools',
  'images',
  'stream_options',
  'system',
  'streaming',
  'hosted_search',
  'hosted_collections',
  'temperature',
  'effort',
  'summary',
  'max_tokens',
  'vendor_state',
] as const;
export type RequestPart = (typeof requestParts)[number];

/** Other properties of an endpoint, learned in the same way. */
export type EndpointFact = 'tools_need_responses' | 'tools_need_no_effort' | 'has_no_responses' | `needs_${LimitName}`;

/** The names that chat completions have for the limit of the answer. */
export type LimitName = 'max_tokens' | 'max_completion_tokens';

const hourMs = 3_600_000;
/** In shorter requests, the overhead that endpoints add to each message would distort the ratio. */
const minCounted = 1000;
/** Outside of this range, the endpoint counted something else: pages of a search, or only uncached tokens. */
const plausible = { min: 0.6, max: 2.5 };
const bounded = (factor: number) => Math.min(Math.max(factor, 0.8), 1.6);
/** The weight of one request in the running average. */
const weight = 0.3;
/** More models than any installation uses. */
const maxModels = 1000;

export class EndpointMemory {
  private readonly knownUntil = new Map<RequestPart | EndpointFact, number>();
  private thinksFirstUntil = 0;
  /** Requires the thoughts of every earlier answer, even those no longer known. */
  wantsThoughts = false;

  /** Its answers start within a thought, without an opening tag. */
  get thinksFirst(): boolean {
    return this.thinksFirstUntil > Date.now();
  }

  set thinksFirst(value: boolean) {
    this.thinksFirstUntil = value ? Date.now() + hourMs : 0;
  }

  /** The endpoint's tokens per token of our own count. */
  tokenFactor = 1;
  private hasCounted = false;
  /**
   * The latest long request was counted with far fewer tokens than it had: perhaps the endpoint dropped its beginning.
   */
  seemsToDrop = false;

  /** Begins with the factor that earlier requests have shown. The first request that is compared replaces it. */
  beginWith(factor: number | undefined): void {
    if (factor !== undefined && !this.hasCounted) this.tokenFactor = bounded(factor);
  }

  /** Compares the endpoint's token count of a request with our own. */
  learnTokens(reported: number, counted: number): void {
    const ratio = reported / counted;
    if (counted < minCounted || !(ratio > 0) || ratio > plausible.max) return;
    this.seemsToDrop = ratio < plausible.min;
    if (this.seemsToDrop) return;
    const factor = bounded(ratio);
    this.tokenFactor = this.hasCounted ? this.tokenFactor * (1 - weight) + factor * weight : factor;
    this.hasCounted = true;
  }

  private efforts: { supported: readonly string[]; until: number } | undefined;

  /** The efforts that the model accepts. */
  learnEfforts(supported: readonly string[]): void {
    this.efforts = { supported, until: Date.now() + hourMs };
  }

  /** The effort to send instead of the wanted one; undefined for none. */
  effortFor(requested: Effort | undefined): Effort | undefined {
    const { supported, until = 0 } = this.efforts ?? {};
    return requested && supported && until > Date.now() ? closestEffort(requested, supported) : requested;
  }

  addRejected(part: RequestPart): void {
    this.knownUntil.set(part, Date.now() + hourMs);
  }

  learn(fact: EndpointFact): void {
    this.knownUntil.set(fact, Date.now() + hourMs);
  }

  knows(fact: EndpointFact): boolean {
    return (this.knownUntil.get(fact) ?? 0) > Date.now();
  }

  /** `usual` unless the endpoint has demanded the other one. */
  limitName(usual: LimitName): LimitName {
    const other = otherLimitName(usual);
    return this.knows(`needs_${other}`) ? other : usual;
  }

  rejects(part: RequestPart): boolean {
    return (this.knownUntil.get(part) ?? 0) > Date.now();
  }
}

export const otherLimitName = (name: LimitName): LimitName =>
  name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';

const memories = new Map<string, EndpointMemory>();

export function memoryOf(baseUrl: string, api: string, model: string): EndpointMemory {
  const key = `${baseUrl} ${api} ${model}`;
  const memory = memories.get(key) ?? new EndpointMemory();
  memories.delete(key);
  memories.set(key, memory);
  const [oldest] = memories.keys();
  if (memories.size > maxModels && oldest !== undefined) memories.delete(oldest);
  return memory;
}
