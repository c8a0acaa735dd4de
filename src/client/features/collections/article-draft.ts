/** The unsaved text of an article. It survives a reload, and is deleted on sign-out. */
import { accountKey } from '~/client/lib/account-storage';

export type ArticleDraft = Record<'title' | 'content', string>;

/** One draft per article, and one for a new article in each collection. */
export const articleDraftKey = (userId: string, collectionId: string, articleId: string | undefined): string =>
  accountKey('draft', userId, `article:${articleId ?? collectionId}`);

export function readArticleDraft(key: string): ArticleDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : undefined;
  } catch {
    // Storage may be forbidden; the draft then lasts until the dialog closes.
    return undefined;
  }
}

/** Stores a draft; undefined deletes it. */
export function writeArticleDraft(key: string, draft: ArticleDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // As above: forbidden or full storage must not prevent typing.
  }
}

function isDraft(value: unknown): value is ArticleDraft {
  const { title, content } = (value ?? {}) as Partial<ArticleDraft>;
  return typeof title === 'string' && typeof content === 'string';
}
