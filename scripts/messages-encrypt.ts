/**
 * npm run messages:encrypt: encrypts messages that were stored before ENCRYPT_MESSAGES was on, or decrypts them if it
 * is off.
 */
import { OperatorError } from '~/server/lib/operator-error';
import { runCommand } from '~/server/operator/command';
import { settings, withDeps } from '~/server/operator/open';
import { convertTextsOf } from '~/server/operator/texts/convert-texts';

await runCommand({
  name: 'messages:encrypt',
  summary: 'encrypts messages that were stored before ENCRYPT_MESSAGES was on',
  notes: [
    'Before it, set ENCRYPT_MESSAGES=on and restart all servers. With a PostgreSQL server they keep running. It can be\nstopped and run again: it continues with what is left.',
    'Encrypted messages are no longer found by their words. Earlier backups, and files of the database until it is\nvacuumed, still contain readable texts.',
  ],
  options: {
    decrypt: {
      type: 'boolean',
      help: 'the other way round: decrypt all messages, after ENCRYPT_MESSAGES was switched off and all servers restarted',
    },
  },
  async run({ decrypt }, io) {
    const isOn = settings().ENCRYPT_MESSAGES === 'on';
    if (decrypt && isOn)
      throw new OperatorError(
        'ENCRYPT_MESSAGES is on: servers would go on encrypting. Remove it and restart them first.',
      );
    if (!decrypt && !isOn)
      throw new OperatorError('ENCRYPT_MESSAGES is off. Set ENCRYPT_MESSAGES=on and restart all servers first.');
    return withDeps(io, async ({ db }) => {
      const results = await convertTextsOf(db, db.texts, decrypt ? 'decrypt' : 'encrypt');
      const word = decrypt ? 'decrypted' : 'encrypted';
      for (const { name, converted, right, changed, unreadable } of results)
        io.print(
          `${name}: ${converted} ${word}, ${right} already ${decrypt ? 'readable' : 'encrypted'}` +
            `${changed > 0 ? `, ${changed} being written or changed at the same time` : ''}` +
            `${unreadable > 0 ? `, ${unreadable} cannot be decrypted` : ''}`,
        );
      if (results.some(({ unreadable }) => unreadable > 0)) {
        io.warn(
          'Add the secret that encrypted them to SECRET_KEY_PREVIOUS and run this again. npm run doctor checks the keys.',
        );
        return false;
      }
      if (results.some(({ changed }) => changed > 0)) io.print('Run this again for those that changed.');
      return true;
    });
  },
});
