import { memo, Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { LongBlockProps } from './answer-part';
import { CodeBlock } from './code-block';
import type { MarkdownBlock } from './markdown-blocks';

const TooLongDiagram = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.TooLongDiagram })));

/** Long code, without highlighting, which would require all of it at once. */
export function LongCode({ parts, isRunning }: LongBlockProps) {
  const [first] = parts;
  const language = /^ {0,3}(?:`+|~+)[ \t]*([^\s`]+)/.exec(first?.raw ?? '')?.[1];
  return (
    <div>
      <CodeBlock>
        <code className={language && `language-${language}`}>
          {parts.map((block, index) => (
            <CodePart key={block.start} block={block} isFirst={index === 0} />
          ))}
        </code>
      </CodeBlock>
      {language === 'mermaid' && !isRunning && (
        <Suspense>
          <TooLongDiagram />
        </Suspense>
      )}
    </div>
  );
}

const CodePart = memo(function CodePart({ block, isFirst }: { block: MarkdownBlock; isFirst: boolean }) {
  return <span data-part="code">{codeIn(block, isFirst)}</span>;
});

/** The code without its fences. */
function codeIn({ raw, part, isSettled }: MarkdownBlock, isFirst: boolean): string {
  const [, indent = '', fence = ''] = /^( *)(`{3,}|~{3,})/.exec(isFirst ? raw : (part?.lead ?? '')) ?? [];
  const code = isFirst ? raw.slice(raw.indexOf('\n') + 1) : raw;
  const end = new RegExp(`(?:^|\\n) {0,3}${fence[0]}{${fence.length},}[ \\t]*\\n*$`);
  const open = isSettled || end.test(code) ? code.replace(end, '\n') : code;
  return indent ? open.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), '') : open;
}
