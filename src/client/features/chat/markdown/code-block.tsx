import { chakra, Flex, Text } from '@chakra-ui/react';
import { Children, isValidElement, type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { markdownWords as words } from '~/client/words/markdown';

const CodeTools = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.CodeTools })));

export function CodeBlock({ children }: { children?: ReactNode }) {
  const box = useRef<HTMLPreElement>(null);
  const [isWrapped, setIsWrapped] = useState(false);
  const language = languageOf(children);
  const code = () => box.current?.textContent ?? '';
  return (
    <chakra.div borderWidth="1px" borderColor="border" borderRadius="card" overflow="hidden" bg="bg.raised">
      <Flex
        data-screen-only
        align="center"
        justify="space-between"
        minHeight="9"
        pl="4"
        pr="1"
        borderBottomWidth="1px"
        borderColor="border"
      >
        <Text as="span" textStyle="caption" color="fg.subtle">
          {language ?? words.text}
        </Text>
        <Flex>
          <Suspense>
            <CodeTools language={language} code={code} isWrapped={isWrapped} onWrap={() => setIsWrapped(!isWrapped)} />
          </Suspense>
        </Flex>
      </Flex>
      {/* Focusable, so that the arrow keys can scroll wide code. */}
      <chakra.pre
        ref={box}
        tabIndex={0}
        role="group"
        aria-label={language ? words.codeIn(language) : words.code}
        dir="ltr"
        px="4"
        py="3"
        overflowX="auto"
        fontFamily="mono"
        fontSize="0.8125rem"
        lineHeight="1.6"
        overflowWrap={isWrapped ? 'anywhere' : 'normal'}
        whiteSpace={isWrapped ? 'pre-wrap' : 'pre'}
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        {children}
      </chakra.pre>
    </chakra.div>
  );
}

function languageOf(children: ReactNode): string | undefined {
  const [code] = Children.toArray(children);
  if (!isValidElement<{ className?: string }>(code)) return undefined;
  return /(?:^|\s)language-(\S+)/.exec(code.props.className ?? '')?.[1];
}
