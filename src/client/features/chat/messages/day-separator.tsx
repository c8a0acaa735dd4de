import { chakra } from '@chakra-ui/react';
import { formatShortDate, ownDay } from '~/client/lib/format';

interface DaySeparatorProps {
  /** When the message below was sent. */
  date: Date;
  /** The day of the message above, as returned by `ownDay`. */
  dayAbove: string;
}

/** The date between messages of different days. Never relative, because a page may stay open overnight. */
export function DaySeparator({ date, dayAbove }: DaySeparatorProps) {
  const day = ownDay(date);
  if (day === dayAbove) return null;
  return (
    <Line>
      <time dateTime={day}>{formatShortDate(date)}</time>
    </Line>
  );
}

const Line = chakra('p', { base: { py: '2', textAlign: 'center', textStyle: 'caption', color: 'fg.subtle' } });
