import * as example from './model-examples';
import { rowsOf } from './route';

const { get, post, put, remove } = rowsOf('AI models');

export const modelRoutes = [
  get('/models', 'models.list', [example.availableModel]),
  get('/admin/model-endpoints', 'models.endpoints', [example.modelEndpoint]),
  post('/admin/model-endpoints', 'models.createEndpoint', example.createdEndpoint, {
    body: example.newEndpoint,
    status: 201,
    idempotency: 'stored',
  }),
  put('/admin/model-endpoints/:id', 'models.updateEndpoint', 'Endpoint saved', { body: example.newEndpoint }),
  remove('/admin/model-endpoints/:id', 'models.deleteEndpoint', 'Endpoint deleted'),
  get('/admin/model-endpoints/:id/models', 'models.find', [example.foundModel]),
  post('/admin/models', 'models.add', example.offeredModel, {
    body: example.newModel,
    status: 201,
    idempotency: 'stored',
  }),
  put('/admin/models/:id', 'models.update', example.offeredModel, {
    body: { displayName: 'Llama 3.3', inputPrice: '0.10', outputPrice: '0.40', isDefault: true },
  }),
  remove('/admin/models/:id', 'models.delete', 'Model removed'),
  post('/admin/models/:id/test', 'models.test', example.modelTest),
  post('/admin/models/:id/probe', 'models.probe', example.offeredModel),
];
