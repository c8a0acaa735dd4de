/** Reads a text with the browser's speech synthesis. This page sends nothing; some browsers' voices use a service. */
import { useSyncExternalStore } from 'react';
import { languageOf } from './language-of';

/** Browsers stop in the middle of long utterances, so a text is split into parts of a few sentences. */
const maxCharacters = 220;

let readingId: string | undefined;
const listeners = new Set<() => void>();

function change(id: string | undefined): void {
  readingId = id;
  for (const listener of listeners) listener();
}

export const canSpeak = (): boolean => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

/** Whether the text with this id is being read. */
export const useIsReading = (id: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readingId === id,
    // The answer on the home page is rendered at build time.
    () => false,
  );

/** Stops any text that is being read. `id` identifies the new text. */
export function readAloud(id: string, text: string): void {
  speechSynthesis.cancel();
  const parts = partsOf(text);
  change(parts.length > 0 ? id : undefined);
  const lang = languageOf(text);
  const utterances = parts.map((part) => {
    const utterance = new SpeechSynthesisUtterance(part);
    if (lang) utterance.lang = lang;
    return utterance;
  });
  const last = utterances.at(-1);
  const over = () => {
    if (readingId === id) change(undefined);
  };
  if (last) last.onend = over;
  for (const utterance of utterances) {
    // 'interrupted' and 'canceled' result from reading another text or stopping, which have already changed the state.
    utterance.onerror = ({ error }) => {
      if (error !== 'interrupted' && error !== 'canceled') stopReading(id);
    };
    speechSynthesis.speak(utterance);
  }
}

/** Does nothing if another text is being read. */
export function stopReading(id: string): void {
  if (readingId !== id) return;
  change(undefined);
  speechSynthesis.cancel();
}

/** Whole sentences, joined up to the limit. A longer sentence is its own part; 2.00% is never split. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+|(?<=[。！？])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + sentence.length < maxCharacters)
      parts[parts.length - 1] = `${last} ${sentence}`;
    else parts.push(sentence);
  }
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
