import { chakra, Flex } from '@chakra-ui/react';
import type { HitDetail } from './palette-items';

interface HitRowProps {
  name: string;
  detail: HitDetail;
}

/** A found message: its conversation, a snippet with the matches highlighted, its author and date. */
export function HitRow({ name, detail: { snippet, note, at, date } }: HitRowProps) {
  return (
    <Flex direction="column" flex="1" minWidth="0" py="1.5">
      <Flex gap="3" align="baseline">
        <chakra.span truncate flex="1" dir="auto" color="fg">
          {name}
        </chakra.span>
        <chakra.time dateTime={at.toISOString()} textStyle="caption" color="fg.subtle" flexShrink={0}>
          {date}
        </chakra.time>
      </Flex>
      <chakra.span lineClamp={2} dir="auto" overflowWrap="anywhere">
        {snippet.map(({ text, isMatch }, index) =>
          // Pieces have no identity except their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          isMatch ? <Mark key={index}>{text}</Mark> : <span key={index}>{withoutMarks(text)}</span>,
        )}
      </chakra.span>
      <chakra.span truncate textStyle="caption" color="fg.subtle">
        {note}
      </chakra.span>
    </Flex>
  );
}

/** A snippet is shown as plain text, without Markdown marks. */
const withoutMarks = (text: string) => text.replace(/\*\*|__|~~|`+|(?:^|(?<=\n))#{1,6} /g, '');

const Mark = chakra('mark', {
  base: { bg: 'accent.subtle', color: 'fg', borderRadius: 'tight', fontWeight: 'medium' },
});
