/** A shared conversation as one page of HTML without a script. Every text is escaped; addresses were judged before. */
import type { Block, Note, Paper, Run } from '~/server/features/papers/paper';
import { escapeHtml } from '~/server/lib/escape-html';
import { brand } from '~/shared/brand';
import { sharedPageStyle } from './shared-page-style';

export function sharedPage(paper: Paper): string {
  const writer = new HtmlWriter();
  const sections = paper.sections.map(
    ({ heading, blocks, remarks }) =>
      `<section><h2>${escapeHtml(heading)}</h2>${writer.blocks(blocks)}${remarks.map(faint).join('')}</section>`,
  );
  const body = `<h1 dir="auto">${escapeHtml(paper.title)}</h1>${paper.cover.map(faint).join('')}${sections.join('')}${writer.notes()}`;
  return page(paper.title, `<article>${body}</article>`);
}

export const passwordPage = (problem?: string): string =>
  page(
    'Password required',
    `<form method="post"><h1>Password required</h1><p>Enter the password you received with this link.</p>${
      problem ? `<p role="alert" class="problem">${escapeHtml(problem)}</p>` : ''
    }<label>Password<input type="password" name="password" required autofocus maxlength="256"></label><button>Open</button></form>`,
  );

/** The same for links that never existed, expired or were revoked, and for visitors where only members may look. */
export const unknownPage = (): string =>
  page(
    'Link not available',
    '<h1>Link not available</h1><p>This link doesn\'t exist, has expired or was revoked.</p><p>If it was shared with members, <a href="/auth">sign in</a> and open it again.</p>',
  );

export const errorPage = (message: string): string =>
  page('Something went wrong', `<h1>Something went wrong</h1><p>${escapeHtml(message)}</p>`);

const faint = (line: string) => `<p class="faint" dir="auto">${escapeHtml(line)}</p>`;

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${escapeHtml(title)} – ${brand.chat}</title>
<link rel="icon" href="/favicon.svg"><style>${sharedPageStyle}</style></head>
<body><main>${content}</main><footer><a href="/">${brand.company}</a></footer></body></html>`;

class HtmlWriter {
  private readonly marked: Note[] = [];

  blocks(blocks: readonly Block[]): string {
    return blocks.map((block) => this.block(block)).join('');
  }

  notes(): string {
    if (this.marked.length === 0) return '';
    const items = this.marked.map(({ text, url }, index) => {
      const link = url ? ` <a${outward(url)}>${escapeHtml(url)}</a>` : '';
      return `<li id="note-${index + 1}" dir="auto">${escapeHtml(text)}${link} <a href="#mark-${index + 1}" aria-label="Back to the text">↩</a></li>`;
    });
    return `<section class="notes"><h2>Sources</h2><ol>${items.join('')}</ol></section>`;
  }

  private block(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return `<p dir="auto">${this.runs(block.runs)}</p>`;
      case 'heading': {
        const level = Math.min(block.level + 2, 6);
        return `<h${level} dir="auto">${this.runs(block.runs)}</h${level}>`;
      }
      case 'code':
        return `<pre tabindex="0"><code>${escapeHtml(block.text)}</code></pre>`;
      case 'quote':
        return `<blockquote>${this.blocks(block.blocks)}</blockquote>`;
      case 'list': {
        const items = block.items.map((blocks) => `<li>${this.blocks(blocks)}</li>`).join('');
        return block.isOrdered ? `<ol start="${block.start}">${items}</ol>` : `<ul>${items}</ul>`;
      }
      case 'table':
        return this.table(block);
      case 'rule':
        return '<hr>';
    }
  }

  private table({ columns, rows }: Extract<Block, { kind: 'table' }>): string {
    const row = (cells: readonly Run[][], tag: 'th' | 'td') =>
      `<tr>${cells.map((runs, index) => `<${tag} class="${columns[index] ?? 'left'}">${this.runs(runs)}</${tag}>`).join('')}</tr>`;
    const [header = [], ...others] = rows;
    return `<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${others.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
  }

  private runs(runs: readonly Run[]): string {
    return runs.map((run) => (run.note ? this.mark(run.note) : textHtml(run))).join('');
  }

  private mark(note: Note): string {
    const number = this.marked.push(note);
    return `<sup><a id="mark-${number}" href="#note-${number}" aria-label="Source ${number}">${number}</a></sup>`;
  }
}

function textHtml({ text, isBold, isItalic, isStruck, isCode, url }: Run): string {
  let html = escapeHtml(text).replaceAll('\n', '<br>');
  if (isCode) html = `<code>${html}</code>`;
  if (isBold) html = `<strong>${html}</strong>`;
  if (isItalic) html = `<em>${html}</em>`;
  if (isStruck) html = `<del>${html}</del>`;
  return url ? `<a${outward(url)}>${html}</a>` : html;
}

const outward = (url: string) => ` href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow"`;
