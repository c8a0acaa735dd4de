import { chakra, type HTMLChakraProps } from '@chakra-ui/react';

/** A gray placeholder for loading content. Give it the size of the content. */
export function Skeleton(props: HTMLChakraProps<'span'>) {
  return (
    <chakra.span
      // A role announces that content is loading; without a role it is decorative.
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
