import { type RefObject, useLayoutEffect } from 'react';

/** Makes a text box as high as its text. Replaces `field-sizing`, which Safari has since 26.2 and Firefox since 152. */
export function useTextHeight(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text may change its height
  useLayoutEffect(() => {
    const element = box.current;
    const place = element?.parentElement;
    if (!element || !place) return;
    // Keeps its size while the text is measured: a list of messages above it would grow, and so scroll.
    place.style.minHeight = `${place.offsetHeight}px`;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
    place.style.minHeight = '';
  }, [box, text]);
}
