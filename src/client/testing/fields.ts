/** The error text that a screen reader announces for a field, or undefined if it is valid. */
export function errorOf(field: HTMLElement): string | undefined {
  if (field.getAttribute('aria-invalid') !== 'true') return undefined;
  const note = field.getAttribute('aria-describedby');
  return (note && document.getElementById(note)?.textContent) || '';
}
