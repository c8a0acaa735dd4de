/** What makes the elements of a part belong to one list or table with those of the other parts. */
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

/** The items stay list items; the element around them only numbers them. */
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

/** Only groups of rows are left of the table, or the rows alone; they keep their roles, whatever their display is. */
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
