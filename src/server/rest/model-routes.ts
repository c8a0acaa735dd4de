import { idOf } from '~/server/lib/schema-examples';
import { created, rowsOf } from './route';

const { get, post, put, remove } = rowsOf('AI models');

export const modelRoutes = [
  get('/models', 'models.list'),
  get('/admin/model-endpoints', 'models.endpoints'),
  post('/admin/model-endpoints', 'models.createEndpoint', {
    body: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', apiKey: 'sk-example' },
    ...created,
  }),
  put('/admin/model-endpoints/:id', 'models.updateEndpoint', {
    message: 'Endpoint saved',
    body: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', apiKey: 'sk-example' },
  }),
  remove('/admin/model-endpoints/:id', 'models.deleteEndpoint', 'Endpoint deleted'),
  get('/admin/model-endpoints/:id/models', 'models.find'),
  post('/admin/models', 'models.add', {
    body: { endpointId: idOf('endpoint'), name: 'llama3.3', displayName: 'Llama 3.3' },
    ...created,
  }),
  put('/admin/models/:id', 'models.update', {
    body: { displayName: 'Llama 3.3', inputPrice: '0.10', outputPrice: '0.40', isDefault: true },
  }),
  remove('/admin/models/:id', 'models.delete', 'Model removed'),
  post('/admin/models/:id/test', 'models.test'),
  post('/admin/models/:id/probe', 'models.probe'),
];
