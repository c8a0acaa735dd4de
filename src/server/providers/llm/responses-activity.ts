import { objectOf, stringOf, type WireObject } from './openai-wire';
import type { ModelEvent } from './types';

type Activity = Extract<ModelEvent, { type: 'activity' }>['activity'];

/**
 * Searches on the vendor's side may look like calls of functions too, and are over when they are reported. A tool of ours
 * may have the same name: it is only offered where the vendor's own is off.
 */
const hostedNames = /^(x_|web_search|browse_page|file_search|collections_search)/;

export function isOwnCall(item: WireObject, ownTools: ReadonlySet<string>): boolean {
  const name = stringOf(item.name) ?? '';
  return item.type === 'function_call' && (ownTools.has(name) || !hostedNames.test(name));
}

/** What the vendor does besides writing, as readers see it. */
export class ResponsesActivities {
  private readonly running = new Map<string, Activity>();

  constructor(private readonly ownTools: ReadonlySet<string>) {}

  start(item: WireObject, out: ModelEvent[]): void {
    const activity = activityOf(item, this.ownTools);
    const id = stringOf(item.id);
    if (!activity || id === undefined || this.running.has(id)) return;
    this.running.set(id, activity);
    out.push({ type: 'activity', activity });
  }

  end(item: WireObject, out: ModelEvent[]): void {
    // xAI may announce a call only when it is over.
    this.start(item, out);
    const id = stringOf(item.id) ?? '';
    const activity = this.running.get(id);
    if (!activity) return;
    this.running.delete(id);
    out.push(ended(activity));
  }

  /** The ends of those that the vendor never ended. */
  endAll(): ModelEvent[] {
    return [...this.running.values()].map(ended);
  }
}

/** Pages that a hosted search has found or opened. */
export function sourcesOf(item: WireObject): { url: string; title?: string }[] {
  const { url, sources } = objectOf(item.action);
  const all = [url, ...(Array.isArray(sources) ? sources : [])];
  return all.flatMap((source) => {
    const address = stringOf(source) ?? stringOf(objectOf(source).url);
    const title = stringOf(objectOf(source).title);
    return address ? [{ url: address, ...(title && { title }) }] : [];
  });
}

function ended(activity: Activity): ModelEvent {
  return { type: 'activity', activity: { ...activity, state: 'done' } };
}

function activityOf(item: WireObject, ownTools: ReadonlySet<string>): Activity | undefined {
  const type = stringOf(item.type) ?? '';
  // Our own tools are reported by the code that runs them.
  if (!type.endsWith('_call') || isOwnCall(item, ownTools)) return undefined;
  const name = type === 'custom_tool_call' || type === 'function_call' ? (stringOf(item.name) ?? '') : type;
  if (name.startsWith('x_')) return { kind: 'x_search', label: 'Searching X', state: 'running' };
  if (name.startsWith('web_search') || name.startsWith('browse_page'))
    return { kind: 'web_search', label: 'Searching the web', state: 'running' };
  if (name.startsWith('file_search') || name.startsWith('collections_search'))
    return { kind: 'collection_search', label: 'Searching collections', state: 'running' };
  return { kind: 'tool', label: 'Using a tool', state: 'running' };
}
