import { chakra, Flex, Text } from '@chakra-ui/react';
import { Globe } from 'lucide-react';
import { formatCount } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { limits } from '~/shared/limits';

const max = limits.messageCharacters;

/** What the box does, what the model can reach, and how long the text may be. */
export function ComposerHints({ id, length }: { id: string; length: number }) {
  const { data: config } = trpc.auth.config.useQuery();
  const surplus = length - max;
  return (
    <Flex id={id} justify="space-between" align="baseline" gap="4" px="1" pt="2" textStyle="caption" color="fg.subtle">
      <Flex wrap="wrap" columnGap="4" rowGap="0.5" minWidth="0">
        {surplus > 0 ? (
          <Text role="status" color="danger">
            {`${formatCount(surplus)} ${surplus === 1 ? 'character' : 'characters'} too many. Shorten the message to send it.`}
          </Text>
        ) : (
          <span>Press Enter to send, Shift+Enter for new line</span>
        )}
        {config && <SearchHint model={config.model} />}
      </Flex>
      <chakra.span
        data-numeric
        color={surplus > 0 ? 'danger' : undefined}
        fontWeight={surplus > 0 ? 'medium' : undefined}
      >
        {length}/{max}
      </chakra.span>
    </Flex>
  );
}

function SearchHint({ model }: { model: { isConnected: boolean; canSearchWeb: boolean } }) {
  if (!model.canSearchWeb)
    return <span>{model.isConnected ? 'No live search' : 'No live search: offline analyst'}</span>;
  return (
    <Flex as="span" align="center" gap="1.5">
      <chakra.span color="accent" display="inline-flex">
        <Globe size={12} strokeWidth={1.5} aria-hidden />
      </chakra.span>
      Live Search active
    </Flex>
  );
}
