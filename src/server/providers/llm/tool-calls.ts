/** Runs the tools that a model calls. Errors are returned to the model, as messages that it can act on. */
import type { ToolCall } from './openai-wire';
import { type ModelEvent, type ModelTool, ToolError, type ToolResult } from './types';

/** Further calls of one round are rejected. */
const maxCalls = 8;
const longestMs = 15_000;
const maxInput = 4000;

type Activity = Extract<ModelEvent, { type: 'activity' }>['activity'];

/** Yields activities for the user; returns one result per call, in order. */
export async function* runCalls(
  tools: readonly ModelTool[],
  calls: readonly ToolCall[],
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, ToolResult[]> {
  const requests = calls.map((call, index) => readToolRequest(tools, call, index));
  const activities = new Map<string, Activity>();
  for (const request of requests) {
    if (!('tool' in request)) continue;
    const activity: Activity = { ...request.tool.activity(request.input), state: 'running' };
    activities.set(`${activity.kind} ${activity.label}`, activity);
  }
  for (const activity of activities.values()) yield { type: 'activity', activity };
  const results = await Promise.all(
    requests.map((request) => ('tool' in request ? run(request.tool, request.input, signal) : failure(request.error))),
  );
  if (signal.aborted) return results;
  for (const activity of activities.values()) yield { type: 'activity', activity: { ...activity, state: 'done' } };
  return results;
}

type ToolRequest = { tool: ModelTool; input: unknown } | { error: string };

function readToolRequest(tools: readonly ModelTool[], { name, input }: ToolCall, index: number): ToolRequest {
  const tool = tools.find((one) => one.name === name);
  if (!tool) return { error: `Unknown tool. The tools are: ${tools.map((one) => one.name).join(', ')}.` };
  if (index >= maxCalls) return { error: `At most ${maxCalls} calls at once.` };
  if (input.length > maxInput) return { error: 'The arguments are too long.' };
  try {
    // Some endpoints send nothing for a tool without parameters.
    return { tool, input: JSON.parse(input.trim() || '{}') as unknown };
  } catch {
    return { error: 'The arguments are not JSON.' };
  }
}

async function run(tool: ModelTool, input: unknown, signal: AbortSignal): Promise<ToolResult> {
  const late = AbortSignal.timeout(longestMs);
  const runSignal = AbortSignal.any([signal, late]);
  // An effect that has begun is part of the answer, also if the answer is stopped now.
  const limit = tool.isSideEffect ? late : runSignal;
  const over = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true });
  });
  over.catch(() => {});
  try {
    // A signal that is aborted already sends no event.
    runSignal.throwIfAborted();
    const result = await Promise.race([tool.run(input, runSignal), over]);
    return typeof result === 'string' ? { text: result, sources: [] } : result;
  } catch (error) {
    return failure(error instanceof ToolError ? error.message : 'It could not be read just now.');
  }
}

const failure = (words: string): ToolResult => ({ text: JSON.stringify({ error: words }), sources: [] });
