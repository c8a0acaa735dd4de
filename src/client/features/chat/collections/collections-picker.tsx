import { chakra, Text } from '@chakra-ui/react';
import { Check, Library } from 'lucide-react';
import { useContext } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { useAllCollections } from '~/client/lib/use-all-collections';
import { Menu, MenuItem, MenuSeparator } from '~/client/ui/menu/menu';
import { PageLink } from '~/client/ui/page/page-link';
import { collectionsChoiceWords as words } from '~/client/words/collections-choice';
import type { CollectionSwitches } from '~/shared/schemas/collections';
import { CurrentProject } from '../projects/current-project';
import { switchInNewChat, useNewChatCollections } from './new-chat-collections';

interface CollectionsPickerProps {
  conversationId: string | undefined;
}

/** Shows which collections the next answers use. Renders nothing if there are none. Default export for `lazy`. */
export default function CollectionsPicker({ conversationId }: CollectionsPickerProps) {
  return conversationId === undefined ? <NewConversation /> : <Switches conversationId={conversationId} />;
}

/** The collections of a conversation that doesn't exist until its first message. */
function NewConversation() {
  const userId = trpc.auth.user.useQuery().data?.id ?? '';
  const chosen = useNewChatCollections(userId);
  const projectIds = useContext(CurrentProject)?.collectionIds;
  const { collections: all = [] } = useAllCollections();
  const collections = all.map(({ id, name, scope, isEnabled }) => {
    const isOn = chosen.find((choice) => choice.id === id)?.isOn ?? projectIds?.includes(id) ?? isEnabled;
    return { id, name, scope, isOn };
  });
  return (
    <Picker
      collections={collections}
      heading={words.headingNew}
      onSwitch={({ id, isOn }) => switchInNewChat(userId, id, !isOn)}
    />
  );
}

function Switches({ conversationId }: { conversationId: string }) {
  const utils = trpc.useUtils();
  const { data } = trpc.collections.switches.useQuery({ conversationId }, { refetchOnMount: 'always' });
  const change = trpc.collections.switch.useMutation({
    // A pending response would arrive without the change and overwrite it.
    onMutate: () => utils.collections.switches.cancel({ conversationId }),
    onSuccess: (switches) => utils.collections.switches.setData({ conversationId }, switches),
    onError: (cause) => errorToast(words.failed, cause),
  });
  return (
    <Picker
      collections={data ?? []}
      heading={words.heading}
      onSwitch={({ id: collectionId, isOn }) => {
        if (!change.isPending) change.mutate({ conversationId, collectionId, isOn: !isOn });
      }}
    />
  );
}

interface PickerProps {
  collections: CollectionSwitches;
  heading: string;
  onSwitch: (collection: CollectionSwitches[number]) => void;
}

function Picker({ collections, heading, onSwitch }: PickerProps) {
  if (collections.length === 0) return null;
  const header = (
    <Text textStyle="caption" color="fg.muted">
      {heading}
    </Text>
  );
  const count = collections.filter(({ isOn }) => isOn).length;
  return (
    <Menu
      align="left"
      size="sm"
      label={words.label(count)}
      opener={<Library size={18} strokeWidth={1.5} />}
      header={header}
    >
      {collections.map((collection) => (
        <MenuItem key={collection.id} isOn={collection.isOn} staysOpen onClick={() => onSwitch(collection)}>
          <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
            {collection.name}
            {collection.scope === 'organization' && (
              <Text as="span" display="block" textStyle="caption" color="fg.muted">
                {words.organization}
              </Text>
            )}
          </chakra.span>
          {collection.isOn && <Check size={16} strokeWidth={1.5} aria-hidden />}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem asChild>
        <PageLink href="/collections">{words.manage}</PageLink>
      </MenuItem>
    </Menu>
  );
}
