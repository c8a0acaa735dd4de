import type { ComponentType } from 'react';
import type { LongBlockProps } from './answer-part';
import { LongCode } from './long-code';
import { LongList } from './long-list';
import { LongTable } from './long-table';
import { LongText } from './long-text';

const components: Record<string, ComponentType<LongBlockProps>> = {
  list: LongList,
  table: LongTable,
  code: LongCode,
  paragraph: LongText,
};

/**
 * A block that was split into parts. The browser lays out only visible parts; all can be searched and read by screen
 * readers.
 */
export default function LongBlock(props: LongBlockProps) {
  const Block = components[props.parts[0]?.kind ?? ''] ?? LongText;
  return <Block {...props} />;
}
