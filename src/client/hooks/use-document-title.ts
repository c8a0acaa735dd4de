import { useEffect } from 'react';
import { brand } from '~/shared/brand';

/** 'Sign in · qInsight'; the company's name alone where a page has no title of its own. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.company}` : brand.company;
  }, [title]);
}
