// What the server says, and how it is asked. The token of the page's address goes with every request.

const token = new URLSearchParams(location.search).get("token") ?? "";

export interface Feature { name: string; weight?: number; direction: string }
export interface Group {
  group: number; name: string; named: boolean; finished: boolean; size: number; seeds: number;
  words?: Feature[]; typical?: number[];
}
export interface HistoryEntry {
  event: number; at: string; words: string; stands: boolean; said: string; items?: number[];
  heldBack?: { with: number; without: number; doubtful: boolean };
}
export interface Verdict { kind: string; used: boolean; reason?: string; with?: number; without?: number; measure?: string }
export interface State {
  version: number; source: string; items: number; ready: boolean; trouble: string; map: number; pictures: boolean;
  busy: { stage: string; share: number }; truth: string[]; columns: string[];
  groups: Group[]; plan: { words: string; method: string; asked: string; reason: string }; verdicts: Verdict[];
  history: HistoryEntry[]; lastEvent: number; canUndo: boolean; canRedo: boolean; known: number; dropped: number;
  sizes: { least: number; most: number };
}
export interface Item { item: number; id: string; text?: string; picture?: boolean; row?: [string, number][] }
export interface Correction {
  said: string; items?: number[]; others?: number[]; group?: number; other?: number; name?: string; least?: number; most?: number;
}
export interface Preview {
  version: number; follow: number; overruled: number; overruledItems: number[]; items: number[]; to: number[];
}
export interface Question { kind: "label" | "pair" | "group"; why: string; effect: number; items: number[]; groups: number[] }
export interface News { version: number; ready: boolean; map: number; weighed: number; trouble: string; stage: string; share: number }

export class Refused extends Error {
  constructor(message: string, readonly status: number) { super(message); }
}

async function ask(path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "X-Bellwether-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.ok) return answer;
  const said = await answer.text();
  let why = said;
  try { why = JSON.parse(said).error ?? said; } catch { /* it was no JSON */ }
  throw new Refused(why, answer.status);
}

const json = async <T>(path: string, body?: unknown): Promise<T> => (await ask(path, body)).json() as Promise<T>;
const bytes = async (path: string) => (await ask(path)).arrayBuffer();

export const server = {
  state: () => json<State>("/state"),
  map: async () => new Float32Array(await bytes("/map")),
  groups: async (event?: number) => new Int32Array(await bytes(event === undefined ? "/groups" : `/groups?event=${event}`)),
  seeds: async () => new Int32Array(await bytes("/seeds")),
  certainty: async () => new Float32Array(await bytes("/certainty")),
  truth: async () => new Int32Array(await bytes("/truth")),
  column: async (column: number) => new Float32Array(await bytes(`/column?column=${column}`)),
  search: async (words: string) => Array.from(new Int32Array(await bytes(`/search?words=${encodeURIComponent(words)}`))),
  items: (list: number[]) => (list.length ? json<Item[]>(`/items?list=${list.join(",")}`) : Promise.resolve([])),
  questions: () => json<Question[]>("/questions"),
  methods: () => json<{ name: string; summary: string }[]>("/methods"),
  preview: (version: number, correction: Correction) => json<Preview>("/preview", { version, correction }),
  apply: (version: number, correction: Correction) => json<{ version: number; event: number }>("/apply", { version, correction }),
  undo: (version: number) => json<{ version: number }>("/undo", { version }),
  redo: (version: number) => json<{ version: number }>("/redo", { version }),
  stop: () => json<unknown>("/stop", {}),
  again: () => json<unknown>("/again", {}),
  command: async () => (await ask("/export?what=command")).text(),
  exportAddress: (what: string) => `/export?what=${what}&token=${token}`,
  pictureAddress: (item: number) => `/picture?item=${item}&token=${token}`,
  /** Calls back with what is new, until the page is left. */
  listen(news: (n: News) => void, gone: (isGone: boolean) => void) {
    const source = new EventSource(`/events?token=${token}`);
    source.onmessage = (message) => { gone(false); news(JSON.parse(message.data) as News); };
    source.onerror = () => gone(true);
  },
};
