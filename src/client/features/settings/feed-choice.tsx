import { HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDate } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ShownOnce } from '~/client/ui/content/shown-once';
import { Button } from '~/client/ui/form/button';
import { followWords as words } from '~/client/words/follows';

/** A private Atom feed, whose URL is shown once. */
export function FeedChoice({ createdAt }: { createdAt: Date | null }) {
  const { follows } = trpc.useUtils();
  const [url, setUrl] = useState<string>();
  const settled = {
    onError: (cause: unknown) => errorToast(words.feedFailed, cause),
    onSettled: () => follows.settings.invalidate(),
  };
  const create = trpc.follows.createFeed.useMutation({ ...settled, onSuccess: (feed) => setUrl(feed.url) });
  const remove = trpc.follows.deleteFeed.useMutation({
    ...settled,
    onSuccess() {
      setUrl(undefined);
      toast({ kind: 'success', title: words.feedDeleted });
    },
  });
  return (
    <Stack gap="3">
      <Text color="fg.muted" textStyle="ui">
        {createdAt ? words.feedCreated(formatDate(createdAt)) : words.feedNote}
      </Text>
      {url && (
        <ShownOnce
          note={words.feedOnce}
          value={url}
          label={words.feedAddress}
          copyLabel={words.copy}
          doneLabel={words.done}
          onDone={() => setUrl(undefined)}
        />
      )}
      <HStack gap="2" flexWrap="wrap">
        <Button size="sm" pending={create.isPending} pendingLabel={words.creating} onClick={() => create.mutate()}>
          {createdAt ? words.renewFeed : words.createFeed}
        </Button>
        {createdAt && (
          <Button
            size="sm"
            variant="ghost"
            pending={remove.isPending}
            pendingLabel={words.deleting}
            onClick={() => remove.mutate()}
          >
            {words.deleteFeed}
          </Button>
        )}
      </HStack>
    </Stack>
  );
}
