import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.resolve('docs/security');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** Paths in backticks that look like a file or folder of the sources or the documentation. */
function pathsOf(page: string): string[] {
  const quoted =
    readFileSync(path.join(folder, page), 'utf8').match(/`((?:server|client|shared|docs)\/[^`\s]+)`/g) ?? [];
  return [...new Set(quoted.map((text) => text.slice(1, -1)))];
}

it.each(pages)('%s names only existing files', (page) => {
  const gone = pathsOf(page).filter((name) => !existsSync(name.startsWith('docs/') ? name : path.join('src', name)));
  expect(gone).toEqual([]);
});

it('names tests as evidence in its tables', () => {
  const tests = pages.flatMap(pathsOf).filter((name) => /\.test\.tsx?$/.test(name));
  expect(new Set(tests).size).toBeGreaterThan(30);
});

/** Settings that look like secrets by name, but are not. */
const noSecrets = ['PASSWORD_MIN_LENGTH', 'PASSWORD_SIGN_IN'];
/** URLs that may contain a password. */
const withPasswords = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'AI_PROXY_URL'];

it('describes how to change every secret in the settings', () => {
  const names = readFileSync('.env.example', 'utf8').match(/^(?:# ?)?[A-Z][A-Z0-9_]+(?==)/gm) ?? [];
  const settings = names.map((name) => name.replace(/^# ?/, ''));
  const looksSecret = /KEY|SECRET|PASSPHRASE|PASSWORD|TOKEN|HEADERS|OIDC_PROVIDERS/;
  const secrets = settings.filter((name) => looksSecret.test(name) && !noSecrets.includes(name));
  expect(secrets).toEqual(expect.arrayContaining(['SECRET_KEY', 'AI_API_KEY', 'METRICS_TOKEN']));
  const page = readFileSync('docs/secrets.md', 'utf8');
  expect([...secrets, ...withPasswords].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** The names in docs/secrets.md of values that these tables store encrypted or as a hash. */
const storedSecrets: Record<string, string> = {
  User: 'passwords',
  ScimToken: 'SCIM tokens',
  AuthenticatorApp: 'authenticator apps',
  RecoveryCode: 'recovery codes',
  SignInChallenge: 'sign-ins that wait for a second factor',
  Passkey: 'passkeys',
  PasskeyRequest: 'requests to authenticators',
  Invitation: 'invitations',
  PasswordReset: 'password reset',
  EmailLink: 'email confirmation',
  ApiToken: 'API tokens',
  SetupToken: '`DATA_DIR/setup-token`',
  Share: 'shared links and their passwords',
  FileKey: '--new-file-key',
  PortfolioReader: 'private feeds',
  ModelEndpoint: 'keys entered under Settings, Admin, AI Models',
  SearchProvider: 'and Search',
};

it('describes how to change every secret in the database', () => {
  const field = /^ {2}(\w*(?:token|code|challenge|password|feed)Hash|password|secrets?|sealed|publicKey) /m;
  const models = readFileSync('prisma/schema.prisma', 'utf8').match(/^model \w+ \{[\s\S]*?^\}/gm) ?? [];
  const keeping = models.filter((model) => field.test(model)).map((model) => /^model (\w+)/.exec(model)?.[1] ?? '');
  expect(keeping.sort()).toEqual(Object.keys(storedSecrets).sort());
  const page = readFileSync('docs/secrets.md', 'utf8');
  expect(Object.values(storedSecrets).filter((words) => !page.includes(words))).toEqual([]);
});
