/** Takes out of a page what its visitors don't see, and what surrounds its content on every page of a site. */

const neverShown =
  'title, script, style, noscript, template, iframe, object, embed, svg, [hidden], [aria-hidden="true"]';
const unseenStyle =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0|(?:text-indent|left|top)\s*:\s*-\d{3,}|clip-path\s*:\s*inset\(\s*(?:50|100)%/i;

const surroundings =
  'nav, footer, aside, form, button, dialog, [role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"], [role="dialog"], [role="search"]';
/** Whole words of class names and ids. */
const clutter =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|related|recommended|newsletter|share|sharing|social|advert|ads?|promo|breadcrumbs?|sidebar|popup|modal)(?:$|[\s_-])/i;

/** What visitors wrote, which may be longer than the page. */
const comments = /(?:^|[\s_-])(?:comments?|disqus_thread)(?:$|[\s_-])/i;

export function removeHidden(document: Document): void {
  for (const element of document.querySelectorAll(neverShown)) element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (unseenStyle.test(element.getAttribute('style') ?? '')) element.remove();
  }
}

export function removeSurroundings(document: Document): void {
  for (const element of document.querySelectorAll(surroundings)) {
    // Old pages are one form from top to bottom.
    if (element.localName !== 'form' || (element.textContent ?? '').length < 500) element.remove();
  }
  for (const element of document.querySelectorAll('div[class], div[id], section[class], section[id], ul[class]')) {
    const names = `${element.className} ${element.id}`;
    const isClutter = comments.test(names) ? !holdsHead(element) : clutter.test(names) && !holdsMost(element, document);
    if (isClutter) element.remove();
  }
  // The head of the page, and not that of an article.
  for (const element of document.querySelectorAll('body > header, body > div > header')) {
    if (!element.querySelector('h1')) element.remove();
  }
}

const holdsHead = (element: Element): boolean => element.querySelector('main, article, h1') !== null;

/** A theme may call the page itself "sidebar-left". */
const holdsMost = (element: Element, document: Document): boolean =>
  holdsHead(element) || (element.textContent ?? '').length > (document.body.textContent ?? '').length / 2;
