import { ids } from './examples';

const abilities = { tools: true, images: false, reasoning: false, webSearch: null };

export const availableModel = {
  id: 'llama3.3',
  name: 'Llama 3.3',
  endpointId: ids.endpoint,
  isDefault: true,
  contextTokens: 131_072,
  maxOutputTokens: null,
  canResearch: true,
  abilities,
};
export const offeredModel = {
  id: 'llama3.3',
  name: 'llama3.3',
  displayName: 'Llama 3.3',
  contextTokens: null,
  maxOutputTokens: null,
  limits: { contextTokens: 131_072, maxOutputTokens: null },
  abilities,
  inputPrice: '0.10',
  outputPrice: '0.40',
  access: 'everyone',
  groupIds: [],
  isDefault: true,
  position: 1,
};
export const createdEndpoint = { id: ids.endpoint };
export const newEndpoint = { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', apiKey: 'sk-example' };
export const modelEndpoint = {
  id: ids.endpoint,
  name: 'Ollama',
  baseUrl: 'http://localhost:11434/v1',
  api: 'auto',
  hasKey: true,
  headerNames: [],
  proxy: null,
  embeddingModel: 'nomic-embed-text',
  rerankModel: null,
  isEnabled: true,
  isLocked: false,
  models: [offeredModel],
};
export const newModel = { endpointId: ids.endpoint, name: 'llama3.3', displayName: 'Llama 3.3' };
export const foundModel = { name: 'llama3.3', contextTokens: 131_072, maxOutputTokens: null, isOffered: true };
export const modelTest = {
  ok: true,
  text: 'I am Llama 3.3.',
  hint: null,
  model: 'llama3.3',
  milliseconds: 420,
  usage: { inputTokens: 31, outputTokens: 8 },
};
