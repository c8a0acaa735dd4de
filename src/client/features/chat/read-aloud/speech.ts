/** Reads a text with the browser's own voices. Nothing is sent by this page; some browsers' voices use a service. */
import { useSyncExternalStore } from 'react';
import { languageOf } from './language-of';

/** Browsers stop in the middle of long utterances, so a text is spoken in parts of a few sentences. */
const mostCharacters = 220;

let readingId: string | undefined;
const listeners = new Set<() => void>();

function change(id: string | undefined): void {
  readingId = id;
  for (const listener of listeners) listener();
}

export const canSpeak = (): boolean => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

export const useIsReading = (id: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readingId === id,
    // The answer on the home page is drawn at build time.
    () => false,
  );

/** Ends whatever is being read before. `id` names the text. */
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
    // 'interrupted' and 'canceled' come from reading another text or stopping, which have changed the state already.
    utterance.onerror = ({ error }) => {
      if (error !== 'interrupted' && error !== 'canceled') stopReading(id);
    };
    speechSynthesis.speak(utterance);
  }
}

/** Does nothing when another text is being read. */
export function stopReading(id: string): void {
  if (readingId !== id) return;
  change(undefined);
  speechSynthesis.cancel();
}

/** Whole sentences, joined while they fit. A longer sentence is a part of its own; 2.00% is never divided. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+|(?<=[。！？])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + sentence.length < mostCharacters)
      parts[parts.length - 1] = `${last} ${sentence}`;
    else parts.push(sentence);
  }
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
