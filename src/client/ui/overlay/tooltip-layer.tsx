import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { watchHover } from './hover-watch';

/** The page's only tooltip. It shows the element's accessible name, so it is hidden from screen readers. */
export function TooltipLayer() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? watchTooltips(ref.current) : undefined), []);
  return (
    <chakra.div
      ref={ref}
      popover="manual"
      role="tooltip"
      position="fixed"
      inset="auto"
      m="0"
      px="2"
      py="1"
      maxWidth="18rem"
      bg="bg.overlay"
      color="fg"
      textStyle="caption"
      fontWeight="medium"
      borderWidth="1px"
      borderColor="border.strong"
      borderRadius="control"
      boxShadow="overlay"
      overflowWrap="anywhere"
      zIndex="tooltip"
      animation="appear 120ms ease-out"
    />
  );
}

function watchTooltips(layer: HTMLElement): () => void {
  const textOf = ({ dataset }: HTMLElement) => dataset.tooltip ?? '';
  return watchHover(layer, {
    selector: '[data-tooltip]',
    fill(target) {
      layer.textContent = textOf(target);
      return layer.textContent !== '';
    },
    isCurrent: (target) => textOf(target) === layer.textContent,
  });
}
