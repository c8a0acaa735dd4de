import type { AnswerReceipt } from '~/shared/schemas/receipts';

/**
 * The script of a saved receipt. Its source is written into the page, so it must not use anything outside the function.
 * It makes the same checks as public/receipts/verify.mjs: the hash of the receipt, the hash of each page, and the
 * position of each verified quotation.
 */
export async function verifyReceiptInPage(): Promise<void> {
  const data = document.getElementById('receipt')?.textContent ?? '';
  const receipt: AnswerReceipt = JSON.parse(data);
  const box = document.getElementById('verification');
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const sha256 = async (text: string) => {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const problems = async () => {
    const { hash, ...content } = receipt;
    const found: string[] = [];
    if ((await sha256(JSON.stringify(content))) !== hash) found.push("Its content doesn't match its hash.");
    for (const page of receipt.pages)
      if ((await sha256(page.text)) !== page.contentHash) found.push(`The text of ${page.url} doesn't match its hash.`);
    for (const { url, source, check } of receipt.citations) {
      if (check?.verdict !== 'quote' || !check.snapshotId) continue;
      const page = receipt.pages.find(({ snapshotId }) => snapshotId === check.snapshotId);
      if (!page) found.push(`The page of a verified quote is missing: ${url ?? source}`);
      else if (!check.passage || !plain(page.text).includes(plain(check.passage)))
        found.push(`A verified quote is not in ${page.url}: ${check.passage}`);
    }
    return found;
  };
  const show = (kind: string, lines: string[]) => {
    if (!box) return;
    box.className = kind;
    box.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line, dir: 'auto' })),
    );
  };
  const save = document.getElementById('save');
  if (save) {
    save.hidden = false;
    save.onclick = () => {
      const href = URL.createObjectURL(new Blob([JSON.stringify(receipt)], { type: 'application/json' }));
      Object.assign(document.createElement('a'), { href, download: `receipt-${receipt.answer.id}.json` }).click();
    };
  }
  try {
    const found = await problems();
    const { length } = receipt.pages;
    const pages = `${length === 1 ? 'The text of 1 page matches its hash' : `The texts of ${length} pages match their hashes`}, and each verified quote appears in its page word for word.`;
    if (found.length > 0) show('bad', ['This receipt was changed.', ...found]);
    else show('good', ['The receipt is complete and unchanged.', ...(length > 0 ? [pages] : [])]);
  } catch {
    show('', ["This browser can't verify the receipt. Use verify.mjs instead."]);
  }
}
