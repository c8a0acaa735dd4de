import { Flex, Text } from '@chakra-ui/react';
import { Badge } from '~/client/ui/content/badge';
import { Card } from '~/client/ui/content/card';
import { DescriptionList } from '~/client/ui/content/description-list';
import { statusWords as words } from '~/client/words/status';
import type { PartStatus } from '~/shared/schemas/status';

const tones = { ok: 'accent', failing: 'danger', unchecked: 'neutral', off: 'outline' } as const;

/** The services that the installation depends on, each with its state and details. */
export function Services({ parts }: { parts: readonly PartStatus[] }) {
  return (
    <Card py="1">
      <DescriptionList
        items={parts.map(({ part, state, detail, fix }) => ({
          term: words.parts[part],
          value: (
            <Flex gap="3" align="flex-start">
              <Badge tone={tones[state]} flexShrink="0">
                {words.states[state]}
              </Badge>
              <Text as="span" minWidth="0" overflowWrap="anywhere">
                {detail}
                {fix && (
                  <Text as="span" display="block" color="fg.muted">
                    {fix}
                  </Text>
                )}
              </Text>
            </Flex>
          ),
        }))}
      />
    </Card>
  );
}
