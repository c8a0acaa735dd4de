import { cloneElement, type ReactElement } from 'react';

interface TooltipProps {
  content: string;
  /** One element that accepts `data-*` attributes: HTML or one of our buttons. */
  children: ReactElement;
}

/**
 * Gives an element a tooltip. One layer (tooltip-layer.tsx) serves the whole page, so that a list with 1,000 buttons
 * has 1,000 attributes instead of 1,000 components.
 */
export function Tooltip({ content, children }: TooltipProps) {
  // The props of the child are unknown here, but it accepts `data-*` attributes.
  return cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-tooltip': content });
}
