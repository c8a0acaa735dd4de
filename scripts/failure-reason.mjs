import { stripVTControlCharacters } from 'node:util';

const maxLines = 12;

/** Why a test failed, as indented lines below its name: the message, and where in the test it was thrown. */
export function reasonOf(error) {
  if (!error?.message) return '';
  const message = stripVTControlCharacters(error.message).trim().split('\n');
  const lines = message.length > maxLines ? [...message.slice(0, maxLines), '…'] : message;
  // The project's own frame says more than those of libraries.
  const frame = stripVTControlCharacters(error.stack ?? '')
    .split('\n')
    .find((line) => /^\s*at /.test(line) && !line.includes('node_modules') && !line.includes('node:'));
  return [...lines, ...(frame ? [frame.trim()] : [])].map((line) => `\n    ${line}`).join('');
}
