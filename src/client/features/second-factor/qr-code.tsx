import { chakra, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { secondFactorWords as words } from '~/client/words/second-factor';

/** The white margin around the code in modules, which some scanners require. */
const quietZone = 4;

/** Rendered in the browser, because its text is a secret. Black on white in both themes, as scanners expect. */
export function QrCode({ text }: { text: string }) {
  const drawing = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => {
      const { encode } = await import('uqr');
      const { data, size } = encode(text, { ecc: 'M', border: quietZone });
      const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
      return { size, path: squares.join('') };
    },
    gcTime: 0,
  });
  if (drawing.isError) return <Text color="fg.muted">{words.qrFailed}</Text>;
  if (!drawing.data) return <Skeleton height="48" width="48" />;
  const { size, path } = drawing.data;
  return (
    <Drawing viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.qrCode} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </Drawing>
  );
}

const Drawing = chakra('svg', { base: { width: '48', height: '48', borderRadius: 'control', borderWidth: '1px' } });
