/** An OpenID provider that returns whatever ID token and user info a test sets, including invalid ones. */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listen } from './free-port';

export interface HostileProvider {
  issuer: string;
  /** Called for each exchange of a code. */
  idToken(): Promise<string>;
  sign(claims: JWTPayload, header?: { typ?: string; kid?: string }): Promise<string>;
  /** The parameters of each exchanged code. */
  exchanges: URLSearchParams[];
  /** The header of the last exchange. */
  authorization: string | undefined;
  /** The claims of the userinfo endpoint, which exists only if they are set. */
  userInfo: Record<string, unknown> | undefined;
  /** Additional metadata fields. */
  metadata: Record<string, unknown>;
  /** Returns 503 to every request. */
  isUnavailable: boolean;
  close(): Promise<void>;
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const { issuer } = provider;
    if (provider.isUnavailable) return send(503, {});
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...(provider.userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
        ...provider.metadata,
      });
    if (request.url === '/jwks') return send(200, { keys: [jwk] });
    if (request.url === '/userinfo' && provider.userInfo) return send(200, provider.userInfo);
    if (request.url !== '/token') return send(404, {});
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      provider.authorization = request.headers.authorization;
      provider.exchanges.push(new URLSearchParams(Buffer.concat(parts).toString()));
      send(200, { access_token: 'access', token_type: 'Bearer', id_token: await provider.idToken() });
    });
  });
  const provider: HostileProvider = {
    issuer: '',
    idToken: async () => '',
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(privateKey),
    exchanges: [],
    authorization: undefined,
    userInfo: undefined,
    metadata: {},
    isUnavailable: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const port = await listen(server);
  provider.issuer = `http://127.0.0.1:${port}`;
  return provider;
}
