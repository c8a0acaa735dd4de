import type { Components, Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import { withDiagrams } from '../diagram/diagram-parts';

const hasDiagram = /^ *(```|~~~) *mermaid/im;

/** Adds colors and diagrams to code that is complete. Only named languages are colored: guessing is slow. */
export function finishCode(parts: Components): (options: Options) => Options {
  const withDiagram = withDiagrams(parts);
  return ({ children, rehypePlugins, components, ...options }) => ({
    ...options,
    children,
    rehypePlugins: [...(rehypePlugins ?? []), [rehypeHighlight, { detect: false }]],
    // Other components would replace the elements, and with them wrapped lines and the reader's selection.
    components: hasDiagram.test(children ?? '') ? withDiagram : components,
  });
}
