import { chakra } from '@chakra-ui/react';

/** A line over the height of the plot, at a place in percent of its width. */
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

/** A value, in percent of the plot's width and height. It stays round, however the plot is stretched. */
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
