/** Vendors' model lists, as documented or shown by them, and the expected results. */
import type { ListedModel } from '~/server/providers/llm/listed-models';

export interface ModelListScript {
  vendor: string;
  sources: readonly string[];
  /** Responses by path. */
  responses: Readonly<Record<string, unknown>>;
  model: string;
  expected: Omit<ListedModel, 'name'>;
}

const list = (...data: object[]) => ({ object: 'list', data });
const nothing = { contextTokens: null, maxOutputTokens: null, abilities: {} };

export const modelLists: readonly ModelListScript[] = [
  {
    vendor: 'vLLM',
    sources: ['https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/protocol.py'],
    responses: {
      '/v1/models': list({
        id: 'Qwen/Qwen3-0.6B',
        object: 'model',
        created: 1_755_478_424,
        owned_by: 'vllm',
        root: 'Qwen/Qwen3-0.6B',
        parent: null,
        max_model_len: 40_960,
        permission: [{ object: 'model_permission', allow_sampling: true, allow_view: true, organization: '*' }],
      }),
    },
    model: 'Qwen/Qwen3-0.6B',
    expected: { ...nothing, contextTokens: 40_960 },
  },
  {
    vendor: 'Ollama',
    sources: ['https://github.com/ollama/ollama/blob/main/docs/api.md'],
    responses: {
      '/v1/models': list({ id: 'llava:latest', object: 'model', created: 1_730_000_000, owned_by: 'library' }),
      '/api/show': {
        parameters: 'num_keep                       24\nstop                           "<|eot_id|>"',
        details: { format: 'gguf', family: 'llama', parameter_size: '8.0B', quantization_level: 'Q4_0' },
        model_info: { 'general.architecture': 'llama', 'llama.block_count': 32, 'llama.context_length': 8192 },
        capabilities: ['completion', 'vision'],
      },
    },
    model: 'llava',
    // Not the trained window, because Ollama loads the model with its default.
    expected: { ...nothing, contextTokens: 4096, abilities: { tools: false, images: true, reasoning: false } },
  },
  {
    vendor: 'Ollama, with the model loaded',
    sources: [
      'https://github.com/ollama/ollama/blob/main/docs/faq.mdx',
      'https://github.com/attogram/ollama-bash-lib/blob/main/demos/ps.md',
    ],
    responses: {
      '/v1/models': list({ id: 'hermes3:8b', object: 'model', created: 1_730_000_000, owned_by: 'library' }),
      '/api/show': { parameters: '', model_info: { 'llama.context_length': 131_072 }, capabilities: ['completion'] },
      '/api/ps': {
        models: [
          { name: 'qwen2.5-coder:7b', model: 'qwen2.5-coder:7b', size_vram: 5_617_579_456, context_length: 4096 },
          { name: 'hermes3:8b', model: 'hermes3:8b', size_vram: 8_372_905_984, context_length: 16_384 },
        ],
      },
    },
    model: 'hermes3:8b',
    expected: { ...nothing, contextTokens: 16_384, abilities: { tools: false, images: false, reasoning: false } },
  },
  {
    vendor: 'Ollama, with a model smaller than the default',
    sources: ['https://github.com/ollama/ollama/blob/main/docs/api.md'],
    responses: {
      '/v1/models': list({ id: 'tinyllama:latest', object: 'model', created: 1_730_000_000, owned_by: 'library' }),
      '/api/show': { model_info: { 'llama.context_length': 2048 }, capabilities: ['completion'] },
      '/api/ps': { models: [] },
    },
    model: 'tinyllama',
    expected: { ...nothing, contextTokens: 2048, abilities: { tools: false, images: false, reasoning: false } },
  },
  {
    vendor: 'Ollama, with a model of its cloud',
    sources: ['https://github.com/ollama/ollama/blob/main/docs/cloud.mdx'],
    responses: {
      '/v1/models': list({ id: 'gpt-oss:120b-cloud', object: 'model', created: 1_760_000_000, owned_by: 'library' }),
      '/api/show': {
        remote_model: 'gpt-oss:120b',
        remote_host: 'https://ollama.com:443',
        model_info: { 'gptoss.context_length': 131_072 },
        capabilities: ['completion', 'tools', 'thinking'],
      },
    },
    model: 'gpt-oss:120b-cloud',
    expected: { ...nothing, contextTokens: 131_072, abilities: { tools: true, images: false, reasoning: true } },
  },
  {
    vendor: 'Ollama, with a window of its own',
    sources: ['https://github.com/ollama/ollama/blob/main/docs/modelfile.md'],
    responses: {
      '/v1/models': list({ id: 'qwen3:8b', object: 'model', created: 1_730_000_000, owned_by: 'library' }),
      '/api/show': {
        parameters: 'temperature                    0.6\nnum_ctx                        16384',
        model_info: { 'qwen3.context_length': 40_960 },
        capabilities: ['completion', 'tools', 'thinking'],
      },
    },
    model: 'qwen3:8b',
    expected: { ...nothing, contextTokens: 16_384, abilities: { tools: true, images: false, reasoning: true } },
  },
  {
    vendor: 'LM Studio',
    sources: ['https://lmstudio.ai/docs/app/api/endpoints/rest'],
    responses: {
      '/v1/models': list({ id: 'qwen2-vl-7b-instruct', object: 'model', owned_by: 'organization_owner' }),
      '/api/v0/models': list({
        id: 'qwen2-vl-7b-instruct',
        object: 'model',
        type: 'vlm',
        publisher: 'mlx-community',
        arch: 'qwen2_vl',
        state: 'loaded',
        max_context_length: 32_768,
        loaded_context_length: 4096,
        capabilities: ['tool_use'],
      }),
    },
    model: 'qwen2-vl-7b-instruct',
    expected: { ...nothing, contextTokens: 4096, abilities: { tools: true, images: true } },
  },
  {
    vendor: 'llama.cpp server',
    sources: ['https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md'],
    responses: {
      '/v1/models': list({
        id: '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
        object: 'model',
        created: 1_735_142_223,
        owned_by: 'llamacpp',
        meta: { vocab_type: 2, n_vocab: 128_256, n_ctx_train: 131_072, n_embd: 4096, n_params: 8_030_261_312 },
      }),
      '/props': {
        default_generation_settings: { id: 0, id_task: -1, n_ctx: 16_384, speculative: false, is_processing: false },
        total_slots: 2,
        model_path: '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
        modalities: { vision: false },
      },
    },
    model: '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
    expected: { ...nothing, contextTokens: 16_384, abilities: { images: false } },
  },
  {
    vendor: 'llama.cpp server, without its properties',
    sources: ['https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md'],
    responses: {
      '/v1/models': list({
        id: '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
        object: 'model',
        created: 1_735_142_223,
        owned_by: 'llamacpp',
        meta: { vocab_type: 2, n_vocab: 128_256, n_ctx_train: 131_072, n_embd: 4096, n_params: 8_030_261_312 },
      }),
    },
    model: '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
    expected: { ...nothing, contextTokens: 131_072 },
  },
  {
    vendor: 'OpenRouter',
    sources: ['https://openrouter.ai/docs/api-reference/list-available-models'],
    responses: {
      '/v1/models': {
        data: [
          {
            id: 'openai/gpt-4',
            canonical_slug: 'openai/gpt-4',
            name: 'GPT-4',
            context_length: 8192,
            architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'], tokenizer: 'GPT' },
            pricing: { prompt: '0.00003', completion: '0.00006', image: '0', request: '0' },
            top_provider: { context_length: 8192, max_completion_tokens: 4096, is_moderated: true },
            per_request_limits: null,
            supported_parameters: ['temperature', 'tools'],
          },
        ],
      },
    },
    model: 'openai/gpt-4',
    expected: {
      contextTokens: 8192,
      maxOutputTokens: 4096,
      abilities: { tools: true, images: true, reasoning: false },
    },
  },
  {
    vendor: 'Mistral',
    sources: [
      'https://github.com/mistralai/client-python/blob/main/docs/models/basemodelcard.md',
      'https://github.com/mistralai/client-python/blob/main/docs/models/modelcapabilities.md',
    ],
    responses: {
      '/v1/models': list({
        id: 'mistral-medium-latest',
        object: 'model',
        owned_by: 'mistralai',
        capabilities: { completion_chat: true, function_calling: true, completion_fim: false, vision: false },
        max_context_length: 131_072,
        aliases: [],
        type: 'base',
      }),
    },
    model: 'mistral-medium-latest',
    expected: { ...nothing, contextTokens: 131_072, abilities: { tools: true, images: false } },
  },
  {
    vendor: 'Groq',
    sources: ['https://console.groq.com/docs/api-reference#models-list'],
    responses: {
      '/v1/models': list({
        id: 'llama-3.3-70b-versatile',
        object: 'model',
        created: 1_733_447_754,
        owned_by: 'Meta',
        active: true,
        context_window: 131_072,
        public_apps: null,
        max_completion_tokens: 32_768,
      }),
    },
    model: 'llama-3.3-70b-versatile',
    expected: { ...nothing, contextTokens: 131_072, maxOutputTokens: 32_768 },
  },
  {
    vendor: 'Together',
    sources: ['https://docs.together.ai/reference/models'],
    responses: {
      '/v1/models': [
        {
          id: 'Austism/chronos-hermes-13b',
          object: 'model',
          created: 1_692_896_905,
          type: 'chat',
          display_name: 'Chronos Hermes (13B)',
          organization: 'Austism',
          license: 'other',
          context_length: 2048,
          pricing: { hourly: 0, input: 0.3, output: 0.3, base: 0, finetune: 0 },
        },
      ],
    },
    model: 'Austism/chronos-hermes-13b',
    expected: { ...nothing, contextTokens: 2048 },
  },
  {
    vendor: 'Gemini, compatible endpoint',
    sources: ['https://ai.google.dev/gemini-api/docs/openai#list-models'],
    responses: {
      '/v1/models': list({ id: 'models/gemini-2.5-flash', object: 'model', owned_by: 'google' }),
    },
    model: 'gemini-2.5-flash',
    expected: nothing,
  },
  {
    vendor: 'OpenAI',
    sources: ['https://platform.openai.com/docs/api-reference/models/list'],
    responses: {
      '/v1/models': list({ id: 'gpt-5', object: 'model', created: 1_686_935_002, owned_by: 'system' }),
    },
    model: 'gpt-5',
    expected: nothing,
  },
];
