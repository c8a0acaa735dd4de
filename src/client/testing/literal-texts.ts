/**
 * Finds user-visible texts in a client source file, which belong in `client/words`: text in JSX, in attributes and
 * properties that are shown or announced, and any other sentence. Used by one test.
 */
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Attributes, properties and parameters whose values are shown or announced by a screen reader. */
const readNames = new Set(
  `alt aria-description aria-label aria-roledescription aria-valuetext body cancelLabel caption confirmLabel description
  emptyText failureTitle header heading hint label loadingText message pendingLabel placeholder retryLabel subtitle
  summary tagline text title tooltip`.split(/\s+/),
);
const hasWord = /\p{L}{2}/u;
const isName = /^\p{Lu}\p{Ll}+/u;
const isSentence = /^\p{Lu}[\p{L}']+ \p{L}|^\p{Lu}\p{Ll}+[.!?…]$/u;

export interface Finding {
  line: number;
  text: string;
}

export function literalTexts(fileName: string, source: string): Finding[] {
  const found = new Map<number, Finding>();

  function report(node: Node, text: string): void {
    const line = source.slice(0, node.start).split('\n').length;
    found.set(node.start, { line, text: text.trim() });
  }

  /** Reports every text that the expression may evaluate to. */
  function shown(node: Node | undefined): void {
    if (!node) return;
    if (node.type === 'Literal' && typeof node.value === 'string' && hasWord.test(node.value)) report(node, node.value);
    if (node.type === 'TemplateLiteral') {
      const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
      if (hasWord.test(text)) report(node, text);
    }
    if (node.type === 'ConditionalExpression') for (const key of ['consequent', 'alternate']) shown(node[key] as Node);
    if (node.type === 'LogicalExpression') for (const key of ['left', 'right']) shown(node[key] as Node);
    if (node.type === 'JSXExpressionContainer') shown(node.expression as Node);
  }

  function visit(node: Node, parent?: Node): void {
    if (isNeverVisible(node)) return;
    const name = nameOf(node);
    if (node.type === 'JSXText' && hasWord.test(String(node.value))) report(node, String(node.value));
    if (node.type === 'JSXAttribute' && name && (readNames.has(name) || isNamed(node.value))) shown(node.value as Node);
    if (node.type === 'Property' && name && readNames.has(name)) shown(node.value as Node);
    if (node.type === 'AssignmentPattern' && name && readNames.has(name)) shown(node.right as Node);
    if (node.type === 'JSXExpressionContainer' && parent?.type === 'JSXElement') shown(node);
    if (node.type === 'CallExpression' && name === 'useDocumentTitle') shown((node.arguments as Node[])[0]);
    if (node.type === 'Literal' && typeof node.value === 'string' && isSentence.test(node.value)) shown(node);
    for (const child of children(node)) visit(child, node);
  }

  visit(parseSync(fileName, source).program as unknown as Node);
  return [...found.values()];
}

/** Whether an attribute value starts like a sentence, such as `sender="You"`. */
function isNamed(value: unknown): boolean {
  const literal = (value ?? {}) as Node;
  return literal.type === 'Literal' && typeof literal.value === 'string' && isName.test(literal.value);
}

/** Whether a text is never shown: thrown and logged texts are for developers. */
function isNeverVisible(node: Node): boolean {
  const { object } = (node.callee ?? {}) as { object?: { name?: string } };
  if (node.type === 'CallExpression' && object?.name === 'console') return true;
  return node.type === 'ThrowStatement' || node.type.startsWith('TS') || node.type === 'ImportDeclaration';
}

function nameOf(node: Node): string | undefined {
  const named = (node.name ?? node.key ?? node.left ?? node.callee) as Node | string | undefined;
  if (typeof named === 'string') return named;
  return (named?.name ?? named?.value) as string | undefined;
}

function* children(node: Node): Generator<Node> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') yield child as Node;
    }
  }
}
