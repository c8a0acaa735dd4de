import { useState } from 'react';
import { accountKey, readText, writeText } from './account-storage';
import { trpc } from './trpc';

type Values = Record<string, string>;

/**
 * The unsaved values of a form. They survive Escape, a reload and the end of the session; signing out deletes them.
 * Restores the draft once, when the form opens. `version` is the version of the saved values, if others may change them.
 */
export function useFormDraft<V extends Values>(name: string, saved: V, version = '') {
  const { data: user } = trpc.auth.user.useQuery();
  const key = accountKey('draft', user?.id ?? '', name);
  const [draft] = useState(() => read(key, saved));
  const writtenFor = draft?.version ?? version;
  return {
    restored: draft?.values,
    /** Whether a newer version was saved since the restored values were written. */
    isOutdated: writtenFor !== version,
    /** Stores the values; those of the saved version are not a draft. */
    keep: (values: V) =>
      writeText(key, isSame(values, saved) ? null : JSON.stringify({ ...values, version: writtenFor })),
    forget: () => writeText(key, null),
  };
}

const isSame = (values: Values, saved: Values) => Object.keys(saved).every((name) => values[name] === saved[name]);

function read<V extends Values>(key: string, saved: V): { values: V; version: string | undefined } | undefined {
  try {
    // Written by `keep`; its fields are checked below.
    const draft = JSON.parse(readText(key) ?? 'null') as (V & { version?: string }) | null;
    const names = Object.keys(saved);
    // An earlier version of the form may have had other fields.
    if (!draft || names.some((name) => typeof draft[name] !== 'string')) return undefined;
    // All fields of `saved`, checked to be texts.
    const values = Object.fromEntries(names.map((name) => [name, draft[name]])) as V;
    return { values, version: draft.version };
  } catch {
    // Not JSON.
    return undefined;
  }
}
