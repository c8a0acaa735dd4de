import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { loadEnv, parseEnv, SettingsError, settingNames } from './env';

/** The lines of a settings error, without its opening sentence. */
function problemsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  throw new Error('these settings were accepted');
}

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8');
  const keys = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name as string);

  it('lists every setting exactly once, and nothing else', () => {
    // NODE_ENV is not a product setting: npm start and npm run dev set it.
    expect([...keys].sort()).toEqual(settingNames.filter((name) => name !== 'NODE_ENV').sort());
  });

  it('changes nothing when copied without edits', () => {
    expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('shows the default of every setting that has one', () => {
    const shown = Object.fromEntries([...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.+)$/gm)].map(([, k, v]) => [k, v]));
    const { processId: _, ...standard } = parseEnv({});
    const withDefault = Object.entries(standard).filter(([name, value]) => name in shown && value !== undefined);
    expect(withDefault.length).toBeGreaterThan(10);
    for (const [name, value] of withDefault) {
      const { processId: __, ...same } = parseEnv({ [name]: shown[name] });
      expect({ name, value: same[name as keyof typeof same] }).toEqual({ name, value });
    }
  });
});

describe('encryption of files', () => {
  it('is off by default, and requires a secret in the settings', () => {
    expect(parseEnv({}).ENCRYPT_FILES).toBe('off');
    expect(problemsOf({ ENCRYPT_FILES: 'on' })).toEqual([
      expect.stringMatching(/^SECRET_KEY: required with ENCRYPT_FILES=on: a generated key would lie beside the files/),
    ]);
    expect(problemsOf({ ENCRYPT_FILES: 'yes' })).toEqual(['ENCRYPT_FILES: use on or off']);
    expect(parseEnv({ ENCRYPT_FILES: 'on', SECRET_KEY: 's'.repeat(32) }).ENCRYPT_FILES).toBe('on');
    expect(parseEnv({}).ENCRYPT_MESSAGES).toBe('off');
    expect(problemsOf({ ENCRYPT_MESSAGES: 'on' })).toEqual([
      expect.stringMatching(
        /^SECRET_KEY: required with ENCRYPT_MESSAGES=on: a generated key would lie beside the database/,
      ),
    ]);
    expect(problemsOf({ ENCRYPT_MESSAGES: 'on', ENCRYPT_FILES: 'on' })).toHaveLength(1);
    expect(parseEnv({ ENCRYPT_MESSAGES: 'on', SECRET_KEY: 's'.repeat(32) }).ENCRYPT_MESSAGES).toBe('on');
  });
});

