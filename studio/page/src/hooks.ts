import { useEffect, useState } from "preact/hooks";
import { store } from "./store";

/** The part is drawn again whenever the store has changed. */
export function useStore() {
  const [, again] = useState(0);
  useEffect(() => store.listen(() => again((n) => n + 1)), []);
  return store;
}
