/**
 * Which of OpenAI's two protocols a request uses. Newer models of OpenAI, also at Azure, reject tools in Chat
 * Completions unless reasoning is off, and not all of them can switch it off. Such requests go to the Responses API.
 */
import { recordOf } from '~/shared/is-record';
import { type EndpointMemory, memoryOf } from './endpoint-memory';
import { type Endpoint, endpointOf, isAzureHost, isAzureReasoning, type OpenAiSettings } from './openai-endpoint';
import { type AskEndpoint, createAsk } from './openai-request';
import type { ModelError } from './types';

/** A model of an endpoint in one protocol: its URL and settings, and the learned properties. */
export interface ProtocolClient {
  settings: OpenAiSettings;
  endpoint: Endpoint;
  memory: EndpointMemory;
  send: AskEndpoint;
}

/** "Function tools with reasoning_effort are not supported for … in /v1/chat/completions", also without an effort. */
export const rejectsToolsInChat = (message: string): boolean =>
  /function tools with reasoning[._]effort are not supported|to use function tools, use \/v1\/responses/i.test(message);

/** The endpoint does not have this protocol, or not for this model. */
export function isMissingProtocol(error: unknown): boolean {
  const { status, error: vendor } = recordOf(error);
  if (status === 404 || status === 405 || status === 501) return true;
  return status === 400 && /operation does not work with the specified model/i.test(String(recordOf(vendor).message));
}

export class Protocols {
  private readonly first: ProtocolClient;
  private other: ProtocolClient | undefined;

  constructor(private readonly settings: OpenAiSettings) {
    this.first = clientOf(settings, endpointOf(settings));
  }

  private get second(): ProtocolClient {
    this.other ??= this.first.endpoint.api === 'chat' ? responsesBeside(this.settings) : chatBeside(this.settings);
    return this.other;
  }

  /** The client of the next request. */
  for(hasTools: boolean): ProtocolClient {
    const { first } = this;
    if (first.endpoint.api === 'responses')
      return isAzureReasoning(this.settings) && first.memory.knows('has_no_responses') ? this.second : first;
    const isElsewhere = hasTools && first.memory.knows('tools_need_responses');
    return isElsewhere && !this.second.memory.knows('has_no_responses') ? this.second : first;
  }

  /** The client that repeats a request of `client` after this failure; undefined if the protocol is not the reason. */
  after(client: ProtocolClient, failure: ModelError): ProtocolClient | undefined {
    if (client.endpoint.api === 'chat') return rejectsToolsInChat(failure.reason ?? '') ? this.forTools() : undefined;
    const isChosen = client === this.first && !isAzureReasoning(this.settings);
    if (isChosen || !isMissingProtocol(failure.cause)) return undefined;
    client.memory.learn('has_no_responses');
    if (client === this.first) return this.second;
    this.first.memory.learn('tools_need_no_effort');
    return this.first;
  }

  private forTools(): ProtocolClient | undefined {
    const { first, second } = this;
    const [chat, responses] = first.endpoint.api === 'chat' ? [first, second] : [second, first];
    if (!responses.memory.knows('has_no_responses')) {
      chat.memory.learn('tools_need_responses');
      return responses;
    }
    if (chat.memory.knows('tools_need_no_effort')) return undefined;
    chat.memory.learn('tools_need_no_effort');
    return chat;
  }
}

function clientOf(settings: OpenAiSettings, endpoint: Endpoint): ProtocolClient {
  const memory = memoryOf(settings.baseUrl, endpoint.api, settings.model);
  memory.beginWith(settings.tokenFactor);
  const send = createAsk(settings, endpoint.api === 'responses' ? '/responses' : '/chat/completions');
  return { settings, endpoint, memory, send };
}

/** Without hosted search: the installation's own is already among the tools. */
const responsesBeside = (settings: OpenAiSettings) =>
  clientOf(ofDeployment(settings), { api: 'responses', tools: [], alwaysSearches: false });

const chatBeside = (settings: OpenAiSettings) => clientOf(settings, endpointOf({ ...settings, api: 'chat' }));

/** Azure's classic URL names the model, and has no Responses API below it. */
function ofDeployment(settings: OpenAiSettings): OpenAiSettings {
  const { origin, pathname } = new URL(settings.baseUrl);
  const deployment = /^\/openai\/deployments\/([^/]+)/.exec(pathname)?.[1];
  if (deployment === undefined || !isAzureHost(settings.baseUrl)) return settings;
  return { ...settings, baseUrl: `${origin}/openai/v1`, model: decodeURIComponent(deployment) };
}
