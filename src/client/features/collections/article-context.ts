import { createContext, type ReactNode } from 'react';

/** The dependencies of the article editor on other features. */
export interface ArticleSurroundings {
  /** The account that interrupted uploads are stored for. */
  userId: string;
  /** Renders Markdown in the same way as answers. */
  readMarkdown: (text: string) => ReactNode;
}

export const ArticleContext = createContext<ArticleSurroundings>({ userId: '', readMarkdown: (text) => text });
