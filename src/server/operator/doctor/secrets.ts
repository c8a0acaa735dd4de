/** Checks which secret of the installation encrypts the stored keys. */

import { type Query, sealedValues } from '~/server/db/sealed-columns';
import type { Env } from '~/server/env';
import { sealedColumns } from '~/server/operator/secrets/sealed-columns';
import { type Finding, fail, ok, warn } from './finding';

const check = 'secrets';

export async function checkSecrets(env: Env, query: Query): Promise<Finding[]> {
  let total = 0;
  const former: string[] = [];
  const unreadable: string[] = [];
  for (const of of sealedColumns) {
    const counts = { former: 0, unreadable: 0 };
    for await (const values of sealedValues(query, env, of)) {
      total += values.length;
      counts.former += values.filter(({ opened }) => opened?.by === 'former').length;
      counts.unreadable += values.filter(({ opened }) => opened === null).length;
    }
    if (counts.former > 0) former.push(`${of.name}: ${counts.former}`);
    if (counts.unreadable > 0) unreadable.push(`${of.name}: ${counts.unreadable}`);
  }
  const findings = [
    ...(unreadable.length > 0
      ? [
          fail(
            check,
            `cannot be decrypted with any known secret (${unreadable.join(', ')})`,
            'Add the former secret to SECRET_KEY_PREVIOUS or restore DATA_DIR/secret.key. If it is lost, enter the keys\nagain, and run npm run user:reset-second-factor for users who cannot sign in. Encrypted files and\nmessages are lost with it.',
          ),
        ]
      : []),
    ...(former.length > 0
      ? [warn(check, `encrypted with a former secret (${former.join(', ')})`, 'Run npm run secrets:rotate.')]
      : []),
  ];
  if (findings.length > 0) return findings;
  return [ok(check, total === 0 ? 'nothing is encrypted' : `${total} encrypted with the current secret`)];
}
