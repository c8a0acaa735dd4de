/** A real mail server on 127.0.0.1 that stores received emails; it can reject, be slow, or not respond. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** By lower-case name; the last of several with the same name. */
  headers: Record<string, string>;
  /** The plain text, decoded. */
  text: string;
  html: string;
}

export interface MailServer {
  /** `smtp://127.0.0.1:…`, for SMTP_URL. */
  url: string;
  readonly mails: readonly ReceivedMail[];
  /** Rejects this many emails, like a busy server. */
  reject(count: number): void;
  /** The emails to one address. */
  to(address: string): ReceivedMail[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let toReject = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (toReject > 0) {
          toReject--;
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        mails.push({ from, to: rcptTo.map(({ address }) => address), ...parse(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    reject: (count) => {
      toReject = count;
    },
    to: (address) => mails.filter(({ to }) => to.includes(address)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The link in an email's text. */
export function linkIn({ text }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

/** The token in the fragment of a link from an email. */
export const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

function parse(source: string): Omit<ReceivedMail, 'from' | 'to'> {
  const { headers, body } = partOf(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(partOf) : [{ headers, body }];
  const find = (type: string) => {
    const part = parts.find((one) => (one.headers['content-type'] ?? 'text/plain').startsWith(type));
    return part ? decode(part.body, part.headers['content-transfer-encoding'] ?? '7bit') : '';
  };
  return { headers, text: find('text/plain'), html: find('text/html') };
}

function partOf(source: string): { headers: Record<string, string>; body: string } {
  const text = source.replace(/^\r?\n/, '');
  const end = text.search(/\r?\n\r?\n/);
  const head = text.slice(0, end).replace(/\r?\n[ \t]+/g, ' ');
  const lines = head.split(/\r?\n/).map((line) => [line, line.indexOf(':')] as const);
  return {
    headers: Object.fromEntries(
      lines.map(([line, colon]) => [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]),
    ),
    body: text.slice(end).trim(),
  };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
