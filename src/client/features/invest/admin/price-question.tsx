import { Text } from '@chakra-ui/react';

/** Shown above the buttons until the price is corrected or confirmed. */
export function PriceQuestion({ question }: { question: string | undefined }) {
  return (
    <Text role="alert" color="danger" _empty={{ display: 'none' }}>
      {question}
    </Text>
  );
}
