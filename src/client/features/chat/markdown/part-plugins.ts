/** Rehype plugins that make the elements of a part belong to the same list or table as those of the other parts. */
import type { Options } from 'react-markdown';

type Plugins = NonNullable<Options['rehypePlugins']>;

interface Parent {
  children: Child[];
}
interface Child extends Partial<Parent> {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
}

const elementsOf = ({ children = [] }: Partial<Parent>) => children.filter(({ type }) => type === 'element');

/** Items keep their role; the list element around them only provides their numbers. */
function joinItems(tree: Parent, number: number | undefined) {
  for (const list of elementsOf(tree)) {
    list.properties = { ...list.properties, role: 'none', ...(number !== undefined && { start: number }) };
    for (const item of elementsOf(list)) item.properties = { ...item.properties, role: 'listitem' };
  }
}

const roles: Record<string, string> = {
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};

/** Reduces the table to groups of rows, or to rows. Their roles are explicit, so that CSS can change their display. */
function joinRows(tree: Parent, hasHead: boolean) {
  const groups = elementsOf(elementsOf(tree)[0] ?? {});
  tree.children = hasHead ? groups : groups.filter(({ tagName }) => tagName === 'tbody').flatMap(elementsOf);
  for (const element of tree.children) setRoles(element);
}

function setRoles(element: Child) {
  const role = roles[element.tagName ?? ''];
  if (!role) return;
  element.properties = { ...element.properties, role };
  for (const child of elementsOf(element)) setRoles(child);
}

export const itemsFrom = (number: number | undefined): Plugins => [() => (tree: Parent) => joinItems(tree, number)];
export const headAndRows: Plugins = [() => (tree: Parent) => joinRows(tree, true)];
export const rowsOnly: Plugins = [() => (tree: Parent) => joinRows(tree, false)];
