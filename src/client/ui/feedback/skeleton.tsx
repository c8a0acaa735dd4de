import { chakra, type HTMLChakraProps } from '@chakra-ui/react';

/** A grey shape of what is coming; give it the size of the thing it stands for. */
export function Skeleton(props: HTMLChakraProps<'span'>) {
  return (
    <chakra.span
      // With a role it says what is loading; without one it is decoration.
      aria-hidden={props.role === undefined || undefined}
      display="block"
      height="4"
      bg="bg.hover"
      borderRadius="tight"
      animation="pulse 1.6s ease-in-out infinite"
      {...props}
    />
  );
}
