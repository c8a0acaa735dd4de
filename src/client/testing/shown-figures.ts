import { screen } from '@testing-library/react';

/** The figures of a list with this name: what stands at each term, with its notes. */
export function shownFigures(label: string): Record<string, string> {
  const list = screen.getByLabelText(label, { selector: 'dl' });
  return Object.fromEntries(
    [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );
}
