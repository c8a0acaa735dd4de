import { chakra, Text } from '@chakra-ui/react';
import { type ReactNode, use } from 'react';
import { Tabs } from '~/client/ui/content/tabs';
import { articleWords as words } from '~/client/words/article';
import { ArticleContext } from './article-context';

export type EditorTab = 'write' | 'preview';

interface ArticleEditorProps {
  content: string;
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
  /** The text area. */
  children: ReactNode;
}

/** The text of an article as source, or as a preview. */
export function ArticleEditor({ content, tab, onTab, children }: ArticleEditorProps) {
  return (
    <Tabs
      label={words.editor}
      isInner
      value={tab}
      onChange={onTab}
      items={[
        { value: 'write', label: words.write, content: children },
        { value: 'preview', label: words.preview, content: <Preview content={content} /> },
      ]}
    />
  );
}

function Preview({ content }: { content: string }) {
  const { readMarkdown } = use(ArticleContext);
  return (
    <chakra.section
      aria-label={words.preview}
      // Focusable, because it scrolls.
      tabIndex={0}
      minHeight="20rem"
      maxHeight="60dvh"
      overflowY="auto"
      overflowWrap="anywhere"
      p="3"
      borderWidth="1px"
      borderRadius="control"
    >
      {content.trim() === '' ? <Text color="fg.subtle">{words.nothingToPreview}</Text> : readMarkdown(content)}
    </chakra.section>
  );
}
