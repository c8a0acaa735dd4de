import { Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { scheduleWords as words } from '~/client/words/schedules';

interface ReportDialogProps<Data> {
  title: string;
  /** Shown below the title. */
  note: string | undefined;
  query: { data: Data | undefined; isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  /** Labels the placeholder for screen readers. */
  loading: string;
  failureTitle: string;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}

/** Details of a report, loaded when the dialog opens. */
export function ReportDialog<Data>({ title, note, query, children, ...props }: ReportDialogProps<Data>) {
  const id = useId();
  const { data, error, isPending, isFetching, refetch } = query;
  return (
    <Modal
      isOpen
      onClose={props.onClose}
      aria-labelledby={id}
      width="min(48rem, calc(100vw - 2rem))"
      m="auto"
      borderRadius="card"
      overflow="hidden"
    >
      <Flex direction="column" maxHeight="calc(100dvh - 2rem)">
        <Stack gap="1" p={{ base: '4', md: '6' }} pb="4" borderBottomWidth="1px">
          <Text as="h2" id={id} textStyle="heading">
            {title}
          </Text>
          {note && (
            <Text textStyle="ui" color="fg.muted">
              {note}
            </Text>
          )}
        </Stack>
        <Stack gap="5" p={{ base: '4', md: '6' }} flex="1" minHeight="0" overflowY="auto" overscrollBehavior="contain">
          {data !== undefined && children(data)}
          {isPending && (
            <Stack gap="3" role="status" aria-busy aria-label={props.loading}>
              <Skeleton width="24" height="5" />
              <Skeleton height="32" borderRadius="card" />
            </Stack>
          )}
          {Boolean(error) && data === undefined && (
            <QueryError title={props.failureTitle} query={{ error, isFetching, refetch }} />
          )}
        </Stack>
        <Flex justify="end" px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px">
          <Button onClick={props.onClose}>{words.close}</Button>
        </Flex>
      </Flex>
    </Modal>
  );
}
