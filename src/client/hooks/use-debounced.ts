import { useEffect, useState } from 'react';

/** The debounced value, so that the server gets one request per pause in typing instead of one per letter. */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
