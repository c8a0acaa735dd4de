/** Writes the text of a document as HTML. All text is escaped; URLs were validated when the document was created. */
import { escapeHtml } from '~/shared/escape-html';
import type { Block, ExportDocument, Note, Run, Section } from './document';
import { mathMl } from './formulas';

/** How a page links to files. Without it, file names are plain text. */
export interface FileLinks {
  /** Link to an attached file; `line` is its name. */
  file(id: string, line: string): string;
  /** Link to the passage that a source cites, or an empty string. */
  passage(file: NonNullable<Note['file']>): string;
}

const noLinks: FileLinks = { file: (_id, line) => escapeHtml(line), passage: () => '' };

/**
 * Title, cover, sections, and the sources they refer to. `before` is inserted between the cover and the first section.
 */
export function htmlOf({ title, cover, sections }: ExportDocument, before = '', links: FileLinks = noLinks): string {
  const writer = new HtmlWriter(links);
  const body = sections.map((section) => writer.section(section)).join('');
  return `<h1 dir="auto">${escapeHtml(title)}</h1>${cover.map(faint).join('')}${before}${body}${writer.notes()}`;
}

export const faint = (line: string): string => `<p class="faint" dir="auto">${escapeHtml(line)}</p>`;

/** A link to an external page. */
export const externalLink = (url: string): string =>
  ` href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow"`;

/** Limit per page, in characters of TeX, because shared pages are rendered while other requests wait. */
const maxTex = 40_000;

class HtmlWriter {
  private readonly marked: Note[] = [];
  /** Levels of the open headings in the answer, outermost first. */
  private outline: number[] = [];
  private remainingTex = maxTex;

  constructor(private readonly links: FileLinks) {}

  section({ heading, blocks, files, fileIds = [], remarks }: Section): string {
    this.outline = [];
    const lines = files.map(
      (line, index) => `<p class="faint" dir="auto">${this.links.file(fileIds[index] ?? '', line)}</p>`,
    );
    const below = lines.join('') + remarks.map(faint).join('');
    return `<section><h2>${escapeHtml(heading)}</h2>${this.blocks(blocks)}${below}</section>`;
  }

  notes(): string {
    if (this.marked.length === 0) return '';
    const items = this.marked.map(({ text, url, file }, index) => {
      const link = url ? ` <a${externalLink(url)}>${escapeHtml(url)}</a>` : file ? this.links.passage(file) : '';
      return `<li id="note-${index + 1}" dir="auto">${escapeHtml(text)}${link} <a href="#mark-${index + 1}" aria-label="Back to the text">↩</a></li>`;
    });
    return `<section class="notes"><h2>Sources</h2><ol>${items.join('')}</ol></section>`;
  }

  private blocks(blocks: readonly Block[]): string {
    return blocks.map((block) => this.block(block)).join('');
  }

  private block(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return `<p dir="auto">${this.runs(block.runs)}</p>`;
      case 'heading': {
        const tag = `h${this.headingLevel(block.level)}`;
        return `<${tag} dir="auto">${this.runs(block.runs)}</${tag}>`;
      }
      case 'code':
        return this.code(block);
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

  private code({ text, isMath }: Extract<Block, { kind: 'code' }>): string {
    const formula = isMath ? this.formula(text, true) : null;
    if (formula !== null) return `<div class="formula" tabindex="0">${formula}</div>`;
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
  }

  private formula(tex: string, isDisplay: boolean): string | null {
    this.remainingTex -= tex.length;
    return this.remainingTex < 0 ? null : mathMl(tex, isDisplay);
  }

  /** Below the document's title and the message's heading, and at most one level deeper than the heading before. */
  private headingLevel(level: number): number {
    this.outline = [...this.outline.filter((above) => above < level), level];
    return Math.min(this.outline.length + 2, 6);
  }

  private table({ columns, rows }: Extract<Block, { kind: 'table' }>): string {
    const row = (cells: readonly Run[][], tag: 'th' | 'td') =>
      `<tr>${cells.map((runs, index) => `<${tag} class="${columns[index] ?? 'left'}" dir="auto">${this.runs(runs)}</${tag}>`).join('')}</tr>`;
    const [header = [], ...others] = rows;
    return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${others.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
  }

  private runs(runs: readonly Run[]): string {
    return runs.map((run) => (run.note ? this.mark(run.note) : this.text(run))).join('');
  }

  private text(run: Run): string {
    const formula = run.isMath ? this.formula(run.text, false) : null;
    return styled(run, formula ?? textHtml(run));
  }

  private mark(note: Note): string {
    const number = this.marked.push(note);
    return `<sup><a id="mark-${number}" href="#note-${number}" aria-label="Source ${number}">${number}</a></sup>`;
  }
}

function textHtml({ text, isCode }: Run): string {
  const html = escapeHtml(text).replaceAll('\n', '<br>');
  return isCode ? `<code>${html}</code>` : html;
}

function styled({ isBold, isItalic, isStruckThrough, url }: Run, text: string): string {
  let html = text;
  if (isBold) html = `<strong>${html}</strong>`;
  if (isItalic) html = `<em>${html}</em>`;
  if (isStruckThrough) html = `<del>${html}</del>`;
  return url ? `<a${externalLink(url)}>${html}</a>` : html;
}
