import { recordOf } from '~/shared/is-record';
import { type HostedStep, hostedStep } from './hosted-step';
import { stringOf, type WireObject } from './openai-wire';
import type { ModelEvent } from './types';

type ActivityEvent = Extract<ModelEvent, { type: 'activity' }>;

/**
 * Searches on the vendor's side may look like function calls, but are already completed when reported. Our own tools
 * may have the same names, because they are only offered if the vendor's are off.
 */
const hostedNames = /^(x_|web_search|browse_page|file_search|collections_search)/;

export function isOwnCall(item: WireObject, ownTools: ReadonlySet<string>): boolean {
  const name = stringOf(item.name) ?? '';
  return item.type === 'function_call' && (ownTools.has(name) || !hostedNames.test(name));
}

/** Activities of the vendor besides writing, as shown to users. */
export class ResponsesActivities {
  private readonly running = new Map<string, { item: WireObject; step: HostedStep }>();

  constructor(private readonly ownTools: ReadonlySet<string>) {}

  start(item: WireObject, out: ModelEvent[]): void {
    const id = stringOf(item.id);
    if (!isHosted(item, this.ownTools) || id === undefined || this.running.has(id)) return;
    const step = hostedStep(item);
    this.running.set(id, { item, step });
    out.push(asEvent(step, 'running'));
  }

  /** Adds details that the vendor sends after the start of a step: its query or page. */
  learn(id: string | undefined, more: WireObject, out: ModelEvent[]): void {
    const known = id === undefined ? undefined : this.running.get(id);
    if (!known) return;
    const provided = Object.entries(more).filter(([, value]) => value !== undefined && value !== '');
    known.item = { ...known.item, ...Object.fromEntries(provided) };
    const { label } = known.step;
    known.step = hostedStep(known.item);
    if (known.step.label !== label) out.push({ ...asEvent(known.step, 'running'), replaces: label });
  }

  end(item: WireObject, out: ModelEvent[]): void {
    // xAI may announce a call only when it is completed.
    this.start(item, out);
    const id = stringOf(item.id) ?? '';
    this.learn(id, item, out);
    const known = this.running.get(id);
    if (!known) return;
    this.running.delete(id);
    out.push(asEvent(known.step, 'done'));
  }

  /** Ends the steps that the vendor has not ended. */
  endAll(): ModelEvent[] {
    return [...this.running.values()].map(({ step }) => asEvent(step, 'done'));
  }
}

/** Pages that a hosted search has found or opened. */
export function sourcesOf(item: WireObject): { url: string; title?: string }[] {
  const { url, sources } = recordOf(item.action);
  const all = [url, ...(Array.isArray(sources) ? sources : [])];
  return all.flatMap((source) => {
    const address = stringOf(source) ?? stringOf(recordOf(source).url);
    const title = stringOf(recordOf(source).title);
    return address ? [{ url: address, ...(title && { title }) }] : [];
  });
}

function asEvent({ page, ...step }: HostedStep, state: 'running' | 'done'): ActivityEvent {
  return { type: 'activity', activity: { ...step, state }, ...(page && { page }) };
}

/** Our own tools are reported by the code that runs them. */
const isHosted = (item: WireObject, ownTools: ReadonlySet<string>): boolean =>
  (stringOf(item.type) ?? '').endsWith('_call') && !isOwnCall(item, ownTools);
