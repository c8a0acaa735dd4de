import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDate } from '~/client/lib/format';
import { type Description, DescriptionList } from '~/client/ui/content/description-list';
import { conversationImportWords as words } from '~/client/words/conversation-import';
import { importSourceNames } from '~/shared/conversation-import';
import type { ImportPreview } from '~/shared/schemas/imports';

interface ImportPreviewProps {
  fileName: string;
  preview: ImportPreview;
  /** The actions. */
  children: ReactNode;
}

/** The contents of a file, before anything is imported. */
export function ImportPreviewView({ fileName, preview, children }: ImportPreviewProps) {
  return (
    <Stack gap="4">
      <DescriptionList items={factsOf(fileName, preview)} />
      {preview.refusal && (
        <Text role="alert" color="danger">
          {preview.refusal}
        </Text>
      )}
      {preview.keptDays ? <Text>{words.kept(preview.keptDays)}</Text> : null}
      {!preview.refusal && preview.messages === 0 && <Text>{words.nothingNew}</Text>}
      <HStack gap="2" wrap="wrap">
        {children}
      </HStack>
    </Stack>
  );
}

function factsOf(fileName: string, preview: ImportPreview): Description[] {
  const { conversations, messages, present, from, to, sources, unreadable, shortened } = preview;
  const facts = words.facts;
  return [
    { term: facts.file, value: fileName },
    sources.length > 0 && { term: facts.from, value: sources.map((source) => importSourceNames[source]).join(', ') },
    { term: facts.adds, value: words.adds(conversations, messages) },
    present > 0 && { term: facts.present, value: words.conversations(present) },
    from !== null && to !== null && { term: facts.period, value: period(from, to) },
    unreadable > 0 && { term: facts.left, value: <Problems preview={preview} /> },
    shortened > 0 && { term: facts.shortened, value: words.shortened(shortened) },
  ].filter((fact) => fact !== false);
}

function Problems({ preview: { problems, unreadable } }: { preview: ImportPreview }) {
  return (
    <chakra.ul listStyleType="none">
      {problems.map(({ title, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and the list never changes
        <li key={index}>{`${title || words.untitled}: ${reason}`}</li>
      ))}
      {unreadable > problems.length && <li>{words.more(unreadable - problems.length)}</li>}
    </chakra.ul>
  );
}

/** A single date if both are on the same day. */
const period = (from: Date, to: Date) => [...new Set([formatDate(from), formatDate(to)])].join(' – ');
