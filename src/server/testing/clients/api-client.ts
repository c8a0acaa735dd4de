/** A simulated browser user: an account with its cookie, calls over HTTP and a socket. */
import { randomUUID } from 'node:crypto';
import { createTRPCClient, createWSClient, httpLink, type TRPCClient, wsLink } from '@trpc/client';
import superjson from 'superjson';
import { WebSocket } from 'ws';
import type { AppRouter } from '~/server/router';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage } from '~/shared/schemas/messages';

export type ApiClient = TRPCClient<AppRouter>;

export interface ApiUser {
  id: string;
  email: string;
  password: string;
  /** `name=value` for the Cookie header; valid on every server of the same database. */
  cookie: string;
}

export const testPassword = 'correct horse';

export function apiClient(url: string, cookie = ''): ApiClient {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        transformer: superjson,
        headers: { cookie },
        // An unavailable server must fail a test instead of blocking it.
        fetch: (input, init) => fetch(input, { ...(init as RequestInit), signal: AbortSignal.timeout(30_000) }),
      }),
    ],
  });
}

/** Registers a new account with a single request. */
export function registerAt(url: string, email = `person-${randomUUID()}@example.com`): Promise<ApiUser> {
  return openSession(url, 'auth.register', email);
}

/**
 * Registers a new account through the product's own form. Switches titles and suggestions off, so that a test's model
 * only receives the test's messages.
 */
export async function signUpAt(url: string, email?: string): Promise<ApiUser> {
  const user = await registerAt(url, email);
  await apiClient(url, user.cookie).account.saveChatPreferences.mutate({
    modelTitles: false,
    suggestedQuestions: false,
  });
  return user;
}

export async function signInAt(url: string, email: string): Promise<ApiUser> {
  return openSession(url, 'auth.login', email);
}

async function openSession(url: string, procedure: string, email: string): Promise<ApiUser> {
  const response = await fetch(`${url}/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(superjson.serialize({ email, password: testPassword })),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await response.json()) as { result?: { data: Parameters<typeof superjson.deserialize>[0] } };
  if (!body.result) throw new Error(`${procedure} was refused: ${JSON.stringify(body)}`);
  const user = superjson.deserialize<{ id: string }>(body.result.data);
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { id: user.id, email, password: testPassword, cookie };
}

export interface SocketOptions {
  /** The port to connect to, which may be a proxy's. */
  port: number;
  /** The server's own port, for the Origin header. */
  serverPort?: number;
  cookie: string;
  /** The path of PUBLIC_URL. */
  basePath?: string;
  /** Delay before reconnecting. */
  retryMs?: number;
}

export interface ApiSocket {
  client: ApiClient;
  /** Close codes of all ended connections. */
  readonly closed: number[];
  close(): Promise<void>;
}

/** The product's own subscription link, with a browser's headers. */
export function openSocket(options: SocketOptions): ApiSocket {
  const { port, serverPort = port, cookie, basePath = '', retryMs = 50 } = options;
  const headers = { cookie, origin: `http://127.0.0.1:${serverPort}` };
  class BrowserSocket extends WebSocket {
    constructor(address: string) {
      super(address, { headers });
    }
  }
  const closed: number[] = [];
  const wsClient = createWSClient({
    url: `ws://127.0.0.1:${port}${basePath}/ws`,
    WebSocket: BrowserSocket as unknown as typeof globalThis.WebSocket,
    retryDelayMs: () => retryMs,
    onClose: (cause) => closed.push(cause?.code ?? 0),
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: wsClient, transformer: superjson })] });
  return { client, closed, close: async () => void (await wsClient.close()) };
}

export interface Watch {
  readonly events: ConversationEvent[];
  /** The text of an answer, assembled from its pieces. */
  text(messageId: string): string;
  /** Pieces that were repeated, or followed a gap. */
  readonly misplaced: string[];
  /** The stored answer, once its end was received. */
  finished(messageId: string): ChatMessage | undefined;
  stop(): void;
}

/** Follows a conversation like the chat screen, and records every piece at an unexpected position. */
export function watchOver(socket: ApiSocket, conversationId: string): Watch {
  const events: ConversationEvent[] = [];
  const misplaced: string[] = [];
  const answers = new Map<string, { attempt: number; text: string; message?: ChatMessage }>();
  const answerOf = (messageId: string, attempt: number) => {
    let answer = answers.get(messageId);
    if (!answer || attempt > answer.attempt) {
      answer = { attempt, text: '' };
      answers.set(messageId, answer);
    }
    return answer;
  };
  const subscription = socket.client.messages.watch.subscribe(
    { conversationId },
    {
      onData: ({ data: event }) => {
        events.push(event);
        if (event.type === 'text') {
          const answer = answerOf(event.messageId, event.attempt);
          if (event.at !== answer.text.length) misplaced.push(`${event.at} after ${answer.text.length}`);
          answer.text = answer.text.slice(0, event.at) + event.text;
        }
        if (event.type === 'finished') answerOf(event.messageId, event.attempt).message = event.message;
      },
    },
  );
  return {
    events,
    misplaced,
    text: (messageId) => answers.get(messageId)?.text ?? '',
    finished: (messageId) => answers.get(messageId)?.message,
    stop: () => subscription.unsubscribe(),
  };
}

/** A message, ready to send. */
export const question = (content = 'What moves rates?', more: { conversationId?: string } = {}) => ({
  clientRequestId: randomUUID(),
  content,
  attachments: [],
  ...more,
});
