import { anthropic } from './anthropic';
import { azureClassic, azureV1 } from './azure';
import { deepSeek } from './deepseek';
import { gemini } from './gemini';
import { groq } from './groq';
import { kimi } from './kimi';
import { liteLlm } from './litellm';
import { llamaCpp } from './llama-cpp';
import { lmStudio } from './lm-studio';
import { mistral } from './mistral';
import { ollama } from './ollama';
import { openAiChat } from './openai-chat';
import { openAiResponses } from './openai-responses';
import { openRouter } from './openrouter';
import { perplexity } from './perplexity';
import { together } from './together';
import type { VendorScript } from './vendor-script';
import { vllmGemma, vllmMistral } from './vllm';
import { xaiResponses } from './xai-responses';

export const allVendors: readonly VendorScript[] = [
  openAiResponses,
  openAiChat,
  xaiResponses,
  azureClassic,
  azureV1,
  anthropic,
  gemini,
  mistral,
  deepSeek,
  groq,
  together,
  openRouter,
  perplexity,
  ollama,
  vllmMistral,
  vllmGemma,
  llamaCpp,
  lmStudio,
  liteLlm,
  kimi,
];
