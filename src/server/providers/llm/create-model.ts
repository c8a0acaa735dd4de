import { createOfflineAnalyst } from './offline-analyst';
import { createOpenAiModel } from './openai';
import type { OpenAiSettings } from './openai-endpoint';
import type { LanguageModel } from './types';

/** The connected model, or the offline analyst when no endpoint is configured. */
export function createModel(settings: OpenAiSettings | null): LanguageModel {
  return settings ? createOpenAiModel(settings) : createOfflineAnalyst();
}
