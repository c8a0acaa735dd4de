/**
 * The files of the container image, run as in the image: without any other file of the product, as an unprivileged
 * user, on a read-only root file system. No container engine is needed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { until } from '~/server/testing/until';
import { inContainer } from '~/server/testing/worlds/container';
import {
  endAllServers,
  onlySettings,
  type ServerProcess,
  startUnder,
  temporaryFolder,
} from '~/server/testing/worlds/server-process';

/** Size of the whole image, unpacked. */
const maxMb = 350;
/** node:22-slim takes 220 MB unpacked, according to https://labs.iximiuz.com/tutorials/how-to-choose-nodejs-container-image. */
const baseMb = 220;

const megabytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0) / 1e6;

/** Folders of every Linux system, used in place of the image's own. */
const [app, data] = ['/mnt', '/srv'];
/** A process that changes its user loses the parent-death signal, so it is set again. */
const user =
  'setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all --pdeathsig=KILL';

/** The command prefix that runs a command in such a system. */
function inImage(files: string): string[] {
  const steps = [
    `mount --bind ${files} ${app}`,
    `mount -o remount,bind,ro ${app}`,
    `mount -t tmpfs tmpfs ${data}`,
    `chown 65534:65534 ${data}`,
    'mount -t tmpfs tmpfs /tmp',
    'mount -o remount,bind,ro /',
    `cd ${app}`,
    `exec ${user} "$@"`,
  ];
  return [...inContainer(['--mount']), 'sh', '-c', steps.join(' && '), 'sh'];
}

const isPossible = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const missing = isPossible ? '' : ' (skipped: this user may not mount)';

describe.runIf(isPossible)(`the files of the image${missing}`, () => {
  let files: string;
  let server: ServerProcess;
  const settings = { DATA_DIR: `${data}/data`, PRICE_PROVIDER: 'none', TIMESTAMP_AUTHORITIES: 'none' };

  beforeAll(async () => {
    files = path.join(temporaryFolder(), 'app');
    execFileSync(process.execPath, ['scripts/image-files.mjs', files]);
    server = await startUnder([...inImage(files), process.execPath, 'dist/server/main.js'], settings);
  });
  afterAll(endAllServers);

  it('include the fonts of exported documents', () => {
    const source = readFileSync('src/server/features/exports/pdf-file.ts', 'utf8');
    const fonts = Array.from(source.matchAll(/'(DejaVu[\w-]+)'/g), ([, font]) => `${font}.ttf`);
    expect(fonts.length).toBeGreaterThan(5);
    expect(readdirSync(path.join(files, 'node_modules/dejavu-fonts-ttf/ttf'))).toEqual(expect.arrayContaining(fonts));
  });

  it(`keep the image below ${maxMb} MB`, () => {
    const size = megabytesIn(files);
    // A failed copy would be small, too.
    expect(size).toBeGreaterThan(40);
    expect(baseMb + size).toBeLessThan(maxMb);
  });

  it('serve the pages and answer a question about an uploaded file', async () => {
    expect(await (await fetch(server.url)).text()).toContain('<title>');
    const ada = await signUpAt(server.url);
    const client = apiClient(server.url, ada.cookie);
    const bytes = Buffer.from('quarter,revenue\nQ1,10\n');
    const target = await client.uploads.create.mutate({ size: bytes.length, type: 'text/csv' });
    const { pathname, search } = new URL(target.uploadURL);
    const put = { method: 'PUT', headers: target.headers, body: new Uint8Array(bytes) };
    expect((await fetch(server.url + pathname + search, put)).status).toBe(200);
    await client.uploads.claim.mutate({ fileURL: target.uploadURL, name: 'revenue.csv', type: 'text/csv' });
    const sent = await client.messages.send.mutate(question('What is in the file?'));
    const { id, conversationId } = sent.assistantMessage;
    await until(async () => {
      const { items } = await client.messages.list.query({ conversationId });
      return items.find((message) => message.id === id)?.metadata.status === 'complete';
    }, 'the answer is complete');
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/);
  });

  it('serve the API documentation, which needs a package outside the build', async () => {
    const response = await fetch(`${server.url}/api/docs/`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('swagger')]);
  });

  it('cannot be changed by the server, and include the operator commands', () => {
    const run = (...command: string[]) => {
      const [program = '', ...args] = [...inImage(files), ...command];
      return spawnSync(program, args, { encoding: 'utf8', env: onlySettings(settings) });
    };
    expect(run('sh', '-c', 'touch package.json || touch /etc/qinsight || id -u').stdout).toBe('65534\n');
    expect(run(process.execPath, 'scripts/operator.mjs', 'doctor', '--help').stdout).toContain('npm run doctor');
  });
});