describe('settings', () => {
  const folder = createTestFolder();

  it('have the documented defaults when nothing is set', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: path.resolve('./data'),
      publicUrl: 'http://localhost:3000',
      isHttps: false,
      isProduction: true,
      AI_API: 'auto',
      SEARCH_PROVIDER: 'auto',
      PRICE_PROVIDER: 'yahoo',
      TIMESTAMP_AUTHORITIES: ['https://freetsa.org/tsr', 'http://timestamp.digicert.com'],
      OPENTIMESTAMPS_CALENDARS: [],
      S3_FORCE_PATH_STYLE: false,
      TRUST_PROXY: false,
      LOG_LEVEL: 'info',
      PASSWORD_MIN_LENGTH: 6,
      SIGN_UP: 'open',
      SIGN_UP_DOMAINS: [],
      MAX_CONCURRENT_ANSWERS: 2,
      SCHEDULING_URL: 'https://example.com/schedule-a-call',
      model: null,
    });
    for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'SETUP_ADMIN_EMAIL', 'SETUP_TOKEN'])
      expect(env[name as keyof typeof env]).toBeUndefined();
  });

  it('are undefined when blank', () => {
    const { processId: _, ...blank } = parseEnv(Object.fromEntries(settingNames.map((name) => [name, '  '])));
    const { processId: __, ...nothing } = parseEnv({});
    expect(blank).toEqual(nothing);
  });

  it('are all reported with a fix when they are invalid or incomplete', () => {
    const lines = problemsOf({
      PORT: 'abc',
      PUBLIC_URL: 'insight.example.com',
      DATABASE_URL: 'mysql://localhost/q',
      REDIS_URL: 'localhost:6379',
      AI_API: 'completions',
      AI_BASE_URL: 'ftp://example.com',
      SEARCH_PROVIDER: 'bing',
      PRICE_PROVIDER: 'bloomberg',
      TIMESTAMP_AUTHORITIES: 'https://freetsa.org/tsr, off',
      OPENTIMESTAMPS_CALENDARS: 'calendar.example.com',
      SETUP_ADMIN_EMAIL: 'founder',
      SMTP_URL: 'mail.example.com',
      S3_BUCKET: 'files',
      S3_FORCE_PATH_STYLE: 'yes',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'loud',
      PASSWORD_MIN_LENGTH: '3',
      MAX_CONCURRENT_ANSWERS: '0',
      NODE_ENV: 'staging',
    });
    expect(lines.sort()).toEqual([
      'AI_API: use auto, responses or chat',
      'AI_BASE_URL: use a URL like https://api.x.ai/v1',
      'AI_MODEL: required with AI_BASE_URL, for example llama3.3',
      'DATABASE_URL: use a URL like postgresql://user:password@localhost:5432/qinsight',
      'LOG_LEVEL: use fatal, error, warn, info, debug, trace or silent',
      'MAX_CONCURRENT_ANSWERS: use a whole number from 1 to 100',
      'NODE_ENV: use production, development or test',
      'OPENTIMESTAMPS_CALENDARS: use none, or at most 5 URLs separated by commas, like https://a.pool.opentimestamps.org',
      'PASSWORD_MIN_LENGTH: use a whole number from 6 to 256',
      'PORT: use a whole number from 0 to 65535',
      'PRICE_PROVIDER: use yahoo, tiingo, eodhd, alphavantage, csv or none',
      'PUBLIC_URL: use a URL like https://insight.example.com',
      'REDIS_URL: use a URL like redis://localhost:6379',
      'S3_ACCESS_KEY_ID: required with S3_BUCKET',
      'S3_FORCE_PATH_STYLE: use true or false',
      'S3_SECRET_ACCESS_KEY: required with S3_BUCKET',
      'SEARCH_PROVIDER: use auto, none, or names in their order: searxng, brave, tavily, exa, kagi, google, serper',
      'SETUP_ADMIN_EMAIL: use one email address, like founder@example.com',
      'SMTP_URL: use a URL like smtp://user:password@mail.example.com:587',
      'TIMESTAMP_AUTHORITIES: use none, or at most 5 URLs separated by commas, like https://freetsa.org/tsr',
      'TRUST_PROXY: use the number of proxies in front (1) or their addresses (10.0.0.0/8)',
    ]);
  });

  it('never repeat a value in an error, because it may be a secret in the wrong place', () => {
    const lines = problemsOf(Object.fromEntries(settingNames.map((name) => [name, 's3cr3t-value'])));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('\n')).not.toContain('s3cr3t');
  });

  it('can be in files, whose line breaks at the end do not count', () => {
    const file = path.join(folder, 'key');
    writeFileSync(file, ` ${'k'.repeat(32)}\n`);
    expect(parseEnv({ SECRET_KEY_FILE: file, PORT_FILE: '', SECRET_KEY: ' ' }).SECRET_KEY).toBe('k'.repeat(32));
    writeFileSync(file, '80a\n');
    expect(problemsOf({ PORT_FILE: file })).toEqual(['PORT: use a whole number from 0 to 65535']);
  });

  it('in the environment override both forms in .env, even if they are empty', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(path.join(folder, 'redis'), 'redis://127.0.0.1');
    const environment = {
      DATABASE_URL: '',
      DATABASE_URL_FILE: undefined,
      REDIS_URL: undefined,
      REDIS_URL_FILE: path.join(folder, 'redis'),
      S3_REGION: '',
      SECRET_KEY_FILE: undefined,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const lines = ['DATABASE_URL_FILE=/missing', 'REDIS_URL=redis://other', 'S3_REGION=x', 'SECRET_KEY_FILE=/missing'];
    writeFileSync(path.join(folder, '.env'), lines.join('\n'));
    expect(() => loadEnv(folder)).toThrow(
      "Invalid settings (in .env or the environment):\n  SECRET_KEY_FILE: the file can't be read (ENOENT)",
    );
    vi.stubEnv('SECRET_KEY_FILE', '');
    const { DATABASE_URL, REDIS_URL, S3_REGION } = loadEnv(folder);
    expect({ DATABASE_URL, REDIS_URL, S3_REGION }).toEqual({ REDIS_URL: 'redis://127.0.0.1' });
  });

  it('are rejected if they are in a file and set as well, or if the file is empty or cannot be read', () => {
    const empty = path.join(folder, 'empty');
    writeFileSync(empty, '\n');
    const both = { DATABASE_URL_FILE: empty, DATABASE_URL: 'postgresql://localhost/q' };
    const files = {
      BACKUP_PASSPHRASE_FILE: empty,
      SECRET_KEY_FILE: `${empty}/s3cr3t`,
      REDIS_URL_FILE: '/missing/s3cr3t',
    };
    expect(problemsOf({ ...both, ...files })).toEqual([
      'DATABASE_URL_FILE: remove it, or remove DATABASE_URL: only one of them may be set',
      "REDIS_URL_FILE: the file can't be read (ENOENT)",
      "SECRET_KEY_FILE: the file can't be read (ENOTDIR)",
      'BACKUP_PASSPHRASE_FILE: the file is empty',
    ]);
  });

  it('make cookies secure if the public URL uses HTTPS', () => {
    expect(parseEnv({ PUBLIC_URL: 'https://insight.example.com/' })).toMatchObject({
      isHttps: true,
      publicUrl: 'https://insight.example.com',
      basePath: '',
    });
    expect(parseEnv({ PUBLIC_URL: 'HTTPS://insight.example.com' }).isHttps).toBe(true);
    expect(parseEnv({ PORT: '8080' })).toMatchObject({ isHttps: false, publicUrl: 'http://localhost:8080' });
  });

  it('accept a public URL with a path that needs no escaping', () => {
    expect(parseEnv({ PUBLIC_URL: 'https://tools.example.com/our/insight-2/' })).toMatchObject({
      publicUrl: 'https://tools.example.com/our/insight-2',
      basePath: '/our/insight-2',
    });
    const wrong = ['/?a', '//x', '/a b', '/%22', "/a'b", '/a;b', '/a/.b', '/a//b', '/$&', '/ä'];
    for (const path of wrong)
      expect(problemsOf({ PUBLIC_URL: `https://example.com${path}` }).join(), path).toContain(
        'PUBLIC_URL: use a URL like',
      );
    expect(problemsOf({ PUBLIC_URL: 'https://me@example.com' }).join()).toContain('PUBLIC_URL: use a URL like');
  });

  it('require a fixed port for several processes', () => {
    const workers = { WEB_CONCURRENCY: '2', DATABASE_URL: 'postgresql://127.0.0.1/x' };
    const fix = 'PORT: use a fixed port, like 3000, with WEB_CONCURRENCY above 1';
    expect(problemsOf({ ...workers, PORT: '0' })).toEqual([fix]);
    expect(problemsOf({ ...workers, PORT: '00' })).toEqual([fix]);
    for (const PORT of ['', ' ', '8080']) expect(parseEnv({ ...workers, PORT }).WEB_CONCURRENCY).toBe(2);
    expect(parseEnv({ PORT: '0' }).PORT).toBe(0);
  });

  it('require former secrets to be as long as the current one', () => {
    const former = ['1'.repeat(32), '2'.repeat(40)];
    expect(parseEnv({ SECRET_KEY_PREVIOUS: former.join(' , ') }).SECRET_KEY_PREVIOUS).toEqual(former);
    expect(problemsOf({ SECRET_KEY_PREVIOUS: `${former.join(',')},short` })).toEqual([
      expect.stringContaining('SECRET_KEY_PREVIOUS: use former values of SECRET_KEY'),
    ]);
  });

  it('reject incomplete object storage settings, whichever half is missing', () => {
    const whole = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
    expect(parseEnv(whole)).toMatchObject(whole);
    for (const name of Object.keys(whole)) {
      const half = Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));
      expect(problemsOf(half)).toEqual([expect.stringMatching(`^${name}: required with`)]);
    }
    expect(problemsOf({ S3_ENDPOINT: 'https://s3.example.com' })).toHaveLength(3);
    expect(problemsOf({ S3_REGION: 'eu-central-1' })).toHaveLength(3);
  });

  it('for web search list providers in order, each with its key', () => {
    const keys = { BRAVE_API_KEY: 'b', SEARXNG_URL: 'http://localhost:8888' };
    expect(parseEnv({ SEARCH_PROVIDER: 'Brave, searxng', ...keys }).SEARCH_PROVIDER).toEqual(['brave', 'searxng']);
    expect(problemsOf({ SEARCH_PROVIDER: 'brave,google', GOOGLE_SEARCH_API_KEY: 'g' })).toEqual([
      'BRAVE_API_KEY: required with SEARCH_PROVIDER=brave',
      'GOOGLE_SEARCH_ENGINE_ID: required with GOOGLE_SEARCH_API_KEY',
    ]);
  });

  it('are each read somewhere in the code', () => {
    const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing') && file !== 'env.ts')
      .map((file) => readFileSync(path.join('src/server', file), 'utf8'));
    const readByEnv = [...readFileSync('src/server/env.ts', 'utf8').matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)];
    const read = new Set([
      ...files.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
      ...readByEnv.map(([, name]) => name),
    ]);
    expect(settingNames.filter((name) => !read.has(name))).toEqual([]);
  });
});

