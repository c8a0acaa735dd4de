import { chakra } from '@chakra-ui/react';

/** A vertical line through the plot, at a position in percent of its width. */
export function PlaceLine({ x }: { x: number }) {
  return (
    <chakra.div
      position="absolute"
      insetBlock="0"
      left={`${x}%`}
      borderLeftWidth="1px"
      borderColor="border.control"
      aria-hidden
    />
  );
}

/** A dot at a position in percent of the plot's width and height. It stays round when the plot is stretched. */
export function ValuePoint({ x, y, color }: { x: number; y: number; color: string | undefined }) {
  return (
    <chakra.span
      position="absolute"
      left={`${x}%`}
      top={`${y}%`}
      width="2"
      height="2"
      borderRadius="full"
      bg={color}
      transform="translate(-50%, -50%)"
      aria-hidden
    />
  );
}
