import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import { type ModelEndpointRow, type OfferedModelRow, unknownAbilities } from '~/shared/schemas/models';
import { AddModelDialog } from './add-model-dialog';
import { EditModelDialog } from './edit-model-dialog';
import { EndpointDialog } from './endpoint-dialog';
import { ModelEndpoints } from './model-endpoints';
import { modelValues, toModelInput } from './model-values';

const endpoint: ModelEndpointRow = {
  id: '4d3c2b1a-6f5e-4b7a-9d8c-1e0f3b2a5d4c',
  name: 'Ollama',
  baseUrl: 'http://localhost:11434/v1',
  api: 'auto',
  hasKey: true,
  headerNames: ['X-Team'],
  proxy: null,
  embeddingModel: null,
  rerankModel: null,
  isEnabled: true,
  isLocked: false,
  models: [],
};
const model: OfferedModelRow = {
  id: 'ollama/llama3',
  name: 'llama3',
  displayName: 'Llama 3',
  contextTokens: null,
  maxOutputTokens: 4096,
  limits: { contextTokens: 8192, maxOutputTokens: 4096 },
  abilities: { ...unknownAbilities, tools: true, images: false },
  inputPrice: '0.50',
  outputPrice: null,
  access: 'administrators',
  groupIds: [],
  isDefault: true,
  position: 0,
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

function dialog(answers: FakeResponses, edited?: ModelEndpointRow) {
  const requests = fakeServer(answers);
  const onClose = vi.fn();
  const sent = () => requests.filter(({ path }) => /Endpoint$/.test(path));
  return {
    sent,
    onClose,
    ...renderInApp(<EndpointDialog {...(edited && { endpoint: edited })} onClose={onClose} />),
  };
}

it('requires a name and an HTTP URL for an endpoint', async () => {
  const { user, sent } = dialog({});
  await user.type(field(words.address), 'localhost:11434');
  await user.click(press(words.add));
  await waitFor(() => expect(errorOf(field(words.address))).toBe('Use a URL that begins with http:// or https://'));
  expect(errorOf(field(words.name))).toMatch(/required/);
  expect(sent()).toEqual([]);
});

it('rejects headers that are not one per line', async () => {
  const { user, sent } = dialog({});
  await user.type(field(words.name), 'Ollama');
  await user.type(field(words.address), 'http://localhost:11434/v1');
  await user.type(field(words.headers), 'no header');
  await user.click(press(words.add));
  await waitFor(() => expect(errorOf(field(words.headers))).toBe('Use one header a line, like X-Team: research'));
  expect(sent()).toEqual([]);
});

it('sends the key and headers of a new endpoint', async () => {
  const { user, sent, onClose } = dialog({ 'models.createEndpoint': () => ({ id: endpoint.id ?? '' }) });
  await user.type(field(words.name), 'Ollama');
  await user.type(field(words.address), 'http://localhost:11434/v1');
  await user.type(field(words.key), ' sk-secret ');
  await user.type(field(words.headers), 'X-Team: research');
  await user.click(press(words.add));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()[0]).toMatchObject({
    path: 'models.createEndpoint',
    input: { apiKey: 'sk-secret', headers: { 'X-Team': 'research' }, embeddingModel: null },
  });
});

it('keeps stored secrets whose fields are empty, unless they are to be removed', async () => {
  const answers = { 'models.updateEndpoint': () => ({ message: 'Saved' }) };
  const kept = dialog(answers, endpoint);
  expect(field(words.key).value).toBe('');
  await kept.user.click(press(words.save));
  expect(press(words.save).getAttribute('aria-disabled')).toBe('true');
  await kept.user.type(field(words.name), ' 2');
  await kept.user.click(press(words.save));
  await waitFor(() => expect(kept.onClose).toHaveBeenCalledOnce());
  expect(kept.sent()).toHaveLength(1);
  expect(kept.sent()[0]?.input).toMatchObject({ id: endpoint.id, name: 'Ollama 2' });
  expect(kept.sent()[0]?.input).toMatchObject({ apiKey: undefined, headers: undefined });
  kept.unmount();
  const removed = dialog(answers, endpoint);
  await removed.user.click(screen.getByLabelText(words.forget));
  await removed.user.click(press(words.save));
  await waitFor(() => expect(removed.onClose).toHaveBeenCalledOnce());
  expect(removed.sent()[0]?.input).toMatchObject({ apiKey: null, headers: null, proxyUrl: null });
});

it('shows a rejected URL beside its field, and keeps the other values', async () => {
  const { user, onClose } = dialog({
    'models.createEndpoint': () => {
      throw new ServerError('Endpoint exists', { fieldErrors: { baseUrl: 'Endpoint exists' } });
    },
  });
  await user.type(field(words.name), 'Ollama');
  await user.type(field(words.address), 'http://localhost:11434/v1');
  await user.type(field(words.key), 'sk-secret');
  await user.click(press(words.add));
  await waitFor(() => expect(errorOf(field(words.address))).toBe('Endpoint exists'));
  expect(field(words.key).value).toBe('sk-secret');
  expect(onClose).not.toHaveBeenCalled();
});

