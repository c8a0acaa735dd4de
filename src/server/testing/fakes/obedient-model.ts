import { type LanguageModel, ModelError } from '~/server/providers/llm/types';
import { isSuggestionRequest, isTitleRequest } from './background-requests';

export const modelIsAway = 'The model cannot be reached.';

/** A model controlled by the message: FAIL fails, WAIT waits until released, anything else is answered at once. */
export function createObedientModel(): LanguageModel & { release(): void } {
  const waiting: (() => void)[] = [];
  return {
    name: 'obedient',
    canSearchWeb: false,
    canCallTools: false,
    isConnected: true,
    release() {
      for (const go of waiting.splice(0)) go();
    },
    async *stream({ systemPrompt, turns }, signal) {
      if (isTitleRequest(systemPrompt) || isSuggestionRequest(systemPrompt)) return;
      const question = turns.at(-1)?.content ?? '';
      if (question.includes('FAIL')) throw new ModelError('unavailable', modelIsAway);
      yield { type: 'text', text: 'You asked: ' };
      if (question.includes('WAIT')) {
        await new Promise<void>((resolve) => {
          if (signal.aborted) return resolve();
          waiting.push(resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
      yield { type: 'text', text: question };
      yield { type: 'done', model: 'obedient-1' };
    },
  };
}
