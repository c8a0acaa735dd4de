/** Builds what a model is asked: rules, the conversation so far within a budget, and access to what the person has. */
import type { Deps } from '~/server/deps';
import { positionFacts } from '~/server/features/positions/positions.service';
import type { ModelRequest, ModelTurn } from '~/server/providers/llm/types';
import { instructions } from './instructions';

const historyTurns = 40;
/** About 12,000 tokens of conversation; older turns are left out first. */
const historyCharacters = 48_000;

export interface EarlierTurn extends ModelTurn {
  id: string;
}

/** The turns of a conversation before the message `before`, or all so far; oldest first. */
export async function readHistory(deps: Deps, conversationId: string, before?: string): Promise<EarlierTurn[]> {
  const rows = await deps.db.$queryRaw<{ id: string; role: string; content: string }[]>`
    SELECT id, role, left(content, ${historyCharacters}::int) AS content FROM messages
    WHERE conversation_id = ${conversationId}::uuid
      AND (${before ?? null}::uuid IS NULL OR seq < (SELECT seq FROM messages WHERE id = ${before ?? null}::uuid))
    ORDER BY seq DESC LIMIT ${historyTurns}`;
  const turns: EarlierTurn[] = [];
  let characters = 0;
  for (const { id, role, content } of rows) {
    characters += content.length;
    if (characters > historyCharacters) break;
    // An answer that failed before its first word says nothing to a model.
    if (content !== '') turns.unshift({ id, role: role === 'assistant' ? 'assistant' : 'user', content });
  }
  return turns;
}

export function prepareRequest(deps: Deps, history: ModelTurn[], question: string): ModelRequest {
  return {
    instructions: instructions(new Date()),
    turns: [...history.map(({ role, content }) => ({ role, content })), { role: 'user', content: question }],
    library: {
      positions: () => positionFacts(deps),
      // Documents arrive with uploads and collections; until then there is nothing to search.
      passages: async () => [],
    },
  };
}
