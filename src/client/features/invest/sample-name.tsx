import { chakra } from '@chakra-ui/react';
import { Badge } from '~/client/ui/content/badge';
import { Tooltip } from '~/client/ui/overlay/tooltip';
import { investWords as words } from '~/client/words/invest';

/** 'Tesla (sample)' is 'Tesla' beside a badge that says the same. */
export const withoutSample = (name: string) => name.replace(/ \(sample\)$/, '');

/** The name of a sample position, with its badge. */
export function SampleName({ name }: { name: string }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" flexWrap="wrap">
      <span>{withoutSample(name)}</span>
      <Tooltip content={words.sampleNote}>
        <Badge tone="outline">{words.sample}</Badge>
      </Tooltip>
    </chakra.span>
  );
}
