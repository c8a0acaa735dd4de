/** Removes hidden elements of a page, and what surrounds the content on every page of a site. */
import type { PageDocument, PageElement } from '~/server/reading/structure/page-tree';

const neverShown = new Set(['title', 'script', 'style', 'noscript', 'template', 'iframe', 'object', 'embed', 'svg']);
const unseenStyle =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0|(?:text-indent|left|top)\s*:\s*-\d{3,}|clip-path\s*:\s*inset\(\s*(?:50|100)%/i;

const surroundings = new Set(['nav', 'footer', 'aside', 'form', 'button', 'dialog']);
const surroundingRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'dialog', 'search']);
/** Matches whole words of class names and ids. */
const boilerplate =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|related|recommended|newsletter|share|sharing|social|advert|ads?|promo|breadcrumbs?|sidebar|popup|modal)(?:$|[\s_-])/i;

/** Visitors' comments, which may be longer than the page. */
const comments = /(?:^|[\s_-])(?:comments?|disqus_thread)(?:$|[\s_-])/i;

export function removeHidden(document: PageDocument): void {
  for (const element of document.elements(isHidden)) element.remove();
}

const isHidden = (element: PageElement): boolean =>
  neverShown.has(element.localName) ||
  element.hasAttribute('hidden') ||
  (element.getAttribute('aria-hidden') === 'true' && !isFormulaImage(element)) ||
  unseenStyle.test(element.getAttribute('style') ?? '');

/** Wikipedia shows formulas as images with their TeX, and hides their MathML. */
const isFormulaImage = ({ localName, className }: PageElement): boolean =>
  localName === 'img' && className.includes('mwe-math-fallback-image');

export function removeSurroundings(document: PageDocument): void {
  for (const element of document.elements(isSurrounding)) {
    // Old pages consist of a single form.
    if (element.localName !== 'form' || element.textContent.length < 500) element.remove();
  }
  for (const element of document.elements(mayBeBoilerplate)) {
    const names = `${element.className} ${element.id}`;
    const isBoilerplate = comments.test(names)
      ? !containsHeading(element)
      : boilerplate.test(names) && !containsMostText(element, document);
    if (isBoilerplate) element.remove();
  }
  // The header of the page, not that of an article.
  for (const element of document.getElementsByTagName('header')) {
    const { parentNode: parent } = element;
    const isInDiv = parent?.nodeName === 'DIV' && parent.parentNode?.nodeName === 'BODY';
    const isOfPage = isInDiv || parent?.nodeName === 'BODY';
    if (isOfPage && element.getElementsByTagName('h1').length === 0) element.remove();
  }
}

const isSurrounding = (element: PageElement): boolean =>
  surroundings.has(element.localName) || surroundingRoles.has(element.getAttribute('role') ?? '');

function mayBeBoilerplate(element: PageElement): boolean {
  const { localName } = element;
  const isPart = localName === 'div' || localName === 'section';
  return (isPart && element.hasAttribute('id')) || ((isPart || localName === 'ul') && element.hasAttribute('class'));
}

const containsHeading = (element: PageElement): boolean => element.querySelectorAll('main,article,h1').length > 0;

/** A theme may call the page itself "sidebar-left". */
const containsMostText = (element: PageElement, document: PageDocument): boolean =>
  containsHeading(element) || element.textContent.length > document.body.textContent.length / 2;
