/** Sends requests to a scripted vendor, and returns what users see and what is stored. */
import { createOpenAiModel } from '~/server/providers/llm/openai';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { type LanguageModel, ModelError, type ModelEvent, type ModelRequest } from '~/server/providers/llm/types';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { type ScriptedEndpoint, startScriptedEndpoint } from './scripted-endpoint';
import type { Reply, VendorScript } from './vendor-script';

export const apiKey = 'sk-test-0123456789abcdef';

export interface Outcome {
  /** The stored answer. */
  content: string;
  reasoning: string;
  citations: Citation[];
  usage: AnswerUsage | undefined;
  /** Labels of the activities that users see beside the text. */
  activities: string[];
  /** The error as users see it and as it is logged. */
  error: ModelError | undefined;
}

let modelNumber = 0;

export class VendorWorld {
  private constructor(readonly endpoint: ScriptedEndpoint) {}

  static async start(): Promise<VendorWorld> {
    return new VendorWorld(await startScriptedEndpoint());
  }

  /** A model of the vendor without remembered errors. */
  model({ api, baseUrl, model }: VendorScript, more: Partial<OpenAiSettings> = {}): LanguageModel {
    modelNumber += 1;
    return createOpenAiModel({
      api,
      apiKey,
      baseUrl,
      model: `${model}-${modelNumber}`,
      proxyUrl: this.endpoint.proxyUrl,
      firstByteTimeoutMs: 20_000,
      idleTimeoutMs: 20_000,
      retryDelayMs: 1,
      ...more,
    });
  }

  async ask(model: LanguageModel, replies: readonly Reply[], request: ModelRequest = question()): Promise<Outcome> {
    this.endpoint.play(...replies);
    const outcome: Outcome = {
      content: '',
      reasoning: '',
      citations: [],
      usage: undefined,
      activities: [],
      error: undefined,
    };
    try {
      for await (const event of model.stream(request, new AbortController().signal)) take(outcome, event);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      outcome.error = error;
    }
    return outcome;
  }
}

export function question(more: Partial<ModelRequest> = {}): ModelRequest {
  return { systemPrompt: 'You are an analyst.', turns: [{ role: 'user', content: 'How is the economy?' }], ...more };
}

function take(outcome: Outcome, event: ModelEvent): void {
  if (event.type === 'text') outcome.content += event.text;
  else if (event.type === 'reasoning') outcome.reasoning += event.text;
  else if (event.type === 'not_reasoning') outcome.reasoning = outcome.reasoning.slice(0, -event.characters);
  else if (event.type === 'recall') {
    outcome.reasoning += outcome.content.slice(event.from);
    outcome.content = outcome.content.slice(0, event.from);
  } else if (event.type === 'citation') outcome.citations.push(event.citation);
  else if (event.type === 'usage') outcome.usage = event.usage;
  else if (event.type === 'activity' && event.activity.state === 'done') outcome.activities.push(event.activity.label);
}