describe('FETCH_ALLOW_PRIVATE', () => {
  it.each([
    ['', []],
    ['10.0.0.5:8080', ['10.0.0.5:8080']],
    ['Wiki.Intranet.example:443, [::1]:80,', ['wiki.intranet.example:443', '[::1]:80']],
  ])('accepts %j', (value, expected) => {
    expect(parseEnv({ FETCH_ALLOW_PRIVATE: value }).FETCH_ALLOW_PRIVATE).toEqual(expected);
  });

  it.each(['10.0.0.5', 'https://wiki.example:443', 'a b:80', '*:80', 'wiki.example:999999', '10.0.0.0/8:80'])(
    'rejects %j, which is not a single port of a host',
    (value) => {
      expect(problemsOf({ FETCH_ALLOW_PRIVATE: value })).toEqual([
        expect.stringMatching(/^FETCH_ALLOW_PRIVATE: use hosts/),
      ]);
    },
  );
});

describe('TRUST_PROXY', () => {
  it.each([
    ['1', 1],
    ['0', 0],
    ['false', false],
    ['', false],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
    ['2001:db8::/32', '2001:db8::/32'],
  ])('accepts %j', (value, expected) => {
    expect(parseEnv({ TRUST_PROXY: value }).TRUST_PROXY).toBe(expected);
  });

  it.each([
    'true',
    '*',
    'all',
    'yes',
    '-1',
    '1000',
    'abc',
    '10.0.0.0/0',
    '10.0.0.0/99',
    '300.1.1.1',
    '10.0.0.1,',
    'a/b',
  ])('rejects %j, which would trust every caller or none', (value) => {
    expect(problemsOf({ TRUST_PROXY: value })).toEqual([
      expect.stringMatching(/^TRUST_PROXY: use the number of proxies/),
    ]);
  });
});

