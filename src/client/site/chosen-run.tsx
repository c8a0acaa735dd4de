import { useContext } from 'react';
import { ChosenClaim, NoRunClaim } from '~/client/features/landing/claim-evidence';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { IslandHtml } from './island';

const { without, with: chosen, figure, tone, period, path } = sitePlaceholders.claim;

/** Both states of the claim, of which the server keeps one. In development no run is ever shown. */
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
