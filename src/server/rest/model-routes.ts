import * as example from './model-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('AI models');
const unreachable = { 502: 'The endpoint could not be reached, or returned an error; see `message`.' };
const nameTaken = { 409: 'Another endpoint has this name.' };

export const modelRoutes = [
  get('/models', 'models.list', 'List the AI models that you can choose', [example.availableModel], {
    description: 'The default first. Send an `id` as `model` with a message.',
  }),
  get('/admin/model-endpoints', 'models.endpoints', 'List model endpoints and the models they offer', [
    example.modelEndpoint,
  ]),
  post('/admin/model-endpoints', 'models.createEndpoint', 'Add a model endpoint', example.createdEndpoint, {
    description:
      'Any http or https address is allowed, also a private one such as a local Ollama. Key, headers and proxy are stored encrypted and never returned.',
    body: { example: example.newEndpoint },
    status: 201,
    errors: nameTaken,
    idempotency: 'stored',
  }),
  put(
    '/admin/model-endpoints/:id',
    'models.updateEndpoint',
    'Change a model endpoint',
    { message: 'Endpoint saved' },
    {
      description: 'A stored key stays with its address: when the host changes, send the key again.',
      body: { example: example.newEndpoint },
      errors: nameTaken,
    },
  ),
  remove('/admin/model-endpoints/:id', 'models.deleteEndpoint', 'Delete a model endpoint with its models', {
    message: 'Endpoint deleted',
  }),
  get(
    '/admin/model-endpoints/:id/models',
    'models.find',
    'List the models that an endpoint has',
    [example.foundModel],
    {
      errors: unreachable,
    },
  ),
  post('/admin/models', 'models.add', 'Offer a model to users', example.offeredModel, {
    description: 'Limits that you leave out are those that the endpoint reports, or those known for the model.',
    body: { example: example.newModel },
    status: 201,
    errors: { 404: 'No such endpoint.', 409: 'The endpoint already offers this model.' },
    idempotency: 'stored',
  }),
  put('/admin/models/:id', 'models.update', 'Change an offered model', example.offeredModel, {
    body: { example: { displayName: 'Llama 3.3', inputPrice: '0.10', outputPrice: '0.40', isDefault: true } },
  }),
  remove(
    '/admin/models/:id',
    'models.delete',
    'Stop offering a model',
    { message: 'Model removed' },
    { errors: { 409: 'The model comes from the AI_* settings.' } },
  ),
  post('/admin/models/:id/test', 'models.test', 'Ask a model one question', example.modelTest, {
    description: 'The question is real, so the provider may charge for it.',
  }),
  post('/admin/models/:id/probe', 'models.probe', 'Find out what a model can do', example.offeredModel, {
    description: 'Asks up to 5 short questions, and stores the abilities and limits found.',
    errors: unreachable,
  }),
];
