import { createContext, type ReactNode } from 'react';

/** What the editor of articles needs from outside of this feature. */
export interface ArticleSurroundings {
  /** Whose unsaved texts this browser keeps. */
  userId: string;
  /** Shows Markdown as answers do. */
  readMarkdown: (text: string) => ReactNode;
}

export const ArticleContext = createContext<ArticleSurroundings>({ userId: '', readMarkdown: (text) => text });
