import { cloneElement, type ReactElement } from 'react';

interface TooltipProps {
  content: string;
  /** One element that takes `data-*` attributes: any HTML element or button of ours. */
  children: ReactElement;
}

/**
 * Marks an element as having a tooltip. One layer (tooltip-layer.tsx) serves the whole page, so that a list with a
 * thousand buttons carries a thousand attributes and not a thousand machines.
 */
export function Tooltip({ content, children }: TooltipProps) {
  return cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-tooltip': content });
}
