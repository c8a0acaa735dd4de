import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { IconButton } from '~/client/ui/form/button';
import { Drawer } from '~/client/ui/overlay/drawer';
import { receiptWords as words } from '~/client/words/receipt';
import type { Position } from '~/shared/schemas/positions';
import { reportedSplitNote } from '../book/gain-notes';
import { Receipt } from './receipt';

interface ReceiptDialogProps {
  isOpen: boolean;
  position: Position;
  onClose: () => void;
}

/** The calculation of one gain, reloaded each time it opens. */
export function ReceiptDialog({ isOpen, position, onClose }: ReceiptDialogProps) {
  const receipt = trpc.positions.receipt.useQuery({ id: position.id }, { enabled: isOpen, staleTime: 0, gcTime: 0 });
  const title = words.title(position.name);
  return (
    <Drawer isOpen={isOpen} onClose={onClose} label={title} side="end" width="min(30rem, 100vw)">
      <Stack gap="6" p={{ base: '4', md: '6' }} pb="10">
        <HStack justify="space-between" align="flex-start" gap="3">
          <Stack gap="0.5" minWidth="0">
            <Text as="h2" textStyle="heading" overflowWrap="anywhere">
              {title}
            </Text>
            <Text color="fg.muted">{position.ticker}</Text>
          </Stack>
          <IconButton label={words.close} onClick={onClose}>
            <X size={18} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </HStack>
        {receipt.data ? (
          <Receipt receipt={receipt.data} reportedSplit={reportedSplitNote(position)} />
        ) : receipt.isError ? (
          <QueryError title={words.couldNotLoad} query={receipt} />
        ) : (
          <ReceiptShape />
        )}
      </Stack>
    </Drawer>
  );
}

function ReceiptShape() {
  return (
    <Stack gap="4" aria-busy>
      <chakra.span srOnly role="status">
        {words.loading}
      </chakra.span>
      <Skeleton height="9" width="32" />
      {['70%', '55%', '62%', '48%', '66%'].map((width) => (
        <HStack key={width} justify="space-between" py="1.5">
          <Skeleton width="24" />
          <Skeleton width={width} maxWidth="40" />
        </HStack>
      ))}
    </Stack>
  );
}