describe('the language model', () => {
  it('is null without a key or a URL', () => {
    expect(parseEnv({}).model).toBeNull();
    expect(parseEnv({ XAI_MANAGEMENT_KEY: 'k' }).model).toBeNull();
  });

  it('mirrors collections only with both xAI keys', () => {
    expect(parseEnv({ XAI_API_KEY: 'x' }).xaiMirror).toBeNull();
    expect(parseEnv({ XAI_MANAGEMENT_KEY: 'k' }).xaiMirror).toBeNull();
    const standard = {
      managementKey: 'k',
      managementUrl: 'https://management-api.x.ai/v1',
      apiKey: 'x',
      apiUrl: 'https://api.x.ai/v1',
    };
    expect(parseEnv({ XAI_MANAGEMENT_KEY: 'k', XAI_API_KEY: 'x' }).xaiMirror).toMatchObject(standard);
    const vendor = { AI_BASE_URL: 'https://eu-west-1.api.x.ai/v1', AI_MODEL: 'grok-5', AI_API_KEY: 'x' };
    expect(parseEnv({ XAI_MANAGEMENT_KEY: 'k', ...vendor }).xaiMirror).toMatchObject(standard);
    const other = { AI_BASE_URL: 'https://api.x.ai.example.com/v1', AI_MODEL: 'grok-5', AI_API_KEY: 'secret' };
    expect(parseEnv({ XAI_MANAGEMENT_KEY: 'k', ...other }).xaiMirror).toBeNull();
  });

  it('uses the extra headers, the proxy and the timeouts of the settings', () => {
    const base = { AI_BASE_URL: 'http://localhost:11434/v1', AI_MODEL: 'm' };
    expect(parseEnv(base).model).toMatchObject({
      headers: {},
      proxyUrl: undefined,
      firstByteTimeoutMs: 300_000,
      idleTimeoutMs: 120_000,
      abilities: {},
    });
    const set = {
      AI_HEADERS: '{"X-Team": "research"}',
      AI_PROXY_URL: 'http://proxy.example.com:3128',
      AI_FIRST_BYTE_TIMEOUT_SECONDS: '9',
      AI_IDLE_TIMEOUT_SECONDS: '8',
      SEARCH_PROVIDER: 'none',
    };
    expect(parseEnv({ ...base, ...set }).model).toMatchObject({
      headers: { 'X-Team': 'research' },
      proxyUrl: 'http://proxy.example.com:3128',
      firstByteTimeoutMs: 9000,
      idleTimeoutMs: 8000,
      abilities: { hostedSearch: false },
    });
  });

  it.each(['X-Team: research', '["a"]', '{"a": 1}', '{"a b": "c"}', '{"a": "b\\nc"}'])(
    'rejects the headers %s',
    (value) => {
      expect(problemsOf({ AI_HEADERS: value })).toEqual([
        'AI_HEADERS: use a JSON object of header names and values, like {"X-Team": "research"}',
      ]);
    },
  );

  it('is the vendor’s own with a shortcut key, xAI before OpenAI', () => {
    const xai = { apiKey: 'x', baseUrl: 'https://api.x.ai/v1', api: 'auto' };
    expect(parseEnv({ XAI_API_KEY: 'x' }).model).toMatchObject(xai);
    expect(parseEnv({ XAI_API_KEY: 'x', OPENAI_API_KEY: 'o' }).model).toMatchObject(xai);
    expect(parseEnv({ OPENAI_API_KEY: 'o' }).model).toMatchObject({
      apiKey: 'o',
      baseUrl: 'https://api.openai.com/v1',
    });
    expect(parseEnv({ XAI_API_KEY: 'x', AI_MODEL: 'grok-5' }).model).toMatchObject({ ...xai, model: 'grok-5' });
  });

  it('follows the AI_ settings, whatever the shortcuts are', () => {
    const own = { AI_BASE_URL: 'http://localhost:11434/v1/', AI_API_KEY: 'mine', AI_MODEL: 'llama', AI_API: 'chat' };
    expect(parseEnv({ ...own, XAI_API_KEY: 'x', OPENAI_API_KEY: 'o' }).model).toMatchObject({
      apiKey: 'mine',
      baseUrl: 'http://localhost:11434/v1',
      model: 'llama',
      api: 'chat',
    });
  });

  it('never sends a shortcut’s key to another vendor’s URL', () => {
    const local = {
      AI_BASE_URL: 'http://localhost:11434/v1',
      AI_MODEL: 'llama',
      XAI_API_KEY: 'x',
      OPENAI_API_KEY: 'o',
    };
    expect(parseEnv(local).model?.apiKey).toBe('none');
    const vendor = { AI_BASE_URL: 'https://api.x.ai/v1', AI_MODEL: 'grok-5', XAI_API_KEY: 'x' };
    expect(parseEnv(vendor).model?.apiKey).toBe('x');
  });

  it('rejects incomplete settings', () => {
    expect(problemsOf({ AI_API_KEY: 'k' })).toEqual([expect.stringMatching(/^AI_BASE_URL: required with AI_API_KEY/)]);
    for (const shortcut of ['XAI_API_KEY', 'OPENAI_API_KEY'])
      expect(problemsOf({ AI_API_KEY: 'k', [shortcut]: 'x' })).toEqual([
        'AI_BASE_URL: required with AI_API_KEY, for example http://localhost:11434/v1. ' +
          'Or remove AI_API_KEY: XAI_API_KEY or OPENAI_API_KEY alone is enough',
      ]);
    expect(problemsOf({ AI_MODEL: 'llama' })).toEqual([expect.stringMatching(/^AI_BASE_URL: /)]);
    expect(problemsOf({ AI_BASE_URL: 'http://localhost:1/v1' })).toEqual([
      expect.stringMatching(/^AI_MODEL: required with AI_BASE_URL/),
    ]);
  });
});
