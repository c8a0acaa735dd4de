/**
 * Converts the messages of a draft to our tree: parents come before children, hidden messages are removed, and every
 * answer follows a message of the user. Exports may contain loops and missing parents; such messages start a separate
 * branch.
 */
import type { Draft, DraftMessage } from '~/server/features/imports/formats/draft';

export interface TreeMessage extends Omit<DraftMessage, 'parentId' | 'role'> {
  parent: TreeMessage | null;
  role: 'user' | 'assistant';
  children: TreeMessage[];
}

const noQuestion = '(The export contains no question here.)';

/** Messages in an order in which parents come first, and the last message of the active branch. */
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
  const built = buildMessages(shown, children);
  const current = draft.current === null ? null : (shownAt.get(draft.current) ?? null);
  return { messages: built.messages, leaf: newestLeaf(current === null ? undefined : built.byId.get(current), built) };
}

const isShown = ({ role, text, files = [] }: DraftMessage) => role !== null && (text.trim() !== '' || files.length > 0);

/** The nearest visible message for each message: itself or an ancestor. */
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

interface BuiltMessages {
  messages: TreeMessage[];
  byId: Map<string, TreeMessage>;
}

interface Waiting {
  message: DraftMessage;
  parent: TreeMessage | null;
  /** Whether the message has no siblings. */
  isOnly: boolean;
}

function buildMessages(
  shown: readonly DraftMessage[],
  children: ReadonlyMap<string | null, DraftMessage[]>,
): BuiltMessages {
  const built: BuiltMessages = { messages: [], byId: new Map() };
  const buildFrom = (roots: readonly DraftMessage[]) => {
    const waiting = roots.map((message): Waiting => ({ message, parent: null, isOnly: false })).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { message } = next;
      if (built.byId.has(message.id)) continue;
      const parent = place(built, next);
      const below = children.get(message.id) ?? [];
      for (const child of below.toReversed()) waiting.push({ message: child, parent, isOnly: below.length === 1 });
    }
  };
  buildFrom(children.get(null) ?? []);
  // The remaining messages are in loops.
  for (const message of shown) if (!built.byId.has(message.id)) buildFrom([message]);
  return built;
}

/** Consecutive answers, such as before and after a tool call, become one answer. */
function place(built: BuiltMessages, { message, parent: above, isOnly }: Waiting): TreeMessage {
  let parent = above;
  if (message.role === 'assistant' && parent?.role === 'assistant') {
    if (isOnly) {
      merge(parent, message);
      built.byId.set(message.id, parent);
      return parent;
    }
    parent = parent.parent;
  }
  if (message.role === 'assistant' && parent === null)
    parent = add(built, { id: `${message.id}:question`, text: noQuestion, createdAt: message.createdAt }, 'user', null);
  return add(built, message, message.role === 'assistant' ? 'assistant' : 'user', parent);
}

function add(
  { messages, byId }: BuiltMessages,
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
  if (next.isAboutInvestments) answer.isAboutInvestments = true;
  if (next.hasUnconfirmedFigures) answer.hasUnconfirmedFigures = true;
  if (next.isUnreviewed) answer.isUnreviewed = true;
  if (next.isShortened) answer.isShortened = true;
  // Drop the offsets, which are wrong in the joined text.
  answer.citations = [...(answer.citations ?? []), ...(next.citations ?? [])].map(({ start, end, ...rest }) => rest);
}

/** Follows the message that was shown last, or else the newest messages, down to a leaf. */
function newestLeaf(from: TreeMessage | undefined, { messages }: BuiltMessages): TreeMessage | null {
  let at = from ?? messages.findLast(({ parent }) => parent === null) ?? null;
  while (at && at.children.length > 0) at = at.children.at(-1) ?? null;
  return at;
}
