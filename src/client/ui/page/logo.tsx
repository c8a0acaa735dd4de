import { chakra, HStack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { brand } from '~/shared/brand';

interface LogoProps {
  /** Edge length of the mark in pixels. */
  size?: number;
  /** Only the mark, without the company's name. */
  markOnly?: boolean;
}

/** The letter q with a rising tail. */
export function Logo({ size = 24, markOnly = false }: LogoProps) {
  const gradient = useId();
  const mark = (
    <chakra.svg
      viewBox="0 0 32 32"
      width={`${size}px`}
      height={`${size}px`}
      flexShrink={0}
      role={markOnly ? 'img' : undefined}
      aria-label={markOnly ? brand.company : undefined}
      aria-hidden={markOnly ? undefined : true}
    >
      <defs>
        <linearGradient id={gradient} x1="4" y1="4" x2="28" y2="28" gradientUnits="userSpaceOnUse">
          <chakra.stop offset="0" css={{ stopColor: 'var(--chakra-colors-accent-start)' }} />
          <chakra.stop offset="1" css={{ stopColor: 'var(--chakra-colors-accent-end)' }} />
        </linearGradient>
      </defs>
      <g fill="none" stroke={`url(#${gradient})`} strokeWidth="3.6" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="13" cy="13.5" r="8" />
        <path d="M21 5.5v21.5l6-6" />
      </g>
    </chakra.svg>
  );
  if (markOnly) return mark;
  return (
    <HStack as="span" gap="2.5" minHeight="touch">
      {mark}
      <Text
        as="span"
        fontFamily="heading"
        fontSize={`${Math.max(16, size * 0.66)}px`}
        fontWeight="semibold"
        letterSpacing="-0.02em"
        lineHeight="1"
      >
        {brand.company}
      </Text>
    </HStack>
  );
}
