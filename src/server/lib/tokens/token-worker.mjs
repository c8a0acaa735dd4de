/**
 * Counts tokens in a thread of its own: loading the vocabulary takes a third of a second, long texts take as long.
 * Plain JavaScript, so that the thread starts from the sources as it does from the built server.
 */
import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * The time of the tokenizer grows with the square of the longest run of letters, so no run is longer than this: cut at
 * white space where there is some. A cut adds at most one token.
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
