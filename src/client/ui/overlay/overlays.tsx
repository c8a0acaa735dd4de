import { Toaster } from './toaster';
import { TooltipLayer } from './tooltip-layer';

/** Everything that floats above all pages. Default export for `useIdlePart`. */
export default function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
