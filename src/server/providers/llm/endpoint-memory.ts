/**
 * What this process has learned about a model at an endpoint. A refusal counts for an hour: then the part is tried
 * again, as models, servers and accounts change. So does what it was seen to do.
 */

/** Parts of a request that some endpoints refuse, although the answer could do without. */
export const requestParts = [
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
  'carried',
] as const;
export type RequestPart = (typeof requestParts)[number];

const hourMs = 3_600_000;
/** More models than any installation asks. */
const mostModels = 1000;

export class EndpointMemory {
  private readonly refusedUntil = new Map<RequestPart, number>();
  private thinksFirstUntil = 0;
  /** Wants the thoughts of every earlier answer back, also of those that are not known any more. */
  wantsThoughts = false;

  /** Its answers begin within a thought, without an opening tag. */
  get thinksFirst(): boolean {
    return this.thinksFirstUntil > Date.now();
  }

  set thinksFirst(isSo: boolean) {
    this.thinksFirstUntil = isSo ? Date.now() + hourMs : 0;
  }

  refuse(part: RequestPart): void {
    this.refusedUntil.set(part, Date.now() + hourMs);
  }

  refuses(part: RequestPart): boolean {
    return (this.refusedUntil.get(part) ?? 0) > Date.now();
  }
}

const memories = new Map<string, EndpointMemory>();

export function memoryOf(baseUrl: string, api: string, model: string): EndpointMemory {
  const key = `${baseUrl} ${api} ${model}`;
  const memory = memories.get(key) ?? new EndpointMemory();
  memories.delete(key);
  memories.set(key, memory);
  const [oldest] = memories.keys();
  if (memories.size > mostModels && oldest !== undefined) memories.delete(oldest);
  return memory;
}
