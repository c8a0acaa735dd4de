/** Links from a shared page to its files. With a password they are forms, so that the proof is never part of a URL. */
import type { FileLinks } from '~/server/features/exports/html-writer';
import { escapeHtml } from '~/shared/escape-html';
import { formatFileSize } from '~/shared/file-size';
import type { SharedFile, SharedPassage } from './frozen-files';
import { hidden, page } from './shared-page';

export interface LinkAddress {
  key: string;
  /** Proof that the password was entered; null for a link without one. */
  proof: string | null;
}

export function fileLinks(address: LinkAddress, files: readonly SharedFile[]): FileLinks {
  const fileOf = (objectId: string) => files.find((one) => one.objectId === objectId);
  return {
    file(objectId, line) {
      const file = fileOf(objectId);
      return file ? `<a href="#file-${file.id}">${escapeHtml(line)}</a>` : escapeHtml(line);
    },
    passage({ id, at }) {
      const file = fileOf(id);
      const isKept = file?.passages.some((passage) => passage.at === at);
      return file && isKept ? ` ${linkTo(address, `${file.id}/passages/${at}`, 'Open the passage')}` : '';
    },
  };
}

/** The list of all files of the link, for download. */
export function fileSection(address: LinkAddress, files: readonly SharedFile[]): string {
  if (files.length === 0) return '';
  const items = files.map(
    ({ id, name, size }) =>
      `<li id="file-${id}" dir="auto">${linkTo(address, id, name)} <span class="faint">${formatFileSize(size)}</span></li>`,
  );
  return `<section class="files"><h2>Files</h2><ul>${items.join('')}</ul></section>`;
}

/** A cited passage with the text around it. */
export function passagePage(address: LinkAddress, file: SharedFile, passage: SharedPassage): string {
  const { page: number, before, quote, after } = passage;
  const place = number === undefined ? '' : `<p class="faint">Page ${number}</p>`;
  return page(
    file.name,
    `<article><h1 dir="auto">${escapeHtml(file.name)}</h1>${place}<p class="passage" dir="auto" tabindex="0" role="region" aria-label="Cited passage">${escapeHtml(before)}<mark>${escapeHtml(quote)}</mark>${escapeHtml(after)}</p><p>${linkTo(address, file.id, 'Download the file')}</p></article>`,
  );
}

function linkTo({ key, proof }: LinkAddress, path: string, words: string): string {
  const target = `/s/${escapeHtml(key)}/files/${escapeHtml(path)}`;
  return proof
    ? `<form class="lead" method="post" action="${target}">${hidden('proof', proof)}<button>${escapeHtml(words)}</button></form>`
    : `<a href="${target}" rel="nofollow">${escapeHtml(words)}</a>`;
}
