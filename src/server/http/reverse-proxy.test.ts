import { randomBytes, randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, openSocket, signUpAt, watchOver } from '~/server/testing/clients/api-client';
import { cookieOf } from '~/server/testing/clients/http-client';
import { sendFile } from '~/server/testing/clients/send-file';
import { caddyBinary, startCaddy } from '~/server/testing/fakes/caddy-process';
import { freePort } from '~/server/testing/fakes/free-port';
import { nginxBinary, startNginx } from '~/server/testing/fakes/nginx-process';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';

const nginx = { program: 'nginx', binary: nginxBinary, start: startNginx };
const caddy = { program: 'Caddy', binary: caddyBinary, start: startCaddy };
const proxies = [
  { ...nginx, file: 'deploy/nginx.conf', basePath: '' },
  { ...caddy, file: 'deploy/Caddyfile', basePath: '' },
  { ...nginx, file: 'deploy/sub-path/nginx.conf', basePath: '/insight' },
  { ...caddy, file: 'deploy/sub-path/Caddyfile', basePath: '/insight' },
].map((proxy) => ({
  ...proxy,
  title: proxy.file + (proxy.binary ? '' : ` (skipped: this machine has no ${proxy.program})`),
}));

describe.each(proxies)('with', ({ title, file, basePath, binary, start }) => {
  describe.runIf(binary)(title, () => {
    const model = createScriptedModel();
    let server: TestServer;
    let port: number;
    let address: string;
    let stopProxy: () => Promise<void>;

    beforeAll(async () => {
      port = await freePort();
      address = `http://127.0.0.1:${port}${basePath}`;
      server = await startTestServer({ model, env: { PUBLIC_URL: address, TRUST_PROXY: '1' } });
      stopProxy = await start(port, Number(new URL(await server.listen()).port), file);
    });
    afterAll(async () => {
      await stopProxy?.();
      await server?.close();
    });

    it('forwards sockets, on which an answer arrives while it is generated', async () => {
      const user = await signUpAt(address);
      const { id: conversationId } = await apiClient(address, user.cookie).conversations.create.mutate({});
      const socket = openSocket({ port, basePath, cookie: user.cookie });
      const watch = watchOver(socket, conversationId);
      await until(() => watch.events.length > 0);
      const sent = await apiClient(address, user.cookie).messages.send.mutate({
        conversationId,
        clientRequestId: randomUUID(),
        content: 'Over a proxy',
      });
      const call = await model.nextCall();
      await call.emit('First ');
      await until(() => watch.text(sent.assistantMessage.id) === 'First ');
      await call.emit('second.');
      await call.finish();
      await until(() => watch.finished(sent.assistantMessage.id)?.content === 'First second.');
      watch.stop();
      await socket.close();
    });

    it('serves pages, and nothing outside of its path', async () => {
      const page = await fetch(`${address}/s/unknown`);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain(`<link rel="icon" href="${basePath}/favicon.svg">`);
      const outside = await fetch(`http://127.0.0.1:${port}/s/unknown`);
      expect([outside.status, (await outside.text()).includes('favicon')]).toEqual([404, basePath === '']);
    });

    it('forwards event streams without buffering', async () => {
      const user = await signUp(server.deps);
      const { id: conversationId } = await user.call.conversations.create({});
      const leave = new AbortController();
      const response = await fetch(`${address}/api/conversations/${conversationId}/events`, {
        headers: { cookie: cookieOf(user.sessionToken) },
        signal: leave.signal,
      });
      let text = '';
      const reading = (async () => {
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk);
      })().catch(() => {});
      await until(() => text.includes('"ready"'));
      await user.call.messages.send({ conversationId, clientRequestId: randomUUID(), content: 'Streamed?' });
      const call = await model.nextCall();
      await call.emit('A first piece');
      await until(() => text.includes('A first piece'));
      await call.finish();
      await until(() => text.includes('"finished"'));
      leave.abort();
      await reading;
    });

    it('accepts the largest file of a message', async () => {
      const user = await signUp(server.deps);
      const bytes = Buffer.concat([
        Buffer.from('a,b\n'),
        Buffer.from(randomBytes(limits.attachmentBytes / 2).toString('hex')),
      ]);
      const file = { name: 'large.csv', type: 'text/csv', bytes: bytes.subarray(0, limits.attachmentBytes) };
      const claimed = await sendFile(address, user, file);
      expect(claimed).toMatchObject({ name: 'large.csv', size: limits.attachmentBytes });
    });

    it('accepts a conversation import, which may be larger', async () => {
      const user = await signUp(server.deps);
      const size = 12 * 1024 ** 2;
      const { upload } = await user.call.imports.create({ fileName: 'conversations.json', size });
      const { pathname, search } = new URL(upload.uploadURL, address);
      const sent = await fetch(new URL(address).origin + pathname + search, {
        method: 'PUT',
        headers: upload.headers,
        body: new Uint8Array(size),
      });
      expect(sent.ok).toBe(true);
    });

    it('forwards the client’s IP address, and ignores one that the client made up', async () => {
      const { user, call } = await signUp(server.deps);
      const body = JSON.stringify(superjson.serialize({ email: user.email, password: testPassword }));
      const headers = {
        'X-Forwarded-For': '6.6.6.6',
        'Content-Type': 'application/json',
        Origin: new URL(address).origin,
      };
      const options = {
        host: '127.0.0.1',
        port,
        localAddress: '127.0.0.9',
        path: `${basePath}/trpc/auth.login`,
        method: 'POST',
        headers,
      };
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const signIn = request(options, (response) => resolve(response.resume()));
        signIn.once('error', reject).end(body);
      });
      expect(response.statusCode).toBe(200);
      for (const cookie of response.headers['set-cookie'] ?? [])
        expect(cookie.split('; ')).toContain(`Path=${basePath || '/'}`);
      const sessions = await call.sessions.list();
      // The first session was not created over HTTP.
      expect(sessions.filter(({ isCurrent }) => !isCurrent).map((session) => session.address)).toEqual(['127.0.0.9']);
    });
  });
});
