/**
 * The tree of a web page: the part of the DOM that finding its article needs, without scripts or rendering. Full DOM
 * implementations take several times as long, mostly for features that are not needed here.
 */
import { PageAttribute } from './page-attribute';
import type { Attributes } from './xml';

export const nodeTypes = { element: 1, text: 3, comment: 8 } as const;

export const isElement = (node: PageNode): node is PageElement => node.nodeType === nodeTypes.element;

const noNodes: readonly PageNode[] = [];

/** Text and comment nodes have no children. */
export class PageNode {
  parentNode: PageElement | PageDocument | null = null;
  previousSibling: PageNode | null = null;
  nextSibling: PageNode | null = null;

  constructor(
    readonly nodeType: number,
    readonly ownerDocument: PageDocument,
    readonly nodeName: string,
    readonly nodeValue: string,
  ) {}

  get textContent(): string {
    return this.nodeValue;
  }

  get childNodes(): readonly PageNode[] {
    return noNodes;
  }

  get nextElementSibling(): PageElement | null {
    let node = this.nextSibling;
    while (node !== null && !isElement(node)) node = node.nextSibling;
    return node;
  }

  get previousElementSibling(): PageElement | null {
    let node = this.previousSibling;
    while (node !== null && !isElement(node)) node = node.previousSibling;
    return node;
  }

  remove(): void {
    const { parentNode: parent, previousSibling: previous, nextSibling: next } = this;
    if (!parent) return;
    if (previous) previous.nextSibling = next;
    else parent.firstChild = next;
    if (next) next.previousSibling = previous;
    else parent.lastChild = previous;
    this.parentNode = null;
    this.previousSibling = null;
    this.nextSibling = null;
  }
}

/** Common base of elements and the document. */
abstract class PageParent extends PageNode {
  firstChild: PageNode | null = null;
  lastChild: PageNode | null = null;

  override get childNodes(): PageNode[] {
    const nodes: PageNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  get firstElementChild(): PageElement | null {
    const first = this.firstChild;
    return first === null || isElement(first) ? first : first.nextElementSibling;
  }

  get children(): PageElement[] {
    const elements: PageElement[] = [];
    for (let child = this.firstElementChild; child !== null; child = child.nextElementSibling) elements.push(child);
    return elements;
  }

  override get textContent(): string {
    let text = '';
    for (let node = this.firstChild; node !== null; node = after(node, this)) {
      if (node.nodeType === nodeTypes.text) text += node.nodeValue;
    }
    return text;
  }

  appendChild<Node extends PageNode>(node: Node): Node {
    node.remove();
    const last = this.lastChild;
    if (last) last.nextSibling = node;
    else this.firstChild = node;
    node.previousSibling = last;
    node.parentNode = this as unknown as PageElement;
    this.lastChild = node;
    return node;
  }

  removeChild<Node extends PageNode>(node: Node): Node {
    node.remove();
    return node;
  }

  /** Replaces `replaced` with `node`. */
  replaceChild(node: PageNode, replaced: PageNode): PageNode {
    node.remove();
    const { previousSibling: previous, nextSibling: next } = replaced;
    replaced.remove();
    node.parentNode = this as unknown as PageElement;
    node.previousSibling = previous;
    node.nextSibling = next;
    if (previous) previous.nextSibling = node;
    else this.firstChild = node;
    if (next) next.previousSibling = node;
    else this.lastChild = node;
    return replaced;
  }

  getElementsByTagName(name: string): PageElement[] {
    return this.ownerNames.has(name) ? this.elements((element) => element.localName === name) : [];
  }

  /** Supports only element names, as in `h1,h2`, in lower or upper case. */
  querySelectorAll(names: string): PageElement[] {
    const elementNames = names
      .toLowerCase()
      .split(',')
      .filter((name) => this.ownerNames.has(name));
    if (elementNames.length === 0) return [];
    return this.elements((element) => elementNames.includes(element.localName));
  }

  /** Matching descendants, in page order. */
  elements(isWanted: (element: PageElement) => boolean): PageElement[] {
    const found: PageElement[] = [];
    for (let node = this.firstChild; node !== null; node = after(node, this))
      if (isElement(node) && isWanted(node)) found.push(node);
    return found;
  }

  /** Names that some element of the page has or had; most queries are for others and can be skipped. */
  protected abstract get ownerNames(): ReadonlySet<string>;
}

/** The next node in page order, children first, up to the end of `root`. */
function after(node: PageNode, root: PageParent): PageNode | null {
  if (isElement(node) && node.firstChild) return node.firstChild;
  let last: PageNode | null = node;
  while (last !== null && last.nextSibling === null) {
    last = last.parentNode;
    if (last === root) return null;
  }
  return last?.nextSibling ?? null;
}

export class PageElement extends PageParent {
  readonly localName: string;
  readonly tagName: string;
  /** Readability's own data. */
  readability: unknown = undefined;
  _readabilityDataTable: unknown = undefined;

