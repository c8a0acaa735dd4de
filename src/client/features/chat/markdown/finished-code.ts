import type { Components, Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import { withDiagrams } from '../diagram/diagram-parts';

const hasDiagram = /^ *(```|~~~) *mermaid/im;

/**
 * Adds highlighting and diagrams to complete code. Only code with a language is highlighted, because detection is slow.
 */
export function finishCode(parts: Components): (options: Options) => Options {
  const withDiagram = withDiagrams(parts);
  return ({ children, rehypePlugins, components, ...options }) => ({
    ...options,
    children,
    rehypePlugins: [...(rehypePlugins ?? []), [rehypeHighlight, { detect: false }]],
    // Other components would replace the elements, and lose line wrapping and the user's selection.
    components: hasDiagram.test(children ?? '') ? withDiagram : components,
  });
}
