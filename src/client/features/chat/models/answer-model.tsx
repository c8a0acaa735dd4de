import { Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import type { MessageMetadata } from '~/shared/schemas/messages';

/** The name of the model that wrote an answer: its name in the picker, or its id at the endpoint. */
export function AnswerModel({ metadata: { modelId, model } }: { metadata: MessageMetadata }) {
  const { data: models } = trpc.models.list.useQuery();
  const name = models?.find(({ id }) => id === modelId)?.name ?? model;
  return name ? (
    <Text as="span" textStyle="caption" color="fg.subtle" overflowWrap="anywhere">
      {name}
    </Text>
  ) : null;
}
