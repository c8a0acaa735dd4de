import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { formatFileSize } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Chip } from '~/client/ui/content/chip';
import { Checkbox } from '~/client/ui/form/checkbox';
import { collectionsWords as words } from '~/client/words/collections';
import type { Collection } from '~/shared/schemas/collections';
import { useCollectionChange } from './use-collection-change';

/** A list of rows separated by thin lines. */
export const Rows = chakra('ul', {
  base: {
    width: 'full',
    listStyleType: 'none',
    borderWidth: '1px',
    borderRadius: 'card',
    bg: 'bg.raised',
    '& > li + li': { borderTopWidth: '1px' },
  },
});

/** A title that opens its row's content. */
export const RowTitle = chakra(
  'button',
  {
    base: {
      textAlign: 'start',
      fontWeight: 'medium',
      maxWidth: 'full',
      overflowWrap: 'anywhere',
      borderRadius: 'tight',
      _hover: { textDecoration: 'underline', textUnderlineOffset: '4px' },
      // The touch target is taller than the line; the negative margin keeps the distance to the text below.
      '@media (pointer: coarse)': { minHeight: 'touch', my: '-2' },
    },
  },
  { defaultProps: { type: 'button' } },
);

export function CollectionRow({ collection, onOpen }: { collection: Collection; onOpen: () => void }) {
  const { name, description, scope, documentCount, storageBytes } = collection;
  const facts = [words.documents(documentCount), storageBytes > 0 && formatFileSize(storageBytes)].filter(Boolean);
  return (
    <Flex as="li" align="center" wrap="wrap" columnGap="4" rowGap="2" px="4" py="3">
      <Stack gap="0.5" flex="1" minWidth="min(12rem, 100%)">
        <Flex align="center" gap="2" wrap="wrap">
          <RowTitle onClick={onOpen}>{name}</RowTitle>
          {scope !== 'personal' && <Chip>{words.scopeChips[scope]}</Chip>}
          {scope === 'personal' && !collection.mayManage && <Chip>{words.sharedChip}</Chip>}
        </Flex>
        {description && (
          <Text color="fg.muted" lineClamp="2">
            {description}
          </Text>
        )}
        <Text textStyle="caption" color="fg.subtle">
          {facts.join(' · ')}
        </Text>
      </Stack>
      <EnabledSwitch collection={collection} />
    </Flex>
  );
}

/** Disabled for users who may not change the collection; they still see its state. */
export function EnabledSwitch({ collection: { id, name, isEnabled, mayManage } }: { collection: Collection }) {
  const update = trpc.collections.update.useMutation(useCollectionChange());
  return (
    <Checkbox
      label={words.enabled}
      aria-label={words.useInAnswers(name)}
      checked={update.isPending ? update.variables.isEnabled === true : isEnabled}
      disabled={!mayManage || update.isPending}
      onChange={(event) => update.mutate({ collectionId: id, isEnabled: event.target.checked })}
    />
  );
}
