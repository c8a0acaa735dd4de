/**
 * The messages of a draft as our tree: each comes after its parent, hidden ones are left out, and every answer follows a
 * question. Exports may contain loops and parents that are missing; such messages begin a branch of their own.
 */
import type { Draft, DraftMessage } from '~/server/features/imports/formats/draft';

export interface TreeMessage extends Omit<DraftMessage, 'parentId' | 'role'> {
  parent: TreeMessage | null;
  role: 'user' | 'assistant';
  children: TreeMessage[];
}

const noQuestion = '(The export contains no question here.)';

/** In an order in which each message comes after its parent, with the last message of the branch to show. */
export function messageTree(draft: Draft): { messages: TreeMessage[]; leaf: TreeMessage | null } {
  const byId = new Map<string, DraftMessage>();
  for (const message of draft.messages) if (!byId.has(message.id)) byId.set(message.id, message);
  const shownAt = shownAncestors(byId);
  const children = new Map<string | null, DraftMessage[]>();
  const shown = [...byId.values()].filter(isShown);
  for (const message of shown) {
    const parent = message.parentId === null ? null : (shownAt.get(message.parentId) ?? null);
    const siblings = children.get(parent) ?? [];
    siblings.push(message);
    children.set(parent, siblings);
  }
  const grown = grow(shown, children);
  const current = draft.current === null ? null : (shownAt.get(draft.current) ?? null);
  return { messages: grown.messages, leaf: leafFrom(current === null ? undefined : grown.byId.get(current), grown) };
}

const isShown = ({ role, text, files = [] }: DraftMessage) => role !== null && (text.trim() !== '' || files.length > 0);

/** For each message the nearest one that is shown: itself, or one that it follows. */
function shownAncestors(byId: ReadonlyMap<string, DraftMessage>): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const id of byId.keys()) {
    const path = new Set<string>();
    let at: string | null = id;
    while (at !== null && !found.has(at) && !path.has(at)) {
      const message: DraftMessage | undefined = byId.get(at);
      if (message && isShown(message)) found.set(at, at);
      else {
        path.add(at);
        at = message?.parentId ?? null;
      }
    }
    const ancestor = at === null || path.has(at) ? null : (found.get(at) ?? null);
    for (const passed of path) found.set(passed, ancestor);
  }
  return found;
}

interface Grown {
  messages: TreeMessage[];
  byId: Map<string, TreeMessage>;
}

interface Waiting {
  message: DraftMessage;
  parent: TreeMessage | null;
  /** Nothing else follows the same message. */
  isOnly: boolean;
}

function grow(shown: readonly DraftMessage[], children: ReadonlyMap<string | null, DraftMessage[]>): Grown {
  const grown: Grown = { messages: [], byId: new Map() };
  const growFrom = (roots: readonly DraftMessage[]) => {
    const waiting = roots.map((message): Waiting => ({ message, parent: null, isOnly: false })).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { message } = next;
      if (grown.byId.has(message.id)) continue;
      const parent = place(grown, next);
      const below = children.get(message.id) ?? [];
      for (const child of below.toReversed()) waiting.push({ message: child, parent, isOnly: below.length === 1 });
    }
  };
  growFrom(children.get(null) ?? []);
  // What is left is in loops.
  for (const message of shown) if (!grown.byId.has(message.id)) growFrom([message]);
  return grown;
}

/** Answers in a row, such as before and after the use of a tool, are one answer. */
function place(grown: Grown, { message, parent: above, isOnly }: Waiting): TreeMessage {
  let parent = above;
  if (message.role === 'assistant' && parent?.role === 'assistant') {
    if (isOnly) {
      merge(parent, message);
      grown.byId.set(message.id, parent);
      return parent;
    }
    parent = parent.parent;
  }
  if (message.role === 'assistant' && parent === null)
    parent = add(grown, { id: `${message.id}:question`, text: noQuestion, createdAt: message.createdAt }, 'user', null);
  return add(grown, message, message.role === 'assistant' ? 'assistant' : 'user', parent);
}

function add(
  { messages, byId }: Grown,
  { ...message }: Omit<DraftMessage, 'parentId' | 'role'>,
  role: TreeMessage['role'],
  parent: TreeMessage | null,
): TreeMessage {
  const added: TreeMessage = { ...message, role, parent, children: [] };
  messages.push(added);
  byId.set(message.id, added);
  parent?.children.push(added);
  return added;
}

function merge(answer: TreeMessage, next: DraftMessage): void {
  answer.text = [answer.text, next.text].filter(Boolean).join('\n\n');
  answer.files = [...(answer.files ?? []), ...(next.files ?? [])];
  answer.checks = [...(answer.checks ?? []), ...(next.checks ?? [])];
  answer.model ??= next.model;
  // Offsets count in a text that is longer now.
  answer.citations = [...(answer.citations ?? []), ...(next.citations ?? [])].map(({ start, end, ...rest }) => rest);
}

/** Down from the message that was shown last, or without one along the newest messages. */
function leafFrom(from: TreeMessage | undefined, { messages }: Grown): TreeMessage | null {
  let at = from ?? messages.findLast(({ parent }) => parent === null) ?? null;
  while (at && at.children.length > 0) at = at.children.at(-1) ?? null;
  return at;
}
