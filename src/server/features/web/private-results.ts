/** Results of tools that belong to the user or the installation: what they say must not leave in an address. */
import type { ModelTools } from '~/server/providers/llm/types';
import type { AddressGuard } from './address-guard';

const ticker = /"ticker":"([^"]{1,20})"/g;

/** The same tools. The guard is absent where no page can be read. */
export function withPrivateResults(tools: ModelTools, guard: AddressGuard | undefined): ModelTools {
  if (!guard) return tools;
  return {
    ...tools,
    list: tools.list.map((tool) => ({
      ...tool,
      async run(input, signal) {
        const result = await tool.run(input, signal);
        const text = typeof result === 'string' ? result : result.text;
        guard.keepPrivate(text);
        guard.keepApart(Array.from(text.matchAll(ticker), ([, name = '']) => name));
        return result;
      },
    })),
  };
}
