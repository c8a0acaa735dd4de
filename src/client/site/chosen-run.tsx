import { useContext } from 'react';
import { ChosenClaim, NoRunClaim } from '~/client/features/landing/claim-evidence';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { IslandHtml } from './island';

const { without, with: chosen, figure, tone, period, path } = sitePlaceholders.claim;

/** Renders the claim both with and without a back-test; the server keeps one of them. Development shows none. */
export function ChosenRun() {
  const isBuild = useContext(IslandHtml) !== null;
  if (!isBuild) return <NoRunClaim />;
  return (
    <>
      {without.start}
      <NoRunClaim />
      {`${without.end}${chosen.start}`}
      <ChosenClaim figure={figure} tone={tone} period={period} path={`/back-tests${path}`} />
      {chosen.end}
    </>
  );
}
