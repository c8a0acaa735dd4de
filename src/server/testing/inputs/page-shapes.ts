/** Thirty shapes of web pages. Visible content contains KEEP, its surroundings contain DROP. */

const sentence = (n: number) =>
  `KEEP ${n}: revenue rose ${n + 3}.${n}% to ${n + 1},${100 + n} million euros, as the board announced on Monday, which analysts had expected after the last report.`;
const texts = (count: number) => Array.from({ length: count }, (_, n) => sentence(n));
const prose = (count: number) =>
  texts(count)
    .map((text) => `<p>${text}</p>`)
    .join('\n');

const links = (count: number, word = 'DROP') =>
  Array.from({ length: count }, (_, n) => `<li><a href="/${n}">${word} section ${n}</a></li>`).join('');
const nav = `<nav><ul>${links(25)}</ul></nav>`;
const footer = '<footer><p>DROP Imprint, privacy, terms of use, careers.</p></footer>';
const related = `<aside class="related"><h3>DROP more stories</h3><ul>${links(10)}</ul></aside>`;
const banner =
  '<div id="cookie-banner" class="consent"><p>DROP We use cookies. Accept all?</p><button>DROP yes</button></div>';
const rows = Array.from(
  { length: 12 },
  (_, n) => `<tr><td>${2010 + n}</td><td>KEEP ${n}00.5</td><td>${n}7.25</td></tr>`,
);
const table = `<table><thead><tr><th>Year</th><th>Revenue</th><th>Profit</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
const items = (count: number) =>
  Array.from({ length: count }, (_, n) => `<li>KEEP rule ${n} of the house</li>`).join('');

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A title</title>${head}</head><body>${body}</body></html>`;

export const pageShapes: Record<string, string> = {
  'a news story': page(`${nav}${banner}<article><h1>A title</h1>${prose(8)}</article>${related}${footer}`),
  'a story with a table': page(
    `${nav}<main><article>${prose(4)}${table}${prose(3)}</article></main>${related}${footer}`,
  ),
  'a page with a table alone': page(`${nav}<main><h1>Statistics</h1><p>KEEP key figures</p>${table}</main>${footer}`),
  'two tables in boxes': page(`${nav}<div class="wrap"><div>${table}</div><div>${table}</div></div>${footer}`),
  'a stock quote': page(
    `${nav}<div id="quote"><h1>ACME Corp</h1><div><span>KEEP 123.45</span> <span>KEEP +1.2%</span></div><dl><dt>KEEP cap</dt><dd>KEEP 4.5B</dd></dl></div>${footer}`,
  ),
  'text in nested boxes': page(
    `<div>${nav}</div><div><div><div>${texts(6)
      .map((text) => `<div>${text}</div>`)
      .join('')}</div></div></div>${footer}`,
  ),
  'text with line breaks': page(`${nav}<div class="body">${texts(6).join('<br><br>')}</div>${footer}`),
  'a numbered list': page(`${nav}<main><h1>Ten rules</h1><ol>${items(10)}</ol></main>${footer}`),
  'a list of links': page(`${nav}<main><h1>Press releases</h1><ul>${links(15, 'KEEP')}</ul></main>${footer}`),
  'an encyclopedia': page(
    `<div id="head">${nav}</div><div id="content"><h1>Bank</h1><table class="infobox"><tr><th>Founded</th><td>KEEP 1998</td></tr></table>${prose(5)}<h2>References</h2><ol><li>KEEP note</li></ol></div>${footer}`,
  ),
  'documentation with code': page(
    `<div class="sidebar">${nav}</div><div class="content"><h1>API</h1><pre><code>KEEP call()</code></pre>${prose(2)}</div>${footer}`,
  ),
  'a press release': page(
    `<div id="main"><h1>Decision</h1><p>KEEP The council keeps the key rates unchanged.</p><p>KEEP The deposit rate is 2.00%.</p></div>${footer}`,
  ),
  'a short notice': page(`${nav}<main><h1>Notice</h1><p>KEEP The rate is 2.00%.</p></main>${footer}`),
  'a story with comments': page(
    `${nav}<article>${prose(4)}</article><section id="comments"><h2>DROP</h2>${'<div><p>DROP I think, well, that this is long enough, as comments go.</p></div>'.repeat(30)}</section>`,
  ),
  'a story with hidden text': page(
    `${nav}<article>${prose(4)}<div style="display:none">DROP</div><p style="visibility: hidden">DROP</p><p aria-hidden="true">DROP</p><p style="font-size:0">DROP</p><p hidden>DROP</p><span style="position:absolute;left:-9999px">DROP</span><!-- DROP --><template>DROP</template></article>`,
  ),
  'questions that unfold': page(
    `${nav}<main>${'<details><summary>KEEP Question?</summary><p>KEEP Answer.</p></details>'.repeat(6)}</main>${footer}`,
  ),
  'a forum': page(
    `${nav}<div class="thread">${'<div class="post"><div>someone</div><div><p>KEEP I have read the report, and, frankly, it is good.</p></div></div>'.repeat(5)}</div>`,
  ),
  'a fast page': `<!doctype html><html amp><head><title>A title</title></head><body><article>${prose(5)}</article></body></html>`,
  'an offer': page(
    `${nav}<div class="product"><h1>Gold bar</h1><span>KEEP $2,000</span><ul><li>KEEP 1 oz</li><li>KEEP 999.9</li></ul></div>${related}${footer}`,
  ),
  'a fragment without a frame': `<h1>A title</h1>${prose(3)}`,
  'a page without closing tags': `<title>A title</title><body><h1>A title<p>${texts(4).join('<p>')}<ul><li>KEEP one<li>KEEP two</ul>`,
  'a form from top to bottom': page(`<form id="aspnet">${nav}<div>${prose(6)}</div></form>${footer}`),
  'a layout of tables': page(
    `<table role="presentation"><tr><td>${nav}</td><td>${prose(6)}</td></tr></table>${footer}`,
  ),
  'a body named after its sidebar': page(`<div class="page sidebar-left"><h1>A title</h1>${prose(5)}</div>`),
  'an interview': page(
    `${nav}<article>${texts(6)
      .map((text) => `<p><b>KEEP Why?</b></p><p>${text}</p>`)
      .join('')}</article>`,
  ),
  'a live ticker': page(
    `${nav}<main>${Array.from({ length: 8 }, (_, n) => `<section><time datetime="2026-11-22T10:0${n}:00Z">10:0${n}</time><p>${sentence(n)}</p></section>`).join('')}</main>`,
  ),
  'a glossary': page(`${nav}<main><dl>${'<dt>KEEP term</dt><dd>KEEP meaning</dd>'.repeat(8)}</dl></main>${footer}`),
  'figures with captions': page(
    `<article>${prose(3)}<figure><img src="/a.png" alt="KEEP a chart"><figcaption>KEEP caption</figcaption></figure>${prose(2)}</article>${footer}`,
  ),
  'a quotation': page(
    `<article>${prose(3)}<blockquote><p>KEEP we will act</p></blockquote></article>${related}${footer}`,
  ),
  'headings and short parts': page(
    `${nav}<main>${Array.from({ length: 6 }, (_, n) => `<h2>KEEP Part ${n}</h2><p>KEEP Short.</p>`).join('')}</main>${footer}`,
  ),
};
