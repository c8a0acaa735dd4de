import { brand } from '~/shared/brand';

/** This installation, as browsers and passkeys know it: a passkey works for its host name and nowhere else. */
export interface RelyingParty {
  name: string;
  id: string;
  origin: string;
}

/** `baseUrl` is PUBLIC_URL, or without it the address of the request, whose Origin has been checked. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { name: brand.company, id: hostname, origin };
}
