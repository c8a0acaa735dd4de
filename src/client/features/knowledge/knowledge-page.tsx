import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { FilePlus2, FolderOpen, type LucideIcon, Upload } from 'lucide-react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { knowledgeWords as words } from '~/client/words/knowledge';

const actions = (): { Icon: LucideIcon; title: string; text: string }[] => [
  { Icon: Upload, title: words.upload, text: words.uploadHint },
  { Icon: FilePlus2, title: words.create, text: words.createHint },
  { Icon: FolderOpen, title: words.browse, text: words.browseHint },
];

const counters = () => [
  { name: words.totalDocuments, value: '0' },
  { name: words.articles, value: '0' },
  { name: words.storageUsed, value: words.noStorage },
  { name: words.lastUpdated, value: words.never },
];

/** The panel before the knowledge base holds anything. */
export function KnowledgePage() {
  return (
    <chakra.main id="content" maxWidth="page" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '8', md: '12' }}>
      <Stack gap="1">
        <Text as="h1" textStyle="title">
          {words.title}
        </Text>
        <Text color="fg.muted">{words.subtitle}</Text>
      </Stack>
      <Grid as="ul" listStyle="none" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="3" mt="8">
        {actions().map(({ Icon, title, text }) => (
          <Stack as="li" key={title} gap="3" p="5" bg="bg.raised" borderWidth="1px" borderRadius="card">
            <chakra.span color="accent" aria-hidden>
              <Icon size={20} strokeWidth={1.5} />
            </chakra.span>
            <Stack gap="1">
              <Text as="h2" textStyle="heading">
                {title}
              </Text>
              <Text color="fg.muted">{text}</Text>
            </Stack>
          </Stack>
        ))}
      </Grid>
      <Grid
        as="dl"
        templateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' }}
        gap="1px"
        mt="3"
        bg="border"
        backgroundClip="padding-box"
        borderWidth="1px"
        borderRadius="card"
        overflow="hidden"
      >
        {counters().map(({ name, value }) => (
          <Stack key={name} gap="1" p="5" bg="bg.raised">
            <Text as="dt" textStyle="caption" color="fg.muted">
              {name}
            </Text>
            <Text as="dd" textStyle="title" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
          </Stack>
        ))}
      </Grid>
      <chakra.section aria-labelledby="activity" mt="10">
        <Text as="h2" id="activity" textStyle="heading">
          {words.recentActivity}
        </Text>
        <chakra.div mt="3" borderWidth="1px" borderRadius="card">
          <EmptyState title={words.noActivity} />
        </chakra.div>
      </chakra.section>
    </chakra.main>
  );
}
