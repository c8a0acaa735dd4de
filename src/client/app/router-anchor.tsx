import { Link } from '@tanstack/react-router';
import { atBase } from '~/client/lib/base-path';
import type { PageLinkProps } from '~/client/ui/page/page-link';
import { isPublicPath } from '~/shared/pages';

/** Navigates without a page load inside the application. Public pages are separate documents and need one. */
export function RouterAnchor({ href, target, ...rest }: PageLinkProps) {
  const isDocument = isPublicPath(href);
  const where = target ? { target } : {};
  return isDocument ? (
    <a href={atBase(href)} {...where} {...rest} />
  ) : (
    // Any path of a route; the router's type requires a literal.
    <Link to={href as '/auth'} {...where} {...rest} />
  );
}
