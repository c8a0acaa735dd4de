import { screen } from '@testing-library/react';

/** The figures of the definition list with this label: each term's text with its notes. */
export function shownFigures(label: string): Record<string, string> {
  const list = screen.getByLabelText(label, { selector: 'dl' });
  return Object.fromEntries(
    [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );
}
