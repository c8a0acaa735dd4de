import { createContext, useContext } from 'react';
import type { Source } from '~/shared/answer-text/sources';

export interface AnswerSources {
  sources: readonly Source[];
  /** Shows the sources of this answer, scrolled to the one with this number. */
  open: (number: number) => void;
}

/** The sources of the surrounding answer, for the citation numbers in its text. */
export const AnswerSourcesContext = createContext<AnswerSources>({ sources: [], open: () => {} });

export const useAnswerSources = () => useContext(AnswerSourcesContext);
