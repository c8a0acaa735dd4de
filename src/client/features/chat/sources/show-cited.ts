/** Scrolls to the place in an answer where a source is cited, and highlights it briefly. */
export function showCited(messageId: string, source: number, place: number): void {
  // A sheet that has just closed first returns the focus.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const answer = document.querySelector(`[data-message="${messageId}"]`);
      const numbers = answer?.querySelectorAll<HTMLElement>(`[data-source="${source}"]`);
      const number = numbers?.[Math.min(place, numbers.length - 1)];
      if (!number) return;
      const sentence = number.closest('li, td, blockquote, p') ?? number;
      sentence.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
      number.focus({ preventScroll: true });
      sentence.animate(
        [{ backgroundColor: 'var(--chakra-colors-accent-subtle)' }, { backgroundColor: 'transparent' }],
        {
          duration: 2400,
          easing: 'ease-in',
        },
      );
    }),
  );
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
