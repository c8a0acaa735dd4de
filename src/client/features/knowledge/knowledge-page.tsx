import { chakra, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { FilePlus2, FolderOpen, type LucideIcon, Upload } from 'lucide-react';
import { formatCount, formatFileSize, formatMoment } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Page } from '~/client/ui/page/page';
import { PageLink } from '~/client/ui/page/page-link';
import { knowledgeWords as words } from '~/client/words/knowledge';
import type { KnowledgeOverview } from '~/shared/schemas/collections';

const actions = (): { Icon: LucideIcon; title: string; text: string }[] => [
  { Icon: Upload, title: words.upload, text: words.uploadHint },
  { Icon: FilePlus2, title: words.create, text: words.createHint },
  { Icon: FolderOpen, title: words.browse, text: words.browseHint },
];

/** The figures of the organization-wide collections, with a link to them. */
export function KnowledgePage() {
  const overview = trpc.collections.overview.useQuery();
  return (
    <Page title={words.title} description={words.subtitle}>
      <Stack gap="8">
        <Grid as="ul" listStyle="none" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="3">
          {actions().map(({ Icon, title, text }) => (
            <ActionCard key={title} Icon={Icon} title={title} text={text} />
          ))}
        </Grid>
        {overview.data ? (
          <Figures overview={overview.data} />
        ) : overview.isPending ? (
          <Skeleton height="24" borderRadius="card" />
        ) : (
          <QueryError title={words.loadFailed} query={overview} />
        )}
      </Stack>
    </Page>
  );
}

/** The whole card is clickable; the link is its title. */
function ActionCard({ Icon, title, text }: ReturnType<typeof actions>[number]) {
  return (
    <Stack
      as="li"
      position="relative"
      gap="3"
      p="5"
      bg="bg.raised"
      borderWidth="1px"
      borderRadius="card"
      _hover={{ borderColor: 'border.control' }}
    >
      <chakra.span color="accent" aria-hidden>
        <Icon size={20} strokeWidth={1.5} />
      </chakra.span>
      <Stack gap="1">
        <Text as="h2" textStyle="heading">
          <chakra.span css={{ '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'card' } }}>
            <PageLink href="/collections">{title}</PageLink>
          </chakra.span>
        </Text>
        <Text color="fg.muted">{text}</Text>
      </Stack>
    </Stack>
  );
}

function Figures({ overview }: { overview: KnowledgeOverview }) {
  const { documents, articles, bytes, updatedAt, recent, mirrorFailures } = overview;
  const counters = [
    { name: words.totalDocuments, value: formatCount(documents) },
    { name: words.articles, value: formatCount(articles) },
    { name: words.storageUsed, value: bytes === 0 ? words.noStorage : formatFileSize(bytes) },
    { name: words.lastUpdated, value: updatedAt ? formatMoment(updatedAt) : words.never },
  ];
  return (
    <>
      <Grid
        as="dl"
        templateColumns={{ base: 'repeat(auto-fill, minmax(max(8rem, 40%), 1fr))', md: 'repeat(4, 1fr)' }}
        gap="1px"
        bg="border"
        backgroundClip="padding-box"
        borderWidth="1px"
        borderRadius="card"
        overflow="hidden"
      >
        {counters.map(({ name, value }) => (
          <Stack key={name} gap="0.5" p="4" bg="bg.raised">
            <Text as="dt" textStyle="caption" color="fg.muted">
              {name}
            </Text>
            <Text as="dd" textStyle="heading" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
          </Stack>
        ))}
      </Grid>
      {mirrorFailures.length > 0 && <MirrorProblems failures={mirrorFailures} />}
      <chakra.section aria-labelledby="activity">
        <Text as="h2" id="activity" textStyle="heading">
          {words.recentActivity}
        </Text>
        <chakra.div mt="3" bg="bg.raised" borderWidth="1px" borderRadius="card">
          {recent.length === 0 ? <EmptyState title={words.noActivity} /> : <Activity recent={recent} />}
        </chakra.div>
      </chakra.section>
    </>
  );
}

/** Each links to its collection, where the copy can be retried. */
function MirrorProblems({ failures }: { failures: KnowledgeOverview['mirrorFailures'] }) {
  return (
    <chakra.section aria-labelledby="mirror-problems">
      <Text as="h2" id="mirror-problems" textStyle="heading">
        {words.mirrorProblems}
      </Text>
      <chakra.ul
        mt="3"
        listStyleType="none"
        bg="bg.raised"
        borderWidth="1px"
        borderRadius="card"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {failures.map(({ collectionId, collection, problem, documents }) => (
          <Flex as="li" key={collectionId} justify="space-between" gap="4" wrap="wrap" px="4" py="3">
            <Text minWidth="0" overflowWrap="anywhere">
              <PageLink href={`/collections?collection=${collectionId}`}>{collection}</PageLink>
            </Text>
            <Text color="danger">{problem ?? words.failedDocuments(documents)}</Text>
          </Flex>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

function Activity({ recent }: Pick<KnowledgeOverview, 'recent'>) {
  return (
    <chakra.ul listStyleType="none" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
      {recent.map(({ documentId, collectionId, collection, title, version, at }) => (
        <Flex as="li" key={documentId} justify="space-between" gap="4" wrap="wrap" px="4" py="3">
          <Text minWidth="0" overflowWrap="anywhere">
            <PageLink href={`/collections?collection=${collectionId}&document=${documentId}`}>{title}</PageLink>
            <Text as="span" color="fg.muted">
              {` · ${collection}`}
            </Text>
          </Text>
          <Text textStyle="caption" color="fg.subtle">
            {version > 1 ? words.changed(formatMoment(at)) : words.added(formatMoment(at))}
          </Text>
        </Flex>
      ))}
    </chakra.ul>
  );
}
