import { filesIn, noPrices, runVerifier, wordsFor } from './core.js';

const byId = (id) => document.getElementById(id);
/** The files so far, by name. */
const files = new Map();
/** Only the newest check is shown. */
let newest = 0;

byId('blocked').hidden = true;
byId('tool').hidden = false;
byId('files').addEventListener('change', ({ target }) => take(target.files));
byId('hash').addEventListener('input', () => files.size > 0 && check());
byId('again').addEventListener('click', () => {
  files.clear();
  byId('files').value = '';
  byId('hash').value = '';
  newest++;
  show('', '', '');
  byId('files').focus();
});
for (const kind of ['dragover', 'drop']) addEventListener(kind, (event) => event.preventDefault());
addEventListener('drop', ({ dataTransfer }) => take(dataTransfer.files));

async function take(chosen) {
  try {
    for (const file of chosen) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!/\.zip$/i.test(file.name)) files.set(file.name, bytes);
      else for (const [name, content] of await filesIn(bytes)) files.set(name, content);
    }
  } catch (error) {
    return show('bad', "Can't read this file", error.message);
  }
  await check();
}

async function check() {
  const own = ++newest;
  const names = [...files.keys()];
  const hash = byId('hash').value.trim();
  const words = wordsFor(names, hash);
  if (!words) return show('bad', 'ledger.csv is missing', 'Choose ledger.csv or the ZIP file of the audit pack.');
  if (hash && !/^[0-9a-f]{64}$/i.test(hash))
    return show('bad', 'The saved hash is incomplete', 'A hash has 64 digits from 0 to f.');
  show('', 'Checking...', '');
  // Lets the page show it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { code, said } = await runVerifier(words, async (name) =>
    name === noPrices ? new TextEncoder().encode('[]') : files.get(name),
  );
  if (own !== newest) return;
  const hasWarnings = /^\s*Warning: /m.test(said);
  const verdict = code !== 0 ? 'Not verified' : hasWarnings ? 'Verified, with warnings' : 'Verified';
  show(code === 0 ? 'good' : 'bad', verdict, said);
}

function show(state, verdict, said) {
  byId('result').hidden = verdict === '';
  byId('verdict').dataset.state = state;
  byId('verdict').textContent = verdict;
  byId('said').textContent = said;
  byId('said').hidden = said === '';
  byId('names').textContent = files.size > 0 ? `Files: ${[...files.keys()].join(', ')}` : '';
}
