import { Link } from '@tanstack/react-router';
import { atBase } from '~/client/lib/base-path';
import type { PageLinkProps } from '~/client/ui/page/page-link';
import { publicPaths } from '~/shared/pages';

/** Navigates without a page load inside the application. Public pages are separate documents and need one. */
export function RouterAnchor({ href, target, ...rest }: PageLinkProps) {
  const isDocument = (publicPaths as readonly string[]).includes(href);
  const where = target ? { target } : {};
  return isDocument ? (
    <a href={atBase(href)} {...where} {...rest} />
  ) : (
    <Link to={href as '/auth'} {...where} {...rest} />
  );
}
