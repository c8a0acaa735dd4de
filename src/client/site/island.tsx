/**
 * Most of a public page is static. Its interactive parts, such as the bar or a form, are islands: they are prerendered
 * like the rest, but only their code is loaded in the browser.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { type IslandName, type IslandProps, islands } from './islands';

/** Renders an island to HTML that the browser can hydrate. Set during the build only. */
export const IslandHtml = createContext<((name: IslandName, content: ReactNode) => string) | null>(null);

export function Island<Name extends IslandName>({ name, props }: { name: Name; props: IslandProps<Name> }) {
  const toHtml = useContext(IslandHtml);
  // `props` are those of this island, but TypeScript can't relate the two for a type parameter.
  const Part = islands[name] as ComponentType<object>;
  const attributes = { 'data-island': name, 'data-props': JSON.stringify(props) };
  const content = <Part {...(props as object)} />;
  if (!toHtml) return <div {...attributes}>{content}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is React's own rendering of our component
  return <div {...attributes} dangerouslySetInnerHTML={{ __html: toHtml(name, content) }} />;
}
