import { readChatGpt } from './chatgpt';
import { readClaude } from './claude';
import type { Draft } from './draft';
import { readOpenWebUi } from './open-webui';
import { readOwnExport } from './own-export';

/** Null if the value is not a conversation in a known format. Formats are recognized by where their messages are. */
export function readDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null;
  const has = (name: string) => Object.hasOwn(value, name);
  if (has('mapping')) return readChatGpt(value);
  if (has('chat_messages')) return readClaude(value);
  if (has('chat')) return readOpenWebUi(value);
  return has('messages') ? readOwnExport(value) : null;
}
