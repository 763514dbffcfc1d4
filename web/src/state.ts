// What is shown stands in the fragment of the URL, so that every view is a link.

export type State = Record<string, string>;

export function readState(): State {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** Values that are empty are left out. */
export function writeState(state: State): void {
  const kept = Object.entries(state).filter(([, value]) => value !== "");
  history.replaceState(null, "", `#${new URLSearchParams(kept)}`);
}
