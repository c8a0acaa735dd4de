import type { ModelTools } from './types';

/** Merges several sets of tools, in order. A name in two sets is a bug of the caller. */
export function joinTools(...sets: readonly ModelTools[]): ModelTools {
  const list = sets.flatMap((set) => set.list);
  const names = list.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two tools are named ${twice}.`);
  return {
    list,
    instructions: sets
      .map(({ instructions }) => instructions)
      .filter(Boolean)
      .join('\n\n'),
  };
}
