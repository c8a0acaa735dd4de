import { ModelError, type ModelEvent } from './types';

/**
 * Reads one answer's events of one protocol. `read` gets the parsed data of each event in order and appends what it
 * means to `out`; `closing` answers the events that end the answer.
 */
export interface WireReader {
  read(data: WireObject, out: ModelEvent[]): void;
  /** The vendor has said how the answer ended; only extras (usage) may follow. */
  readonly isFinished: boolean;
  /** Nothing more is expected. */
  readonly isComplete: boolean;
  /** The stream's own end mark, `[DONE]`. */
  markDone(): void;
  closing(): ModelEvent[];
}

/** An object of the wire: endpoints differ in what they leave out, so every member is looked at before it is used. */
export type WireObject = { readonly [key: string]: unknown };

export function objectOf(value: unknown): WireObject {
  return typeof value === 'object' && value !== null ? (value as WireObject) : {};
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function parseEvent(data: string): WireObject {
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed === 'object' && parsed !== null) return parsed as WireObject;
  } catch (cause) {
    // The cause names the place in the text; the text itself stays out of the message.
    throw new ModelError('bad_answer', 'The model endpoint sent something that could not be read.', { cause });
  }
  throw new ModelError('bad_answer', 'The model endpoint sent something that could not be read.');
}

/** Tokens that arrive together leave together: under load this is the batching, and an idle stream waits for nothing. */
export function appendText(out: ModelEvent[], text: string): void {
  const last = out.at(-1);
  if (last?.type === 'text') last.text += text;
  else if (text !== '') out.push({ type: 'text', text });
}
