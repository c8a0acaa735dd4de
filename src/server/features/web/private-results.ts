/** Tool results that belong to the user or the installation must not leak into URLs. */
import type { ModelTools } from '~/server/providers/llm/types';
import type { AddressGuard } from './address-guard';

const ticker = /"ticker":"([^"]{1,20})"/g;

/** Wraps tools to register their results with the guard. The guard is undefined if no page can be fetched. */
export function withPrivateResults(tools: ModelTools, guard: AddressGuard | undefined): ModelTools {
  if (!guard) return tools;
  return {
    ...tools,
    list: tools.list.map((tool) => ({
      ...tool,
      async run(input, signal) {
        const result = await tool.run(input, signal);
        const text = typeof result === 'string' ? result : result.text;
        guard.addSecret(text);
        guard.addCombinationSecrets(Array.from(text.matchAll(ticker), ([, name = '']) => name));
        return result;
      },
    })),
  };
}
