/**
 * Most of a public page is text that never changes. What does change – the bar, the main button, a form – is an
 * island: drawn into the page at build time like the rest, and the only part whose code comes to the browser.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { type IslandName, type IslandProps, islands } from './islands';

/** Set while pages are drawn at build time: turns an island into HTML that the browser can take over. */
export const IslandHtml = createContext<((name: IslandName, content: ReactNode) => string) | null>(null);

interface IslandOptions<Name extends IslandName> {
  name: Name;
  props: IslandProps<Name>;
  /** Stands within a line of text. */
  inline?: boolean;
}

export function Island<Name extends IslandName>({ name, props, inline = false }: IslandOptions<Name>) {
  const toHtml = useContext(IslandHtml);
  const Part = islands[name] as ComponentType<object>;
  const Box = inline ? 'span' : 'div';
  const attributes = { 'data-island': name, 'data-props': JSON.stringify(props) };
  if (!toHtml) {
    return (
      <Box {...attributes}>
        <Part {...(props as object)} />
      </Box>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own rendering of our own component
  return <Box {...attributes} dangerouslySetInnerHTML={{ __html: toHtml(name, <Part {...(props as object)} />) }} />;
}
