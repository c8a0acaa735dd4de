import { chakra, type HTMLChakraProps } from '@chakra-ui/react';

/** A grey shape of what is coming; give it the size of the thing it stands for. */
export function Skeleton(props: HTMLChakraProps<'span'>) {
  return (
    <chakra.span
      aria-hidden
      display="block"
      height="4"
      bg="bg.hover"
      borderRadius="tight"
      animation="pulse 1.6s ease-in-out infinite"
      {...props}
    />
  );
}
