/** The user's last choice of model, parameters and sources, stored in this browser for each account. */

import { useMemo, useSyncExternalStore } from 'react';
import { accountKey, readText, subscribeToTexts, writeText } from '~/client/lib/account-storage';
import type { AnswerSources } from '~/shared/answer-sources';
import type { ModelParameters } from '~/shared/schemas/models';

export interface ModelChoice {
  /** Absent for the default model. */
  model?: string;
  /** Choices that override the default models of projects, by project id. */
  inProjects?: Record<string, string>;
  parameters?: ModelParameters;
  /** Absent for all sources, including the web. */
  sources?: AnswerSources;
}

const keyOf = (userId: string) => accountKey('model', userId, 'last');

const readJson = (userId: string) => readText(keyOf(userId)) ?? '{}';

function parse(text: string): ModelChoice {
  try {
    // Written by `writeChoice`.
    return JSON.parse(text) as ModelChoice;
  } catch {
    return {};
  }
}

export const readChoice = (userId: string): ModelChoice => parse(readJson(userId));

export function writeChoice(userId: string, choice: ModelChoice): void {
  writeText(keyOf(userId), JSON.stringify(choice));
}

export function useModelChoice(userId: string): ModelChoice {
  const text = useSyncExternalStore(subscribeToTexts, () => readJson(userId));
  return useMemo(() => parse(text), [text]);
}

interface DefaultOf {
  id: string;
  defaultModel: string | null;
}

/** The models that the user may choose; undefined until they are loaded. */
type Offered = readonly { id: string }[] | undefined;

/** The choice to send with a question, with the model that the picker shows. */
export function askedWith(
  userId: string,
  project: DefaultOf | undefined,
  offered: Offered,
): Omit<ModelChoice, 'inProjects'> {
  const { inProjects: _, ...last } = readChoice(userId);
  const model = modelIn(readChoice(userId), project, offered);
  return { ...last, ...(model !== undefined && { model }) };
}

/**
 * The model to use: a project's default model, unless the user chose another one there. Either is ignored if it is no
 * longer offered, because every message would be rejected.
 */
export function modelIn(
  { model, inProjects }: ModelChoice,
  project: DefaultOf | undefined,
  offered: Offered,
): string | undefined {
  if (!project?.defaultModel) return model;
  const candidates = [inProjects?.[project.id], project.defaultModel];
  return candidates.find((id) => id && (!offered || offered.some((other) => other.id === id))) ?? model;
}
