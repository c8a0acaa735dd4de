import { brand } from '~/shared/brand';

/** This installation as the relying party of WebAuthn: a passkey only works for its host name. */
export interface RelyingParty {
  name: string;
  id: string;
  origin: string;
}

/** `baseUrl` is PUBLIC_URL or, without it, the URL of the request, whose Origin has been checked. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { name: brand.company, id: hostname, origin };
}
