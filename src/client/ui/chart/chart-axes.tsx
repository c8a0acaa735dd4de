import { chakra, Text } from '@chakra-ui/react';
import type { Tick } from './chart-geometry';

/** Hairlines with their values at the right, where the newest values are. */
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
