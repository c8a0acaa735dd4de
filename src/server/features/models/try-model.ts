/** Sends one real message to a model, as a user would, and reports the result. */
import { createOpenAiModel } from '~/server/providers/llm/openai';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { ModelError } from '~/server/providers/llm/types';
import type { ModelTest } from '~/shared/schemas/models';
import { textStart } from '~/shared/text-start';

const timeoutMs = 60_000;
const shownCharacters = 500;
const question = {
  systemPrompt: 'You are checking whether a connection works. Answer in one short sentence.',
  turns: [{ role: 'user' as const, content: 'Which model are you?' }],
};

export async function tryModel(connection: OpenAiSettings, maxWaitMs = timeoutMs): Promise<ModelTest> {
  const signal = AbortSignal.timeout(maxWaitMs);
  const start = performance.now();
  const result: ModelTest = { ok: false, text: '', hint: null, model: null, milliseconds: 0, usage: null };
  try {
    for await (const event of createOpenAiModel(connection).stream(question, signal)) {
      if (event.type === 'text') result.text += event.text;
      if (event.type === 'done') result.model = event.model;
      if (event.type === 'usage')
        result.usage = { inputTokens: event.usage.inputTokens, outputTokens: event.usage.outputTokens };
    }
    signal.throwIfAborted();
    result.ok = true;
  } catch (error) {
    Object.assign(result, signal.aborted ? tooSlow(maxWaitMs) : wordsOf(error));
  }
  const text = result.text.length > shownCharacters ? `${textStart(result.text, shownCharacters)}...` : result.text;
  return { ...result, text: text.toWellFormed(), milliseconds: Math.round(performance.now() - start) };
}

const tooSlow = (maxWaitMs: number) => ({
  text: `The model did not finish within ${Math.round(maxWaitMs / 1000)} s.`,
  hint: 'Check that the endpoint is running and has loaded the model.',
});

function wordsOf(error: unknown): Pick<ModelTest, 'text' | 'hint'> {
  if (!(error instanceof ModelError)) throw error;
  const text = error.hint ?? error.message;
  const reason = error.reason ?? null;
  return { text, hint: reason && text.includes(reason) ? null : reason };
}
