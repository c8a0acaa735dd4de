import { createContext, useContext } from 'react';
import type { Source } from '~/shared/answer-text/sources';

export interface AnswerSources {
  sources: readonly Source[];
  /** Shows the sources of this answer, beginning with the one of this number. */
  open: (number: number) => void;
}

/** The sources of the answer around a part, for the numbers in its text. */
export const AnswerSourcesContext = createContext<AnswerSources>({ sources: [], open: () => {} });

export const useAnswerSources = () => useContext(AnswerSourcesContext);