it('suggests only models that are not added yet', async () => {
  const found = { contextTokens: null, maxOutputTokens: null };
  fakeServer({
    'models.find': () => [
      { name: 'llama3', ...found, isOffered: true },
      { name: 'mistral', ...found, isOffered: false },
    ],
  });
  renderInApp(<AddModelDialog isOpen endpointId={endpoint.id ?? ''} endpointName="Ollama" onClose={vi.fn()} />);
  expect(await screen.findByText(words.found('1', true))).toBeDefined();
  expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual([
    'mistral',
  ]);
});

it('adds a model of an endpoint that lists none', async () => {
  const requests = fakeServer({
    'models.find': () => {
      throw new ServerError('The endpoint does not answer');
    },
    'models.add': () => model,
  });
  const onClose = vi.fn();
  const { user } = renderInApp(
    <AddModelDialog isOpen endpointId={endpoint.id ?? ''} endpointName="Ollama" onClose={onClose} />,
  );
  expect(await screen.findByText('The endpoint does not answer')).toBeDefined();
  await user.type(field(words.modelName), 'llama3');
  await user.type(field(words.contextTokens), '8,192');
  await user.type(field(words.inputPrice), 'cheap');
  await user.click(press(words.addModel));
  await waitFor(() => expect(errorOf(field(words.inputPrice))).toBe('Use an amount like 2.50'));
  await user.clear(field(words.inputPrice));
  await user.click(press(words.addModel));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests.find(({ path }) => path === 'models.add')?.input).toMatchObject({
    endpointId: endpoint.id,
    name: 'llama3',
    contextTokens: 8192,
    inputPrice: null,
    abilities: unknownAbilities,
  });
});

it('prefills the fields of a model with the stored values', () => {
  const { displayName, contextTokens, maxOutputTokens, abilities, inputPrice, outputPrice, access, isDefault } = model;
  expect(toModelInput(modelValues(model), new Set(['x']))).toEqual({
    displayName,
    contextTokens,
    maxOutputTokens,
    abilities,
    inputPrice,
    outputPrice,
    access,
    groupIds: ['x'],
    isDefault,
  });
  const forEveryone = { ...modelValues(model), access: 'everyone' as const };
  expect(toModelInput(forEveryone, new Set(['x'])).groupIds).toEqual([]);
});

it('keeps what is typed when the models are loaded again', async () => {
  const onClose = vi.fn();
  fakeServer({});
  const edited = renderInApp(<EndpointDialog endpoint={endpoint} onClose={onClose} />);
  await edited.user.clear(field(words.name));
  await edited.user.type(field(words.name), 'Ollama in Basel');
  edited.rerender(<EndpointDialog endpoint={{ ...endpoint, models: [model] }} onClose={onClose} />);
  expect(field(words.name).value).toBe('Ollama in Basel');
  edited.unmount();
  const { user, rerender } = renderInApp(<EditModelDialog model={model} onClose={onClose} />);
  expect(press(words.save).getAttribute('aria-disabled')).toBe('true');
  await user.clear(field(words.contextTokens));
  await user.type(field(words.contextTokens), '16000');
  rerender(<EditModelDialog model={{ ...model, abilities: unknownAbilities }} onClose={onClose} />);
  expect(field(words.contextTokens).value).toBe('16000');
  expect(press(words.save).getAttribute('aria-disabled')).toBeNull();
});

it('loads the list again if another administrator deleted the endpoint', async () => {
  let isDeleted = false;
  fakeServer({
    'models.endpoints': () => (isDeleted ? [] : [endpoint]),
    'models.updateEndpoint': () => {
      isDeleted = true;
      throw new ServerError('Model endpoint not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  const { user } = renderInApp(<ModelEndpoints />);
  await user.click(await screen.findByRole('button', { name: words.editNamed('Ollama') }));
  await user.type(await screen.findByLabelText(words.name), ' 2');
  await user.click(press(words.save));
  expect(await screen.findByText('Model endpoint not found')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(endpoint.baseUrl)).toBeNull());
});

it("lists endpoints, and shows which can't be used or edited", async () => {
  fakeServer({
    'models.endpoints': () => [
      { ...endpoint, isLocked: true },
      { ...endpoint, id: null, name: 'From .env', isEnabled: false },
    ],
  });
  renderInApp(<ModelEndpoints />);
  expect(await screen.findByText(words.locked)).toBeDefined();
  expect(screen.getByText(words.disabled)).toBeDefined();
  expect(screen.getByText(words.fromSettingsNote)).toBeDefined();
});
