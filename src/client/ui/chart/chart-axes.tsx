import { chakra, Text } from '@chakra-ui/react';
import type { Tick } from './chart-geometry';

/** Grid lines with their values on the right, next to the latest values. */
export function YAxis({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map(({ percent, label }) => (
    <chakra.div key={label} position="absolute" insetX="0" top={`${percent}%`} borderTopWidth="1px" aria-hidden>
      <Text position="absolute" left="100%" pl="2" textStyle="caption" color="fg.subtle" transform="translateY(-50%)">
        {label}
      </Text>
    </chakra.div>
  ));
}

export function XAxis({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map(({ percent, label }) => (
    <Text
      key={percent}
      position="absolute"
      top="100%"
      left={`${percent}%`}
      mt="1.5"
      textStyle="caption"
      color="fg.subtle"
      whiteSpace="nowrap"
      transform="translateX(-50%)"
      aria-hidden
    >
      {label}
    </Text>
  ));
}
