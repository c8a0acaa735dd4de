import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageShapes } from '~/server/testing/inputs/page-shapes';
import { ArticleTooShort, PageDocument, type PageElement, type PageNode } from './page-tree';
import { parsePage, TreeTooLarge } from './parse-page';

const url = 'https://news.example.com/a';
const bodyOf = (html: string, isCopied = false) => parsePage(html, url, { isCopied }).body;
const outline = (node: PageNode): unknown =>
  node.nodeType === 1 ? [(node as PageElement).localName, node.childNodes.map(outline)] : node.nodeValue;

describe('the tree of a page', () => {
  it.each([
    ['only words', 'Words', ['Words']],
    [
      'no root',
      '<title>A</title><p>Words',
      [
        ['title', ['A']],
        ['p', ['Words']],
      ],
    ],
    ['no body', '<html><head><title>A</title></head><p>Words</html>', [['p', ['Words']]]],
    [
      'words before its root',
      '<p>One</p><html><p>Two</html>',
      [
        ['p', ['One']],
        ['html', [['p', ['Two']]]],
      ],
    ],
    [
      'words after its root',
      '<html><body><p>One</body></html><p>Two',
      [
        ['p', ['One']],
        ['p', ['Two']],
      ],
    ],
    ['a root within something', '<td><html><body>One', [['td', [['html', [['body', ['One']]]]]]]],
    ['nothing', '', []],
  ])('has one root with a body: %s', (_what, html, children) => {
    const document = parsePage(html, url);
    expect(document.children.map(({ localName }) => localName)).toEqual(['html']);
    expect(document.body.childNodes.map(outline)).toEqual(children);
  });

  it('finds elements by upper-case names too, which Readability uses', () => {
    const body = bodyOf('<div><P>One</P><span>Two</span><p>Three</p></div>');
    expect(body.querySelectorAll('SPAN,P').map(({ textContent }) => textContent)).toEqual(['One', 'Two', 'Three']);
    expect(body.querySelectorAll('td,li')).toEqual([]);
  });

  it('accepts attributes in any script, and one named like a property of every object', () => {
    const [element] = bodyOf('<p HIDDEN Class=" a\n b " id="x">Words</p>').children as [PageElement];
    expect(element.hasAttribute('hidden')).toBe(true);
    expect(element.className).toBe('a b');
    expect(element.getAttribute('constructor')).toBeNull();
    element.removeAttribute('id');
    element.setAttribute('title', 'T');
    expect(element.attributes.map(({ name }) => name)).toEqual(['hidden', 'class', 'title']);
  });

  it('is not created for a page that is too large', () => {
    expect(() => parsePage('<div>'.repeat(151), url)).toThrow(TreeTooLarge);
    expect(() => parsePage('<p>'.repeat(15_001), url)).toThrow(TreeTooLarge);
    expect(() => parsePage(' '.repeat(3_000_001), url)).toThrow(TreeTooLarge);
  });

  it.each(Object.entries(pageShapes))('is the same after copying and restoring it: %s', (_name, html) => {
    const body = bodyOf(html, true);
    const before = { text: body.textContent, copy: body.innerHTML };
    body.innerHTML = before.copy;
    expect({ text: body.textContent, copy: body.innerHTML }).toEqual(before);
    expect(before.copy).not.toBe('');
  });

  it('without copies throws when one is restored', () => {
    const body = bodyOf('<p>Words</p>');
    expect(() => {
      body.innerHTML = '';
    }).toThrow(ArticleTooShort);
  });

  it('stays consistent whatever is moved, replaced and removed', () => {
    const step = fc.tuple(fc.constantFrom('append', 'replace', 'remove'), fc.nat(5), fc.nat(5));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const document = new PageDocument(url);
        const parents = [document.createElement('ul'), document.createElement('ol')] as const;
        const nodes = Array.from({ length: 6 }, (_, index) => document.createElement(`li-${index}`));
        const lists: PageElement[][] = [[], []];
        const leave = (node: PageElement) => {
          for (const list of lists) if (list.includes(node)) list.splice(list.indexOf(node), 1);
        };
        for (const [what, first, second] of steps) {
          const [node, other] = [nodes[first] as PageElement, nodes[second] as PageElement];
          const place = lists.findIndex((list) => list.includes(other));
          if (what === 'append') {
            parents[second % 2]?.appendChild(node);
            leave(node);
            lists[second % 2]?.push(node);
          } else if (what === 'remove') {
            node.remove();
            leave(node);
          } else if (node !== other && place >= 0) {
            parents[place]?.replaceChild(node, other);
            leave(node);
            lists[place]?.splice(lists[place].indexOf(other), 1, node);
          }
          for (const [index, parent] of parents.entries()) {
            const list = lists[index] as PageElement[];
            expect(parent.children).toEqual(list);
            expect(parent.firstChild).toBe(list[0] ?? null);
            expect(parent.lastChild).toBe(list.at(-1) ?? null);
            for (const [at, child] of list.entries()) {
              expect(child.parentNode).toBe(parent);
              expect(child.previousElementSibling).toBe(list[at - 1] ?? null);
              expect(child.nextElementSibling).toBe(list[at + 1] ?? null);
            }
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
