/**
 * Counts tokens in a thread, because loading the vocabulary takes a third of a second, and so do long texts. Plain
 * JavaScript, so that the thread can be started from the sources and from the build.
 */
import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * The tokenizer's time grows with the square of the longest run of letters, so runs are limited to this length, cut at
 * white space if possible. A cut adds at most one token.
 */
const parts = /[\s\S]{1,400}(?=\s)|[\s\S]{1,400}/g;
const asText = { disallowedSpecial: new Set() };

function tokensOf(text) {
  let tokens = 0;
  for (const [part] of text.matchAll(parts)) tokens += countTokens(part, asText);
  return tokens;
}

parentPort?.on('message', ({ id, texts }) => {
  parentPort?.postMessage({ id, counts: texts.map(tokensOf) });
});
