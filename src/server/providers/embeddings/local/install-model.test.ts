import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256OfStream } from '~/server/lib/hash';
import { listen } from '~/server/testing/fakes/free-port';
import { writeTinyModel } from '~/server/testing/fakes/tiny-model';
import { installModel, type ModelSource } from './install-model';
import { changedFiles, modelFolder, readInstalledModel } from './model-folder';

let root: string;
let source: string;
let dataDir: string;
let server: Server;
let address: string;
beforeEach(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'qinsight-install-model-'));
  source = path.join(root, 'source');
  dataDir = path.join(root, 'data');
  writeTinyModel(source, [['bill']]);
  server = createServer((request, response) => {
    const file = path.join(source, path.basename(request.url ?? ''));
    // Like a model hub, which redirects the model's URL to another host.
    if (request.url === '/tiny/onnx/model.onnx') return response.writeHead(302, { location: '/cdn/model.onnx' }).end();
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200).end(readFileSync(file));
  });
  const port = await listen(server);
  address = `http://127.0.0.1:${port}/tiny/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true });
});

const reports: string[] = [];
const install = (change: Partial<ModelSource> = {}) => {
  reports.length = 0;
  const wanted: ModelSource = {
    ...{ from: address, modelPath: 'onnx/model.onnx', model: 'tiny', pooling: 'mean', maxTokens: 64, expected: {} },
    ...change,
  };
  return installModel(wanted, { dataDir, memoryMb: 1024, report: (text) => void reports.push(text) });
};
const installed = () => readInstalledModel(modelFolder(dataDir));

it('downloads the files, prints their checksums and tests the model', async () => {
  const hash = await sha256OfStream(createReadStream(path.join(source, 'model.onnx')));
  expect(await install({ expected: { 'model.onnx': hash } })).toEqual({ dimensions: 2 });
  expect(reports[0]).toContain(hash);
  const model = await installed();
  expect(model?.files['model.onnx']).toBe(hash);
  expect(model && (await changedFiles(model))).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(['embeddings']);
});

it('keeps the previous model if a file is unexpected, missing, or not a model', async () => {
  await install({ from: source, modelPath: 'model.onnx' });
  const before = await installed();
  const changes: [Partial<ModelSource>, RegExp][] = [
    [{ expected: { 'tokenizer.json': '0'.repeat(64) } }, /tokenizer.json is not the expected file/],
    [{ modelPath: 'onnx/other.onnx' }, /other\.onnx returned 404/],
    [{ from: '/nowhere' }, /does not exist/],
    [{ modelPath: 'tokenizer.json' }, /The model does not work/],
  ];
  for (const [change, problem] of changes) {
    await expect(install({ model: 'next', ...change })).rejects.toThrow(problem);
    expect(await installed()).toEqual(before);
    expect(readdirSync(dataDir)).toEqual(['embeddings']);
  }
});
