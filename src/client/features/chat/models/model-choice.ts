/** How a user chose to ask last: model, parameters and sources, kept in this browser for each account. */

import { useMemo, useSyncExternalStore } from 'react';
import { accountKey } from '~/client/lib/account-storage';
import type { AnswerSources } from '~/shared/answer-sources';
import type { ModelParameters } from '~/shared/schemas/models';

export interface ModelChoice {
  /** Absent for the default. */
  model?: string;
  /** Chosen in projects, by their ids, in place of their default models. */
  inProjects?: Record<string, string>;
  parameters?: ModelParameters;
  /** Absent for all of them, with the web. */
  sources?: AnswerSources;
}

const listeners = new Set<() => void>();
/** What is chosen while storage is forbidden. */
const memory = new Map<string, string>();
const keyOf = (userId: string) => accountKey('model', userId, 'last');

function read(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '{}';
  } catch {
    return memory.get(userId) ?? '{}';
  }
}

function parse(text: string): ModelChoice {
  try {
    return JSON.parse(text) as ModelChoice;
  } catch {
    return {};
  }
}

export const readChoice = (userId: string): ModelChoice => parse(read(userId));

export function writeChoice(userId: string, choice: ModelChoice): void {
  const text = JSON.stringify(choice);
  memory.set(userId, text);
  try {
    localStorage.setItem(keyOf(userId), text);
  } catch {
    // Storage may be forbidden or full; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useModelChoice(userId: string): ModelChoice {
  const text = useSyncExternalStore(subscribe, () => read(userId));
  return useMemo(() => parse(text), [text]);
}

interface DefaultOf {
  id: string;
  defaultModel: string | null;
}

/** What a question is asked with: the choice, with the model that the picker shows. */
export function askedWith(userId: string, project: DefaultOf | undefined): Omit<ModelChoice, 'inProjects'> {
  const { inProjects: _, ...last } = readChoice(userId);
  const model = modelIn(readChoice(userId), project);
  return { ...last, ...(model !== undefined && { model }) };
}

/** The model to ask with: in a project with a default model that one, unless another was chosen there. */
export function modelIn({ model, inProjects }: ModelChoice, project: DefaultOf | undefined): string | undefined {
  if (!project?.defaultModel) return model;
  return inProjects?.[project.id] ?? project.defaultModel;
}
