import { Children, type ComponentType, isValidElement, type ReactNode, Suspense } from 'react';
import type { Components } from 'react-markdown';
import { lazyPart } from '~/client/lib/lazy-part';

const DiagramBlock = lazyPart(() => import('./diagram-block'));

/**
 * The Markdown components with diagrams. `parts` is a parameter, because an import would move them into a separate
 * chunk that every conversation would load.
 */
export function withDiagrams(parts: Components): Components {
  // Ours is a component; the type also allows names of elements.
  const Code = parts.pre as ComponentType<{ children?: ReactNode }>;
  return {
    ...parts,
    pre({ children }) {
      const code = <Code>{children}</Code>;
      const diagram = diagramIn(children);
      if (diagram === undefined) return code;
      return (
        <Suspense fallback={code}>
          <DiagramBlock code={diagram}>{code}</DiagramBlock>
        </Suspense>
      );
    },
  };
}

function diagramIn(children: ReactNode): string | undefined {
  const [code] = Children.toArray(children);
  if (!isValidElement<{ className?: string; children?: ReactNode }>(code)) return undefined;
  const { className = '', children: text } = code.props;
  return /(?:^|\s)language-mermaid(?:\s|$)/i.test(className) && typeof text === 'string' ? text : undefined;
}
