import { useEffect } from 'react';
import { brand } from '~/shared/brand';

/** Sets a title such as 'Sign in · qInsight', or only the company's name for pages without a title. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.company}` : brand.company;
  }, [title]);
}
