import { chatVendor, data } from './chat-style';
import { json, stream } from './vendor-script';

const error = (message: string) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } });

export const lmStudio = chatVendor({
  name: 'LM Studio',
  baseUrl: 'http://studio.lan:1234/v1',
  model: 'qwen3-4b-thinking',
  sources: [
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546',
    'https://github.com/0xBakeer/inference-atlas/pull/11',
    'https://github.com/Mintplex-Labs/anything-llm/issues/2914',
    'https://lmstudio.ai/docs/developer/openai-compat/tools',
  ],
  choice: { logprobs: null },
  contentType: 'text/plain',
  usageIn: 'none',
  hasDone: true,
  // The opening tag is part of the prompt, so only the closing one is in the text.
  tagged: (thought, parts) => [thought, '\n</think>', '\n\n', ...parts],
  failureEvent: `event: error\n${data({ error: 'The model has crashed without additional information.' })}`,
  failure: 'The model has crashed without additional information.',
  busyBody: { error: 'Too many requests' },
  // The error arrives within the stream.
  tooLong: stream([
    `event: error\n${data({
      error: {
        message:
          'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input.',
      },
    })}`,
  ]),
  badKey: json(401, { error: { message: 'An LM Studio API token is required', type: 'invalid_request' } }),
  down: json(503, { error: 'Model is loading' }),
  rejects: (message) => json(400, error(message)),
  rejections: {
    images: json(400, { error: 'Model does not support images. Please use a model that does.' }),
    tools: json(400, error('This model does not support tools')),
    system: json(400, { error: 'Only user and assistant roles are supported!' }),
    stream_options: json(400, error("Unrecognized key(s) in object: 'stream_options'")),
  },
});
