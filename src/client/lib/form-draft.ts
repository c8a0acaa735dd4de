import { useState } from 'react';
import { accountKey, readText, writeText } from './account-storage';
import { trpc } from './trpc';

type Values = Record<string, string>;

/**
 * The unsaved values of a form. They survive Escape, a reload and the end of the session; signing out deletes them.
 * Restored once, when the form opens.
 */
export function useFormDraft<V extends Values>(name: string, saved: V) {
  const { data: user } = trpc.auth.user.useQuery();
  const key = accountKey('draft', user?.id ?? '', name);
  const [restored] = useState(() => read(key, saved));
  return {
    restored,
    /** Stores the values; those of the saved version are not a draft. */
    keep: (values: V) => writeText(key, isSame(values, saved) ? null : JSON.stringify(values)),
    forget: () => writeText(key, null),
  };
}

const isSame = (values: Values, saved: Values) => Object.keys(saved).every((name) => values[name] === saved[name]);

function read<V extends Values>(key: string, saved: V): V | undefined {
  try {
    const draft = JSON.parse(readText(key) ?? 'null') as V | null;
    // An earlier version of the form may have had other fields.
    if (draft && Object.keys(saved).every((name) => typeof draft[name] === 'string')) return draft;
  } catch {
    // Not JSON.
  }
  return undefined;
}
