import { chakra, Flex, Text } from '@chakra-ui/react';
import { CodeXml, Download } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useColorMode } from '~/client/hooks/use-color-mode';
import { saveText } from '~/client/lib/save-text';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { diagramWords as words } from '~/client/words/diagram';
import type { DrawnDiagram } from './draw-diagram';
import { type Drawer, loadDrawer } from './drawer';

interface DiagramBlockProps {
  code: string;
  /** The code block as shown without a diagram. */
  children: ReactNode;
}

type State = { diagram: DrawnDiagram } | { problem: string } | undefined;

/** A diagram of an answer, drawn from its code. The code is shown until then, and if drawing fails. */
export default function DiagramBlock({ code, children }: DiagramBlockProps) {
  const state = useDrawn(code);
  const [hasCode, setHasCode] = useState(false);
  const codeId = useId();
  if (!state || 'problem' in state)
    return (
      <>
        {children}
        <Text role="status" data-screen-only textStyle="caption" color="fg.muted" _empty={{ display: 'none' }}>
          {state ? words.notDrawn(state.problem) : words.drawing}
        </Text>
      </>
    );
  const save = () => saveText({ fileName: 'diagram.svg', mediaType: 'image/svg+xml', text: state.diagram.svg });
  return (
    <>
      <chakra.div data-screen-only borderWidth="1px" borderColor="border" borderRadius="card" overflow="hidden">
        <Flex
          align="center"
          justify="space-between"
          minHeight="9"
          ps="4"
          pe="1"
          borderBottomWidth="1px"
          borderColor="border"
          bg="bg.raised"
        >
          <Text as="span" textStyle="caption" color="fg.subtle">
            {words.diagram}
          </Text>
          <Flex>
            <IconButton
              label={hasCode ? words.hideCode : words.showCode}
              size="sm"
              aria-pressed={hasCode}
              onClick={() => setHasCode(!hasCode)}
            >
              <CodeXml size={15} strokeWidth={1.5} />
            </IconButton>
            <IconButton label={words.download} size="sm" onClick={save}>
              <Download size={15} strokeWidth={1.5} />
            </IconButton>
            <CopyButton label={words.copyCode} text={() => code} />
          </Flex>
        </Flex>
        <Drawing diagram={state.diagram} describedBy={codeId} />
      </chakra.div>
      {hasCode ? (
        <chakra.div id={codeId}>{children}</chakra.div>
      ) : (
        <chakra.pre id={codeId} srOnly>
          {code}
        </chakra.pre>
      )}
    </>
  );
}

/** Wide diagrams scroll on a phone, so that their text stays legible. */
function Drawing({ diagram, describedBy }: { diagram: DrawnDiagram; describedBy: string }) {
  const { svg, width, height } = diagram;
  return (
    <chakra.div
      role="group"
      aria-label={words.diagram}
      tabIndex={0}
      overflowX="auto"
      p="4"
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <chakra.img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        alt={words.describedByCode}
        aria-describedby={describedBy}
        width={`${width}px`}
        height="auto"
        css={{ aspectRatio: `${width} / ${height}`, minWidth: `min(${width}px, 34rem)` }}
        maxWidth="full"
        mx="auto"
      />
    </chakra.div>
  );
}

function useDrawn(code: string): State {
  const { mode } = useColorMode();
  const [state, setState] = useState<State>();

  useEffect(() => {
    let isGone = false;
    const show = (next: State) => void (isGone || setState(next));
    loadDrawer()
      .then(({ drawDiagram }: Drawer) => drawDiagram(code, mode))
      .then(
        (diagram) => show({ diagram }),
        (cause) => show({ problem: cause instanceof Error && cause.message ? cause.message : words.notLoaded }),
      );
    return () => {
      isGone = true;
    };
  }, [code, mode]);

  return state;
}
