/**
 * The turns of a request in a form that every model accepts: a user starts, roles alternate, and nothing is empty,
 * whatever failed or was stopped before.
 */
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import type { ToolRound } from './openai-wire';
import type { ModelRequest, ModelTurn } from './types';

const leftOut = '(The start of this conversation is left out.)';
const unseen = '(The user attached an image. You cannot see images: say so.)';

export function alternating(turns: readonly ModelTurn[]): ModelTurn[] {
  const merged: ModelTurn[] = [];
  for (const turn of turns) {
    if (turn.content.trim() === '' && !turn.images?.length) continue;
    const last = merged.at(-1);
    if (last?.role === turn.role) merged[merged.length - 1] = joined(last, turn);
    else if (!last && turn.role === 'assistant') merged.push({ role: 'user', content: leftOut }, turn);
    else merged.push(turn);
  }
  return merged;
}

function joined(a: ModelTurn, b: ModelTurn): ModelTurn {
  const images = [...(a.images ?? []), ...(b.images ?? [])];
  return {
    role: a.role,
    content: [a.content, b.content].filter(Boolean).join('\n\n'),
    ...(images.length > 0 && { images }),
  };
}

export function withoutImages(turns: readonly ModelTurn[]): ModelTurn[] {
  return turns.map(({ role, content, images }) => ({
    role,
    content: images?.length ? [content, unseen].filter(Boolean).join('\n\n') : content,
  }));
}

/** For models without a system role: the system prompt precedes the first message. */
export function withSystemInQuestion(systemPrompt: string, turns: readonly ModelTurn[]): ModelTurn[] {
  return alternating([{ role: 'user', content: systemPrompt }, ...turns]);
}

/** Tool rounds as text for a request without tools, because some endpoints reject calls in such a request. */
export function roundsAsTurns(rounds: readonly ToolRound[]): ModelTurn[] {
  return rounds.flatMap(({ text, calls, results }): ModelTurn[] => {
    const found = calls.map(({ name, input }, index) => `${name}(${input}): ${results[index] ?? ''}`).join('\n');
    return [
      { role: 'assistant', content: text },
      { role: 'user', content: `Data that you requested:\n${found}\nAnswer now, without requesting more.` },
    ];
  });
}

/** Drops the oldest turns to keep at most `factor` of the earlier tokens. The last message always stays. */
export function shortenTurns(request: ModelRequest, factor: number): ModelRequest {
  const { turns } = request;
  const sizes = turns.slice(0, -1).map(({ content }) => tokensAbout(content));
  const allowed = sizes.reduce((sum, size) => sum + size, 0) * factor;
  let from = sizes.length;
  let kept = 0;
  while (from > 0) {
    kept += sizes[from - 1] ?? 0;
    if (kept > allowed) break;
    from--;
  }
  return { ...request, turns: turns.slice(from) };
}
