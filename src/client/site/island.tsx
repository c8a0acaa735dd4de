/**
 * Most of a public page is text that never changes. What does change – the bar, a form – is an island: drawn into the
 * page at build time like the rest, and the only part whose code comes to the browser.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { type IslandName, type IslandProps, islands } from './islands';

/** Set while pages are drawn at build time: turns an island into HTML that the browser can take over. */
export const IslandHtml = createContext<((name: IslandName, content: ReactNode) => string) | null>(null);

export function Island<Name extends IslandName>({ name, props }: { name: Name; props: IslandProps<Name> }) {
  const toHtml = useContext(IslandHtml);
  const Part = islands[name] as ComponentType<object>;
  const attributes = { 'data-island': name, 'data-props': JSON.stringify(props) };
  const content = <Part {...(props as object)} />;
  if (!toHtml) return <div {...attributes}>{content}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own rendering of our own component
  return <div {...attributes} dangerouslySetInnerHTML={{ __html: toHtml(name, content) }} />;
}
