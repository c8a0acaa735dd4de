/** Reads a text with the browser's speech synthesis. This page sends nothing; some browsers' voices use a service. */

import { useSyncExternalStore } from 'react';
import { createListeners } from '~/client/lib/listeners';
import { sentenceMarks } from '~/shared/sentence-marks';
import { languageOf } from './language-of';

/** Browsers stop in the middle of long utterances, so a text is split into parts of a few sentences. */
const maxCharacters = 220;
/** From the best border to the worst. Spaces stay with the text before them. */
const borders = [new RegExp(`(?<=[.!?]\\s)|(?<=[${sentenceMarks}])`), /(?<=[，、；،؛])|(?<=[,;]\s)/, /(?<=\s)/];

let readingId: string | undefined;
const listeners = createListeners();

function change(id: string | undefined): void {
  readingId = id;
  listeners.notify();
}

export const canSpeak = (): boolean => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

/** Whether the text with this id is being read. */
export const useIsReading = (id: string): boolean =>
  useSyncExternalStore(
    listeners.subscribe,
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

/** Whole sentences, joined up to the limit. A longer sentence is split at commas or spaces; 2.00% never is. */
export const partsOf = (text: string): string[] =>
  split(text, 0)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));

function split(text: string, level: number): string[] {
  const border = borders[level];
  if (!border || spokenLength(text) <= maxCharacters) return [text];
  const parts: string[] = [];
  for (const piece of text.split(border).flatMap((one) => split(one, level + 1))) {
    const joined = (parts.at(-1) ?? '') + piece;
    if (parts.length > 0 && spokenLength(joined) <= maxCharacters) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}

/** Reading a character of Chinese, Japanese or Korean takes about as long as reading four letters. */
const spokenLength = (text: string): number =>
  text.length + 3 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