  constructor(document: PageDocument, name: string, tagName: string, attributes: Attributes) {
    super(nodeTypes.element, document, tagName, '');
    this.localName = name;
    this.tagName = tagName;
    this.record = attributes;
  }

  /** Attributes by name. */
  record: Attributes;

  get attributes(): PageAttribute[] {
    return Object.entries(this.record).map(([name, value]) => new PageAttribute(name, value));
  }

  getAttribute(name: string): string | null {
    return Object.hasOwn(this.record, name) ? (this.record[name] ?? null) : null;
  }

  hasAttribute(name: string): boolean {
    return Object.hasOwn(this.record, name);
  }

  setAttribute(name: string, value: string): void {
    this.record = { ...this.record, [name]: value };
  }

  setAttributeNode({ name, value }: PageAttribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    if (!Object.hasOwn(this.record, name)) return;
    const { [name]: _removed, ...others } = this.record;
    this.record = others;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(value: string) {
    this.setAttribute('id', value);
  }

  get className(): string {
    const names = this.getAttribute('class') ?? '';
    return /^\s|\s$|\s\s|[^\S ]/.test(names) ? names.trim().replace(/\s+/g, ' ') : names;
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  get innerHTML(): string {
    return this.ownerDocument.copies?.copyOf(this) ?? '';
  }

  set innerHTML(html: string) {
    const { copies } = this.ownerDocument;
    if (!copies) throw new ArticleTooShort();
    while (this.firstChild) this.firstChild.remove();
    copies.paste(html, this);
  }

  protected override get ownerNames(): ReadonlySet<string> {
    return this.ownerDocument.names;
  }
}

/** Serializes a part of a page as HTML, and parses it again. */
export interface PageCopies {
  copyOf(element: PageElement): string;
  paste(html: string, into: PageElement): void;
}

/** The article was too short, and Readability requires a copy of the original page. */
export class ArticleTooShort extends Error {}

export class PageDocument extends PageParent {
  readonly names = new Set<string>();
  /** URL of the page. Used to resolve links only; no text depends on it. */
  readonly documentURI: string;
  /** Readability copies every page in case it must start over, which few pages need. */
  copies: PageCopies | undefined;
  /** Empty, because it is removed before the search for an article. */
  readonly title = '';
  private readonly upperNames = new Map<string, string>();

  constructor(url: string) {
    super(9, undefined as unknown as PageDocument, '#document', '');
    this.documentURI = url;
  }

  get baseURI(): string {
    return this.documentURI;
  }

  get documentElement(): PageElement {
    return this.firstElementChild as PageElement;
  }

  get body(): PageElement {
    return this.documentElement.children.find(({ localName }) => localName === 'body') as PageElement;
  }

  createElement(name: string, attributes: Attributes = {}): PageElement {
    const localName = name.toLowerCase();
    let tagName = this.upperNames.get(localName);
    if (tagName === undefined) {
      tagName = localName.toUpperCase();
      this.upperNames.set(localName, tagName);
      this.names.add(localName);
    }
    return new PageElement(this, localName, tagName, attributes);
  }

  createTextNode(text: string): PageNode {
    return new PageNode(nodeTypes.text, this, '#text', text);
  }

  createComment(text: string): PageNode {
    return new PageNode(nodeTypes.comment, this, '#comment', text);
  }

  protected override get ownerNames(): ReadonlySet<string> {
    return this.names;
  }
}
